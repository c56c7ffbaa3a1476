//! Choice of the processor's instructions at run time.

/// Instructions that an evaluation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(Kind);

/// Kind of instructions. [`Kind::Avx2`] is only made after the processor was asked for AVX2, which
/// the kernels rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Isa {
    /// Instructions that every processor has.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// Returns the best instructions of this processor.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Self(Kind::Avx2);
        }
        Self::PORTABLE
    }

    /// Returns whether AVX2 is used; true only on processors that have it.
    pub(super) fn is_avx2(self) -> bool {
        self != Self::PORTABLE
    }
}

/// Defines a function of portable code that is compiled a second time for AVX2 and chosen by its
/// first argument. Rust never fuses or reorders operations on floats, so both give equal bits.
macro_rules! compiled_for_each_isa {
    ($(#[$note:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$note])*
        #[allow(clippy::too_many_arguments)]
        pub(super) fn $name(isa: $crate::nn::int8::Isa, $($argument: $type),*) {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn body($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            #[allow(clippy::too_many_arguments)]
            fn avx2($($argument: $type),*) {
                body($($argument),*);
            }

            #[cfg(target_arch = "x86_64")]
            if isa.is_avx2() {
                // SAFETY: `is_avx2` is true only if the processor has AVX2.
                return unsafe { avx2($($argument),*) };
            }
            let _ = isa;
            body($($argument),*);
        }
    };
}

pub(super) use compiled_for_each_isa;
