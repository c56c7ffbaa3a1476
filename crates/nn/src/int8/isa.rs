//! Choice of the processor's instructions at run time.

use super::layout::Precision;

/// Instructions that an evaluation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(Kind);

/// Kind of instructions. All but [`Kind::Portable`] are only made after the processor was asked for
/// them, which the kernels rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX2 and AVX-VNNI.
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    /// AVX-512 F, BW, DQ, VL and VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// Instructions that every processor has.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// Returns the instructions of this processor for which there are kernels, the best ones last.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            (Kind::Avx2, is_x86_feature_detected!("avx2")),
            (
                Kind::AvxVnni,
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni"),
            ),
            (
                Kind::Avx512,
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni"),
            ),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let special = [];
        let special = special.into_iter().filter(|(_, available)| *available);
        std::iter::once(Self::PORTABLE).chain(special.map(|(kind, _)| Self(kind)))
    }

    /// Returns the best instructions of this processor.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::PORTABLE)
    }

    /// Returns the name of these instructions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::AvxVnni => "avx-vnni",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512-vnni",
        }
    }

    /// Returns the highest precision of which the kernels of these instructions sum all products
    /// exactly.
    pub(super) fn precision(self) -> Precision {
        match self.0 {
            Kind::Portable => Precision::SHARED,
            // `vpmaddubsw` sums two products in 16 bits.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => Precision::SHARED,
            #[cfg(target_arch = "x86_64")]
            Kind::AvxVnni | Kind::Avx512 => Precision::FULL,
        }
    }

    /// Returns the kind of instructions, which this processor has.
    pub(super) fn kind(self) -> Kind {
        self.0
    }
}

/// Defines a function of portable code that is compiled again for AVX2 and for AVX-512, and chosen
/// by its first argument. Rust never fuses or reorders operations on floats, so all give equal
/// bits.
macro_rules! compiled_for_each_isa {
    ($(#[$note:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$note])*
        #[allow(clippy::too_many_arguments, unsafe_code)]
        pub(super) fn $name(isa: $crate::int8::Isa, $($argument: $type),*) {
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
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
            #[allow(clippy::too_many_arguments)]
            fn avx512($($argument: $type),*) {
                body($($argument),*);
            }

            use $crate::int8::isa::Kind;
            match isa.kind() {
                Kind::Portable => body($($argument),*),
                // SAFETY: the processor has the instructions of an `Isa`.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 | Kind::AvxVnni => unsafe { avx2($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    };
}

pub(super) use compiled_for_each_isa;
