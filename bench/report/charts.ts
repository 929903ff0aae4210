import { escape } from './escape.ts'
import { elapsed, linear, logarithmic, type Scale, steps } from './scale.ts'

/**
 * Line charts as SVG, drawn by hand: two kinds of chart need no library, and what is written here is in the report as
 * it stands, without a script. Colours are classes, so that the page's style decides them for light and dark.
 */

export interface Line {
  name: string
  /** Colour: 'product', 'reference' or 'second'. */
  tone: 'product' | 'reference' | 'second'
  points: { x: number; y: number; title?: string; low?: number; high?: number }[]
  /** Each point is a measurement of its own, not one of many along a curve. */
  dots?: boolean
}

/** A value across the chart. */
export interface Mark {
  name: string
  y: number
}

export interface ChartOptions {
  title: string
  /** What y is, with its unit. */
  unit: string
  lines: Line[]
  marks?: Mark[]
  /** Seconds, unless told. */
  x?: { scale: 'sizes' | 'steps'; text: (value: number) => string }
}

const width = 420
const height = 236
const plot = { left: 44, right: width - 14, top: 42, bottom: height - 26 }

export function chart({ title, unit, lines, marks = [], x }: ChartOptions): string {
  const points = lines.flatMap((line) => line.points)
  if (points.length === 0) return ''
  const highest = Math.max(...points.map((one) => one.high ?? one.y), ...marks.map((one) => one.y))
  const toY = linear(highest, plot.bottom, plot.top)
  const xs = points.map((one) => one.x)
  const toX =
    x === undefined
      ? elapsed(Math.max(...xs), plot.left, plot.right)
      : (x.scale === 'sizes' ? logarithmic : steps)(xs, plot.left + 20, plot.right - 22)
  const xText = x?.text ?? ((value: number) => `${value} s`)
  return figure(title, unit, lines, [
    ...toY.ticks.map((tick) => grid(tick, toY(tick))),
    ...placed(toX).map(([tick, at]) => text(at, height - 8, xText(tick), 'middle')),
    ...marks.map((mark) => target(mark, toY(mark.y))),
    ...lines.flatMap((line) => drawn(line, toX, toY)),
  ])
}

/** What stands too near to the mark before it is left out. */
function placed(scale: Scale): [number, number][] {
  const kept: [number, number][] = []
  for (const tick of scale.ticks) {
    const at = scale(tick)
    if (at <= plot.right + 1 && at - (kept.at(-1)?.[1] ?? -Infinity) > 46) kept.push([tick, at])
  }
  return kept
}

const figure = (title: string, unit: string, lines: Line[], body: string[]): string => `
<figure>
  <figcaption><b>${escape(title)}</b> <span>${escape(unit)}</span></figcaption>
  <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(`${title}, ${unit}`)}">
    ${legend(lines)}
    ${body.join('\n    ')}
  </svg>
</figure>`

function legend(lines: Line[]): string {
  const letter = 6.8
  let at = plot.left
  const entries = lines.map(({ name, tone }) => {
    const x = at
    at += 22 + name.length * letter + 8
    return `<g><line class="${tone}" x1="${x}" x2="${x + 14}" y1="13" y2="13" />${text(x + 19, 17, name, 'start')}</g>`
  })
  return lines.length > 1 ? entries.join('') : ''
}

const grid = (tick: number, y: number): string =>
  `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${round(y)}" y2="${round(y)}" />` +
  text(plot.left - 6, y + 4, tick.toLocaleString('en-US'), 'end')

const target = ({ name }: Mark, y: number): string =>
  `<line class="mark" x1="${plot.left}" x2="${plot.right}" y1="${round(y)}" y2="${round(y)}" />` +
  text(plot.left + 3, y - 4, name, 'start')

function drawn({ tone, points, dots = false }: Line, toX: Scale, toY: Scale): string[] {
  const path = points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${round(toX(x))} ${round(toY(y))}`).join('')
  const spreads = points.flatMap(({ x, low, high }) =>
    low === undefined || high === undefined || low === high
      ? []
      : `<line class="spread ${tone}" x1="${round(toX(x))}" x2="${round(toX(x))}" y1="${round(toY(low))}" y2="${round(toY(high))}" />`,
  )
  const circles = dots
    ? points.map(
        ({ x, y, title = '' }) =>
          `<circle class="${tone}" cx="${round(toX(x))}" cy="${round(toY(y))}" r="3.5"><title>${escape(title)}</title></circle>`,
      )
    : []
  return [`<path class="${tone}" d="${path}" />`, ...spreads, ...circles]
}

const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escape(content)}</text>`

const round = (value: number): number => Number(value.toFixed(1))
