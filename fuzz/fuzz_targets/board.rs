#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| halfpoint_fuzz::board(data));
