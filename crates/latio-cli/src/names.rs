//! What axes and their positions are called.

use latio::Axis;

/// How many labels are shown.
const SHOWN: usize = 8;

/// Whether an axis has a name that was given to it.
pub(crate) fn is_named(at: usize, axis: &Axis) -> bool {
    axis.name != format!("x{at}")
}

/// Whether an axis or a position of one has a name.
pub(crate) fn any(axes: &[Axis]) -> bool {
    axes.iter().enumerate().any(|(at, it)| it.labels.is_some() || is_named(at, it))
}

/// The axes that are called anything, on one line: `axis 1: time co2`.
pub(crate) fn on_a_line(axes: &[Axis]) -> String {
    let words: Vec<_> = axes.iter().enumerate().filter_map(|(at, it)| of_axis(at, it)).collect();
    words.join(", ")
}

fn of_axis(at: usize, axis: &Axis) -> Option<String> {
    let name = is_named(at, axis).then(|| axis.name.clone());
    let labels = axis.labels.as_ref().map(|labels| {
        let more = if labels.len() > SHOWN { " …" } else { "" };
        labels[..labels.len().min(SHOWN)].join(" ") + more
    });
    let text = match (name, labels) {
        (Some(name), Some(labels)) => format!("{name}: {labels}"),
        (name, labels) => name.or(labels)?,
    };
    Some(format!("axis {at}: {text}"))
}
