import { cpuRoles } from '../measure/cpuMeter.ts'
import { figuresOf, type ScenarioResult, type BenchReport } from '../results.ts'
import { lineText } from '../setup/line.ts'
import { pageStateTexts } from '../setup/pageState.ts'
import { median, roundToThreeDigits } from '../statistics.ts'
import { figureKindOf, verdictTexts } from '../targets.ts'
import { groupBySide, costUnitOf, processorCost, sizeText, valueText, valueWithUnit } from './text.ts'

/** What a terminal shows at the end. */
export const textReport = (run: BenchReport): string =>
  [headline(run), figuresTable(run), ...run.results.map(sidesTable).filter((text) => text !== '')].join(
    '\n\n',
  )

const headline = ({ machine: { commit }, browser, pages, level, line }: BenchReport): string =>
  [
    `Commit ${commit ?? 'unknown'}`,
    browser,
    `level ${level}`,
    pageStateTexts[pages],
    ...(line ? [lineText(line)] : []),
  ].join(', ')

function figuresTable(run: BenchReport): string {
  const head = ['', 'value', 'spread', 'first bar', 'goal', 'reached']
  const rows = figuresOf(run).map(({ id, value, low, high, verdict, smaller }) => {
    const { label, unit, bar, goal } = figureKindOf(id)
    const reached = verdict === null ? '' : verdictTexts[verdict]
    return [
      label,
      valueWithUnit(value, unit),
      low === high ? '' : `${valueText(low, unit)} to ${valueText(high, unit)}`,
      bar === undefined ? '' : valueText(bar, unit),
      goal === undefined ? '' : valueText(goal, unit),
      smaller ? `(${reached})` : reached,
    ]
  })
  const note = figuresOf(run).some(({ smaller }) => smaller)
    ? '\nIn brackets: measured with less than the target asks for.'
    : ''
  return alignColumns([head, ...rows]) + note
}

/** Each side of a scenario: how fast, who used the processor, what held up the main thread. */
function sidesTable({ scenario, size, samples, note, error }: ScenarioResult): string {
  const title = `${scenario} (${size})`
  if (error !== null) return `${title}: FAILED, ${error}`
  if (note !== null) return `${title}: ${note}`
  const moving = samples.filter(({ bytes }) => bytes > 0)
  if (moving.length === 0) return ''
  const unit = costUnitOf(moving[0] ?? { files: 1 })
  const rows = groupBySide(moving).map(({ name, samples: group }) => {
    const { bytes = 0, files = 0 } = group[0] ?? {}
    const seconds = median(group.map((one) => one.seconds))
    const tasks = group.flatMap((one) => one.tasks ?? [])
    const parts = processorCost(group, cpuRoles, unit)
    const total = roundToThreeDigits(parts.reduce((sum, part) => sum + part.cost, 0))
    return [
      `  ${name}, ${sizeText({ bytes, files })}`,
      `${seconds.toFixed(2)} s`,
      unit === 'ms a file'
        ? `${Math.round(files / seconds)} files/s`
        : `${Math.round(bytes / 1e6 / seconds)} MB/s`,
      `processor ${total} ${unit}`,
      parts.map((part) => `${part.role} ${part.cost}`).join(', '),
      tasks.length === 0
        ? ''
        : `longest task ${Math.round(Math.max(...tasks.map((one) => one.longestMs)))} ms`,
      `load ${group.map((one) => one.load.toFixed(1)).join(' ')}`,
    ]
  })
  return `${title}\n${alignColumns(rows)}`
}

/** Cells in aligned columns. */
export function alignColumns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
