import type { PastRun } from '../history.ts'
import { type CpuRole, cpuRoles } from '../measure/cpuMeter.ts'
import { figuresOf, type ScenarioResult, type BenchReport, type Sample, type Timeline } from '../results.ts'
import { bytesText } from '../sizes.ts'
import { lineText } from '../setup/line.ts'
import { pageStateTexts } from '../setup/pageState.ts'
import { median, roundToThreeDigits } from '../statistics.ts'
import { type FigureId, figureKindOf, type Verdict } from '../targets.ts'
import { bulletChart } from './bulletChart.ts'
import { lineChart, type ChartLine } from './lineChart.ts'
import { escapeHtml } from './escapeHtml.ts'
import { reportStyle } from './style.ts'
import {
  groupBySide,
  type CostUnit,
  costUnitOf,
  processorCost,
  sizeText,
  valueText,
  valueWithUnit,
} from './text.ts'

/** The report: one file that needs no network and no script. `past` are comparable runs, this one the last of them. */
export const htmlReport = (run: BenchReport, past: PastRun[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Throughput, ${escapeHtml(dateText(run.at))}</title>
<style>${reportStyle}</style>
${headerHtml(run)}
<main>
${[targetsSection, throughputSection, memorySection, growthSection, processorSection, mainThreadSection].map((section) => section(run)).join('')}
${trendSection(past)}
${roundsDetails(run)}
</main>
</html>
`

const dateText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

const sectionHtml = (title: string, about: string, body: string): string =>
  body.trim() === ''
    ? ''
    : `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>${body}</section>`

function headerHtml(run: BenchReport): string {
  const { processor: cpu, cores, memoryGB, system, node, commit } = run.machine
  const about = [
    dateText(run.at),
    `level ${run.level}`,
    run.browser,
    pageStateTexts[run.pages],
    ...(run.line ? [lineText(run.line)] : []),
    `${cpu}, ${cores} cores, ${memoryGB} GB`,
    system,
    `Node ${node}`,
    ...(commit === null ? [] : [`commit ${commit}`]),
  ]
  const reached = figuresOf(run).flatMap(({ verdict }) => verdict ?? [])
  const smaller = figuresOf(run).filter((figure) => figure.verdict !== null && figure.smaller).length
  const note = smaller === 0 ? '' : `<p>${smaller} of them with less than the target asks for.</p>`
  const count = (verdict: Verdict) => reached.filter((one) => one === verdict).length
  return `<header><h1>Throughput</h1><p class="about">${about.map((one) => `<span>${escapeHtml(one)}</span>`).join(' ')}</p>
<div class="score"><div class="goal"><b>${count('goal')}</b>reach the goal</div><div class="bar"><b>${count('bar')}</b>reach the first bar</div><div class="missed"><b>${count('missed')}</b>miss it</div></div>${note}
${run.results.map(({ scenario, error }) => (error === null ? '' : `<p class="error">${escapeHtml(`${scenario} could not be measured: ${error}`)}</p>`)).join('')}
</header>`
}

function targetsSection(run: BenchReport): string {
  const bullets = figuresOf(run).map(bulletChart).join('')
  return sectionHtml(
    'Against the targets',
    'The fainter mark is the first bar, the stronger one the goal. The thin line is the spread over the rounds. Pale and in brackets: measured with less than the target asks for, so no more than orientation.',
    bullets === '' ? '' : `<ul class="bullets">${bullets}</ul>`,
  )
}

/** Sides of a scenario that moved bytes and were followed while they did, the product first. */
function followedSamples({ samples }: ScenarioResult): { sample: Sample; timeline: Timeline }[] {
  const inOrder = groupBySide(samples.filter(({ bytes }) => bytes > 0)).flatMap((side) => side.samples)
  return inOrder.flatMap((sample) => {
    const { timeline } = sample
    return timeline && timeline.seconds.length > 1 ? [{ sample, timeline }] : []
  })
}

const toneAt = (index: number): ChartLine['tone'] =>
  (['product', 'reference', 'second'] as const)[index] ?? 'second'

function throughputSection(run: BenchReport): string {
  const charts = run.results.map((result) => {
    if (result.curves.length > 0) return ''
    const sides = followedSamples(result).filter(({ timeline }) => !timeline.browserMB)
    if (!sides.some(({ timeline }) => timeline.rate.some((rate) => rate > 1))) return ''
    const lines = sides.map(({ sample, timeline }, index): ChartLine => {
      return { name: sample.side, tone: toneAt(index), points: points(timeline.seconds, timeline.rate) }
    })
    return lineChart({ title: `${result.scenario}, ${result.size}`, unit: 'MB/s', lines })
  })
  return sectionHtml(
    'Throughput over time',
    'What the server wrote, to its disk or to the network, in the last round.',
    chartGrid(charts),
  )
}

function memorySection(run: BenchReport): string {
  const charts = run.results.map((result) => {
    const [followedRun] = followedSamples(result)
    const { seconds = [], browserMB, serverMB } = followedRun?.timeline ?? {}
    if (!browserMB || !serverMB) return ''
    const kind = figureKindOf(result.scenario as FigureId)
    const lines: ChartLine[] = [
      { name: 'browser', tone: 'product', points: points(seconds, browserMB) },
      { name: 'server', tone: 'reference', points: points(seconds, serverMB) },
    ]
    const marks = [
      { name: 'first bar', y: kind.bar ?? 0 },
      { name: 'goal', y: kind.goal ?? 0 },
    ]
    return lineChart({ title: `${result.scenario}, ${result.size}`, unit: 'MB over idle', lines, marks })
  })
  return sectionHtml(
    'Memory over time',
    'Growth over idle in PSS, all processes of the browser, and the server; in runs of their own.',
    chartGrid(charts),
  )
}

const points = (xs: number[], ys: number[]): ChartLine['points'] =>
  xs.map((x, n) => ({ x, y: Math.max(0, ys[n] ?? 0) }))

function growthSection(run: BenchReport): string {
  const charts = run.results
    .filter(({ curves }) => curves.length > 0)
    .map(({ scenario, curves }) => {
      const isBytes = curves[0]?.of === 'bytes'
      const xText = isBytes ? bytesText : (files: number) => files.toLocaleString('en-US')
      const unit = isBytes ? 's a GiB' : 'ms a file'
      const lines = curves.map((curve, index): ChartLine => {
        return {
          name: curve.name,
          tone: index === 0 ? 'product' : 'second',
          dots: true,
          points: curve.points.map((one) => ({
            ...one,
            title: `${xText(one.x)}: ${roundToThreeDigits(one.y)} ${unit}`,
          })),
        }
      })
      return lineChart({ title: scenario, unit: `cost, ${unit}`, lines, x: { scale: 'sizes', text: xText } })
    })
  return sectionHtml(
    'Growth',
    'What a byte or a file costs, by how many there are. A level line is what is wanted.',
    chartGrid(charts),
  )
}

const colours = Object.fromEntries(cpuRoles.map((role, n) => [role, `var(--c${n + 1})`])) as Record<
  CpuRole,
  string
>

function processorSection(run: BenchReport): string {
  const groups = run.results
    .map(({ scenario, size, samples }) => {
      const largest = Math.max(...samples.map(({ bytes }) => bytes))
      const moving = samples.filter(({ bytes }) => bytes === largest && bytes > 0)
      const unit = costUnitOf(moving[0] ?? { files: 1 })
      return { title: `${scenario}, ${size}`, unit, sides: groupBySide(moving) }
    })
    .filter(({ sides }) => sides.length > 1)
  const mostOf = (unit: CostUnit) =>
    Math.max(
      ...groups
        .filter((group) => group.unit === unit)
        .flatMap(({ sides }) => sides.map(({ samples }) => totalCost(samples, unit))),
    )
  const body = groups.map(
    ({ title, unit, sides }) =>
      `<h3>${escapeHtml(`${title} (${unit})`)}</h3>${sides.map((side) => processorBars(side, unit, mostOf(unit))).join('')}`,
  )
  const key = cpuRoles.map((role) => `<li><i style="background:${colours[role]}"></i>${role}</li>`).join('')
  return sectionHtml(
    'Processor',
    'Processor time a GiB or a file, by who used it. Platform threads are those on which the browser encrypts, reads files and runs what a page asks for.',
    body.length === 0 ? '' : `<ul class="key">${key}</ul><div class="cpu">${body.join('')}</div>`,
  )
}

const totalCost = (samples: Sample[], unit: CostUnit): number =>
  processorCost(samples, cpuRoles, unit).reduce((sum, { cost }) => sum + cost, 0)

function processorBars(
  { name, samples }: { name: string; samples: Sample[] },
  unit: CostUnit,
  most: number,
): string {
  const width = (cost: number) => `${((cost / most) * 100).toFixed(2)}%`
  const bars = processorCost(samples, cpuRoles, unit).map(
    ({ role, cost }) =>
      `<span style="width:${width(cost)};background:${colours[role]}" title="${escapeHtml(`${role}: ${cost} ${unit}`)}"></span>`,
  )
  return `<div class="side"><span class="name">${escapeHtml(name)}</span><span class="stack">${bars.join('')}</span><span class="sum">${roundToThreeDigits(totalCost(samples, unit))}</span></div>`
}

function mainThreadSection(run: BenchReport): string {
  const rows = run.results.flatMap(({ scenario, samples }) =>
    groupBySide(samples.filter(({ tasks }) => tasks !== null)).map(({ name, samples: group }) => {
      const tasks = group.flatMap((one) => one.tasks ?? [])
      const { bytes = 0, files = 0 } = group[0] ?? {}
      return [
        scenario,
        `${name}, ${sizeText({ bytes, files })}`,
        `${Math.round(Math.max(...tasks.map((one) => one.longestMs)))} ms`,
        String(median(tasks.map((one) => one.over50))),
        String(median(tasks.map((one) => one.over200))),
      ]
    }),
  )
  return sectionHtml(
    'The main thread',
    'Tasks that held it up, by the clock: a task that waited for a processor counts too. Counts are of one run.',
    rows.length === 0 ? '' : htmlTable(['', 'run', 'longest', 'over 50 ms', 'over 200 ms'], rows, 2),
  )
}

/** What can be compared over time: ratios, and what is no time of the machine's. */
function trendSection(past: PastRun[]): string {
  const ids = [...new Set(past.flatMap(({ figures }) => Object.keys(figures) as FigureId[]))]
  const charts = ids
    .filter((id) => figureKindOf(id).bar !== undefined)
    .map((id) => {
      const { label, unit, bar, goal } = figureKindOf(id)
      const line = past.flatMap(({ at, commit, figures }, x) => {
        const figure = figures[id]
        if (!figure) return []
        const title = `${dateText(at)}${commit === null ? '' : `, ${commit}`}: ${valueWithUnit(figure.value, unit)}`
        return [{ x, y: figure.value, low: figure.low, high: figure.high, title }]
      })
      if (line.length < 2) return ''
      return lineChart({
        title: label,
        unit: unit === 'ratio' ? '' : unit,
        lines: [{ name: label, tone: 'product', points: line, dots: true }],
        marks: [
          { name: 'first bar', y: bar ?? 0 },
          { name: 'goal', y: goal ?? 0 },
        ],
        x: { scale: 'steps', text: (n) => dateText(past[n]?.at ?? '').slice(5, 16) },
      })
    })
  return sectionHtml(
    'Over runs',
    'Earlier runs of the same level in the same browser. Ratios can be compared; times and rates are the machine’s.',
    chartGrid(charts),
  )
}

function roundsDetails(run: BenchReport): string {
  const rows = run.results.flatMap(({ scenario, samples }) =>
    samples.map(({ side, round, load, seconds, bytes, files }) => [
      scenario,
      side,
      bytes > 0 ? sizeText({ bytes, files }) : '',
      String(round + 1),
      load.toFixed(1),
      `${valueText(seconds, 'ratio')} s`,
      bytes > 0 ? `${valueText(bytes / 1e6 / seconds, 'MB/s')} MB/s` : '',
    ]),
  )
  const head = ['', 'run', 'size', 'round', 'load before', 'time', 'rate']
  return rows.length === 0
    ? ''
    : `<details><summary>Every round</summary>${htmlTable(head, rows, 3)}</details>`
}

const chartGrid = (charts: string[]): string => {
  const drawn = charts.filter((one) => one !== '')
  return drawn.length === 0 ? '' : `<div class="charts">${drawn.join('')}</div>`
}

/** Columns from `numbersFrom` on are numbers. */
function htmlTable(head: string[], rows: string[][], numbersFrom: number): string {
  const cells = (tag: 'td' | 'th', row: string[]) =>
    row
      .map((cell, at) => `<${tag}${at >= numbersFrom ? ' class="number"' : ''}>${escapeHtml(cell)}</${tag}>`)
      .join('')
  return `<div class="scroll"><table><tr>${cells('th', head)}</tr>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</table></div>`
}
