import { escapeHtml } from './escapeHtml.ts'
import { elapsedScale, linearScale, logarithmicScale, type Scale, stepScale } from './scale.ts'

/**
 * Line charts as SVG, drawn by hand: two kinds of chart need no library, and what is written here is in the report as
 * it stands, without a script. Colours are classes, so that the page's style decides them for light and dark.
 */

export interface ChartLine {
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
  lines: ChartLine[]
  marks?: Mark[]
  /** Seconds, unless told. */
  x?: { scale: 'sizes' | 'steps'; text: (value: number) => string }
}

const width = 420
const height = 236
const plotArea = { left: 44, right: width - 14, top: 42, bottom: height - 26 }

export function lineChart({ title, unit, lines, marks = [], x }: ChartOptions): string {
  const points = lines.flatMap((line) => line.points)
  if (points.length === 0) return ''
  const highest = Math.max(...points.map((one) => one.high ?? one.y), ...marks.map((one) => one.y))
  const toY = linearScale(highest, plotArea.bottom, plotArea.top)
  const xs = points.map((one) => one.x)
  const toX =
    x === undefined
      ? elapsedScale(Math.max(...xs), plotArea.left, plotArea.right)
      : (x.scale === 'sizes' ? logarithmicScale : stepScale)(xs, plotArea.left + 20, plotArea.right - 22)
  const xText = x?.text ?? ((value: number) => `${value} s`)
  return figureElement(title, unit, lines, [
    ...toY.ticks.map((tick) => gridLine(tick, toY(tick))),
    ...placeTicks(toX).map(([tick, at]) => svgText(at, height - 8, xText(tick), 'middle')),
    ...marks.map((mark) => markLine(mark, toY(mark.y))),
    ...lines.flatMap((line) => drawLine(line, toX, toY)),
  ])
}

/** What stands too near to the mark before it is left out. */
function placeTicks(scale: Scale): [number, number][] {
  const kept: [number, number][] = []
  for (const tick of scale.ticks) {
    const at = scale(tick)
    if (at <= plotArea.right + 1 && at - (kept.at(-1)?.[1] ?? -Infinity) > 46) kept.push([tick, at])
  }
  return kept
}

const figureElement = (title: string, unit: string, lines: ChartLine[], body: string[]): string => `
<figure>
  <figcaption><b>${escapeHtml(title)}</b> <span>${escapeHtml(unit)}</span></figcaption>
  <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${title}, ${unit}`)}">
    ${legend(lines)}
    ${body.join('\n    ')}
  </svg>
</figure>`

function legend(lines: ChartLine[]): string {
  const letter = 6.8
  let at = plotArea.left
  const entries = lines.map(({ name, tone }) => {
    const x = at
    at += 22 + name.length * letter + 8
    return `<g><line class="${tone}" x1="${x}" x2="${x + 14}" y1="13" y2="13" />${svgText(x + 19, 17, name, 'start')}</g>`
  })
  return lines.length > 1 ? entries.join('') : ''
}

const gridLine = (tick: number, y: number): string =>
  `<line class="grid" x1="${plotArea.left}" x2="${plotArea.right}" y1="${round(y)}" y2="${round(y)}" />` +
  svgText(plotArea.left - 6, y + 4, tick.toLocaleString('en-US'), 'end')

const markLine = ({ name }: Mark, y: number): string =>
  `<line class="mark" x1="${plotArea.left}" x2="${plotArea.right}" y1="${round(y)}" y2="${round(y)}" />` +
  svgText(plotArea.left + 3, y - 4, name, 'start')

function drawLine({ tone, points, dots = false }: ChartLine, toX: Scale, toY: Scale): string[] {
  const path = points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${round(toX(x))} ${round(toY(y))}`).join('')
  const spreads = points.flatMap(({ x, low, high }) =>
    low === undefined || high === undefined || low === high
      ? []
      : `<line class="spread ${tone}" x1="${round(toX(x))}" x2="${round(toX(x))}" y1="${round(toY(low))}" y2="${round(toY(high))}" />`,
  )
  const circles = dots
    ? points.map(
        ({ x, y, title = '' }) =>
          `<circle class="${tone}" cx="${round(toX(x))}" cy="${round(toY(y))}" r="3.5"><title>${escapeHtml(title)}</title></circle>`,
      )
    : []
  return [`<path class="${tone}" d="${path}" />`, ...spreads, ...circles]
}

const svgText = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(content)}</text>`

const round = (value: number): number => Number(value.toFixed(1))
