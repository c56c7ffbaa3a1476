"""Page of a loop: losses, games by rule set, and strength as drawings in one HTML file."""

import html
import math

WIDTH, HEIGHT, LEFT, BOTTOM = 420, 160, 48, 24
MAX_POINTS = 400

STYLE = """body{font:14px/1.4 system-ui,sans-serif;margin:2em auto;max-width:900px;padding:0 1em;color:#222;background:#fff}
svg{max-width:100%}text{font-size:11px;fill:#555}figure{display:inline-block;margin:0 1em 1em 0}
td{padding:0 .8em 0 0}td+td{text-align:right}.bar{background:#357;height:.8em;display:inline-block}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}text{fill:#aaa}.bar{background:#69c}}"""


def thin(points):
    """Returns at most `MAX_POINTS` points, each the mean of its neighbours."""
    every = math.ceil(len(points) / MAX_POINTS)
    groups = [points[begin : begin + every] for begin in range(0, len(points), every)]
    return [tuple(sum(values) / len(group) for values in zip(*group)) for group in groups]


def curve(title, points, errors=()):
    """Draws values over steps, with a bar for the error of each if there are errors."""
    points = [(x, y) for x, y in points if math.isfinite(y)]
    if len(points) < 2:
        return ""
    points = points if errors else thin(points)
    xs, ys = zip(*points)
    # The first steps are far off; the picture is of the rest, and they lie on its edge.
    later = sorted(ys[len(ys) // 20 :])
    later += [y + sign * error for y, error in zip(ys, errors) for sign in (-1, 1)]
    low, high = min(later), max(later)
    span_x, span_y = (xs[-1] - xs[0]) or 1, (high - low) or 1

    def place(x, y):
        across = LEFT + (x - xs[0]) / span_x * (WIDTH - LEFT - 8)
        down = 8 + (1 - (min(max(y, low), high) - low) / span_y) * (HEIGHT - BOTTOM - 8)
        return f"{across:.1f},{down:.1f}"

    line = " ".join(place(x, y) for x, y in points)
    error_bars = "".join(
        f'<polyline points="{place(x, y - error)} {place(x, y + error)}" stroke="#37a" opacity="0.4"/>'
        for (x, y), error in zip(points, errors)
    )
    name = html.escape(title)
    return (
        f'<figure><figcaption>{name}: {ys[-1]:.4g}</figcaption><svg width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{name}"><polyline points="{line}" fill="none" stroke="#37a" stroke-width="1.5"/>{error_bars}'
        f'<text x="2" y="16">{high:.4g}</text><text x="2" y="{HEIGHT - BOTTOM}">{low:.4g}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 6}">step {xs[0]:.0f}</text>'
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 6}" text-anchor="end">{xs[-1]:.0f}</text></svg></figure>'
    )


def bars(title, counts):
    """Draws a table of counts."""
    if not counts:
        return ""
    most = max(counts.values())
    rows = "".join(
        f'<tr><td>{html.escape(name)}</td><td>{count}</td>'
        f'<td style="text-align:left"><span class="bar" style="width:{200 * count / most:.0f}px"></span></td></tr>'
        for name, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    )
    return f"<h2>{html.escape(title)}</h2><table>{rows}</table>"


def strength_curve(strength):
    """Draws the lines of `elo.jsonl`."""
    entries = sorted(strength, key=lambda entry: entry["step"])
    points = [(entry["step"], entry["elo"]) for entry in entries]
    return curve("Elo over the first net", points, [entry["error"] for entry in entries])


def page(status, lines, games, strength=()):
    """Returns the page; `lines` are those of `losses.jsonl`, `strength` those of `elo.jsonl`, `games` counts by name."""
    facts = "".join(f"<tr><td>{html.escape(name)}</td><td>{html.escape(str(value))}</td></tr>" for name, value in status)
    names = [name for name in ("loss", "policy", "outcome", "lead", "margin", "own", "reply", "soft") if lines]
    curves = "".join(
        curve(name, [(line["step"], line[name]) for line in lines if line.get(name) is not None]) for name in names
    )
    speed = curve("samples a second", [(line["step"], line["samples_per_second"]) for line in lines])
    counts = "".join(bars(title, table) for title, table in games.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>halfpoint learns</title><style>{STYLE}</style>'
        f'<meta http-equiv="refresh" content="60"><meta name="viewport" content="width=device-width">'
        f"<h1>halfpoint learns</h1><table>{facts}</table>{strength_curve(strength)}<h2>Losses</h2>{curves}{speed}{counts}</html>\n"
    )
