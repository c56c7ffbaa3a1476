//! Problems in which half a point decides. The program contains their records unchanged.

/// Name and record of problems by their rule sets and numbers.
macro_rules! problems {
    ($($rules:literal: $($number:literal)*;)*) => {
        &[$($((
            concat!($rules, "-", $number),
            include_str!(concat!("../docs/problems/", $rules, "-", $number, ".sgf")),
        )),*),*]
    };
}

/// Name and record of each problem, those of a rule set from easy to hard.
#[rustfmt::skip]
pub const PROBLEMS: &[(&str, &str)] = problems!(
    "button": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
    "white_button": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
    "reverse_button": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
    "two_button": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
    "half_pass": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
    "ultimate": "01" "02" "03" "04" "05" "06" "07" "08" "09" "10";
);
