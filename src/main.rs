//! The command `rungs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rungs::cli::run()
}
