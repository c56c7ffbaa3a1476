//! Floats of 16 bits.

/// Bits of the fraction of a 16-bit float and of a 32-bit one.
const FRACTION: [u32; 2] = [10, 23];
/// Factor by which a number whose exponent was copied is too small: 2 to the difference of the
/// biases, 127 and 15.
const REBIAS: f32 = f32::from_bits((127 + 127 - 15) << FRACTION[1]);
/// Bits of an infinite 32-bit float.
const INFINITE: u32 = 0x7f80_0000;

/// Returns the value of a 16-bit float (IEEE 754 binary16), which a 32-bit float holds exactly.
pub(super) fn f32_of_half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let rest = u32::from(bits & 0x7fff) << (FRACTION[1] - FRACTION[0]);
    let value = if bits & 0x7c00 == 0x7c00 {
        f32::from_bits(INFINITE | rest)
    } else {
        // Numbers below the smallest normal one come out right as well.
        f32::from_bits(rest) * REBIAS
    };
    f32::from_bits(sign | value.to_bits())
}

#[cfg(test)]
mod tests {
    use super::f32_of_half;

    #[test]
    fn every_half_has_the_value_of_its_definition() {
        for bits in 0..=u16::MAX {
            let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
            let size = match exponent {
                0 => fraction / 1024.0 * 2f64.powi(-14),
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
            };
            let wanted = if bits >> 15 == 1 { -size } else { size };
            let found = f64::from(f32_of_half(bits));
            assert!(
                found == wanted || found.is_nan() && wanted.is_nan(),
                "{bits:x}"
            );
            assert_eq!(found.is_sign_negative(), bits >> 15 == 1, "{bits:x}");
        }
    }
}
