//! What an operation costs: time on the wall, time of the process on all its threads, memory.

use std::{
    fmt, fs,
    time::{Duration, Instant},
};

use cpu_time::ProcessTime;

use crate::Outcome;

/// What one operation cost.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Time that passed.
    pub wall: Duration,
    /// User and system time of the whole process.
    pub cpu: Duration,
    /// The most memory that the process has held, in KiB.
    pub peak: u64,
}

/// Does the work `repeat` times, and says what one time cost. The last result is dropped by the
/// caller, off the clock.
pub fn measure<T>(repeat: u32, mut work: impl FnMut() -> Outcome<T>) -> Outcome<(Cost, T)> {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    for _ in 1..repeat {
        work()?;
    }
    let result = work()?;
    let (wall, cpu) = (wall.elapsed() / repeat, cpu.elapsed() / repeat);
    Ok((Cost { wall, cpu, peak: peak()? }, result))
}

/// Forgets the memory that was held and is not any more, such as by what made the input.
///
/// Where the system does not let that be, the peak is that of the process.
pub fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The peak in KiB; 0 where the system does not say.
fn peak() -> Outcome<u64> {
    let Ok(status) = fs::read_to_string("/proc/self/status") else {
        return Ok(0);
    };
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let number = line.and_then(|it| it.split_whitespace().next()).unwrap_or("0");
    Ok(number.parse()?)
}

/// As the command that runs it reads it: nanoseconds, nanoseconds, KiB.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.wall.as_nanos(), self.cpu.as_nanos(), self.peak)
    }
}
