//! What the benchmarks share: a work and its time, the most memory that it took, and tables in Markdown.
//!
//! Everything is told in whole numbers. Times are those of the wall, the least of a few runs where a run is short; on
//! a machine that does other things besides, only ratios within one run mean anything.

#![allow(dead_code, reason = "each benchmark uses what it needs")]

use std::time::{Duration, Instant};

/// Runs that together last longer than this are not repeated.
const ENOUGH: Duration = Duration::from_millis(300);

/// A result, the least time in which it was had, and the most memory during the first run.
pub struct Measured<T> {
    /// What the work came to.
    pub result: T,
    /// The least time.
    pub time: Duration,
    /// The most memory that the process held, in KiB; none where the system does not tell.
    pub peak: Option<u64>,
}

/// Measures a work.
pub fn measure<T>(work: impl Fn() -> T) -> Measured<T> {
    let (all, reset) = (Instant::now(), reset_peak());
    let mut result = work();
    let mut time = all.elapsed();
    let peak = if reset { peak() } else { None };
    for _ in 0..20 {
        if all.elapsed() > ENOUGH {
            break;
        }
        let one = Instant::now();
        result = work();
        time = time.min(one.elapsed());
    }
    Measured { result, time, peak }
}

/// Forgets the peak so far, where Linux lets it.
fn reset_peak() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The most memory that the process has held, in KiB; none where the system does not tell.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// "1.27 s", "38.1 ms", "420 µs".
pub fn time(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        _ => format!("{}.{:02} s", micros / 1_000_000, micros % 1_000_000 / 10_000),
    }
}

/// How many times longer one took than the other.
pub fn ratio(long: Duration, short: Duration) -> String {
    let tenths = long.as_nanos() * 10 / short.as_nanos().max(1);
    if tenths < 100 { format!("{}.{} ×", tenths / 10, tenths % 10) } else { format!("{} ×", tenths / 10) }
}

/// How many a second.
pub fn a_second(count: usize, time: Duration) -> String {
    thousands(count as u128 * 1_000_000_000 / time.as_nanos().max(1))
}

/// "54,264".
pub fn thousands(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "120 MiB", or a dash.
pub fn memory(peak: Option<u64>) -> String {
    peak.map_or_else(|| "–".to_owned(), |kib| format!("{} MiB", kib.div_ceil(1_024)))
}

/// Prints a heading and the first two lines of a table.
pub fn table(heading: &str, columns: &[&str]) {
    println!("\n### {heading}\n");
    row(&columns.iter().map(|&column| column.to_owned()).collect::<Vec<_>>());
    println!("|---|{}", "---:|".repeat(columns.len() - 1));
}

/// Prints a line of a table.
pub fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}
