import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Build } from '../e2e/server.ts'
import { cpuRoles } from './measure/cpuMeter.ts'
import { describeMachine } from './describeMachine.ts'
import type { BenchOptions } from './options.ts'
import type { Figure, ScenarioResult, Sample } from './results.ts'
import { costUnitOf, processorCost, valueText } from './report/text.ts'
import { alignColumns } from './report/textReport.ts'
import { openCheckout } from './setup/checkout.ts'
import { pageStateTexts } from './setup/pageState.ts'
import { median, roundToThreeDigits, summarize, type Summary } from './statistics.ts'
import { figureKindOf } from './targets.ts'

/**
 * [Note: A build beside a build]
 * The builds of two checkouts, each measured by this lab (see setup/checkout.ts), in pairs of rounds: before, after, after,
 * before, and so on. A machine that grows slower or faster meanwhile meets both alike. Absolute figures are the machine's;
 * the ratio of after to before within a pair is not. The plain side, which is the same for both, tells how much of a
 * ratio may be the machine's.
 */

export type BuildName = 'before' | 'after'

/** The order in which builds are measured, pair by pair; as many pairs begin with the one as with the other. */
export function orderOfPairs(rounds: number): BuildName[][] {
  const even = rounds + (rounds % 2)
  return Array.from({ length: even }, (_, pair) =>
    pair % 2 === 0 ? ['before', 'after'] : ['after', 'before'],
  )
}

/** What a lab prints for one scenario. */
export type ScenarioLine = Pick<ScenarioResult, 'scenario' | 'size' | 'error'> & {
  samples: Sample[]
  figures: Figure[]
}

/** Something that both builds have a value of in every round. */
export interface BuildComparison {
  scenario: string
  what: string
  /** By round. */
  before: number[]
  after: number[]
  /** After / before, by round, and their median with its range. */
  ratios: number[]
  ratio: Pick<Summary, 'median' | 'low' | 'high'>
}

/** @param before, after what each lab printed, by round; scenarios that failed anywhere are left out */
export function compareBuilds(before: ScenarioLine[][], after: ScenarioLine[][]): BuildComparison[] {
  const scenarios = [...new Set(after.flat().map(({ scenario }) => scenario))]
  return scenarios.flatMap((scenario) => {
    const old = before.map((lines) => valuesOf(lines, scenario))
    const now = after.map((lines) => valuesOf(lines, scenario))
    return [...(now[0]?.keys() ?? [])].flatMap((what): BuildComparison[] => {
      const pairs = now.map((values, round) => [old[round]?.get(what), values.get(what)] as const)
      if (pairs.some(([a, b]) => a === undefined || b === undefined)) return []
      const values = pairs as [number, number][]
      const ratios = values.map(([a, b]) => b / a)
      const { median: middle, low, high } = summarize(ratios)
      return [
        {
          ...{ scenario, what, ratios },
          before: values.map(([a]) => a),
          after: values.map(([, b]) => b),
          ratio: { median: middle, low, high },
        },
      ]
    })
  })
}

/** Every figure of a scenario, what the product's side cost the processor, and the rate of the plain side. */
function valuesOf(lines: ScenarioLine[], wanted: string): Map<string, number> {
  const line = lines.find(({ scenario, error }) => scenario === wanted && error === null)
  const values = new Map<string, number>()
  for (const { id, value } of line?.figures ?? []) {
    const { label, unit } = figureKindOf(id)
    values.set(unit === 'ratio' ? label : `${label}, ${unit}`, value)
  }
  // The first round ends with the product's side.
  const side = line?.samples.findLast(({ round }) => round === 0)?.side
  const product = line?.samples.filter((sample) => sample.side === side) ?? []
  const first = product[0]
  if (first && first.bytes > 0) {
    const unit = costUnitOf(first)
    const cost = (some: readonly (typeof cpuRoles)[number][]) =>
      processorCost(product, some, unit).reduce((sum, part) => sum + part.cost, 0)
    values.set(`processor of the browser, ${unit}`, cost(cpuRoles.filter((role) => role !== 'server')))
    values.set(`processor of page and workers, ${unit}`, cost(['page', 'workers', 'platform threads']))
    values.set(`processor of the server, ${unit}`, cost(['server']))
    const plain = line?.samples.filter((sample) => sample.side !== side && sample.bytes === first.bytes) ?? []
    if (plain[0])
      values.set(
        `${plain[0].side}, MB/s (the same for both)`,
        median(plain.map(({ bytes, seconds }) => bytes / 1e6 / seconds)),
      )
  }
  return values
}

/**
 * Measures the build in `folder` and this one in turn.
 * @param args of the lab, without those of the comparison @returns whether all could be measured
 * @throws Error where there is no built checkout, or nothing of it can be measured
 */
export async function runComparison(
  folder: string,
  args: string[],
  { sizes, pages }: Pick<BenchOptions, 'sizes' | 'pages'>,
): Promise<boolean> {
  const [before, after] = await Promise.all([openCheckout(folder), openCheckout('.')])
  const builds: Record<BuildName, Build> = { before: before.build, after: after.build }
  const lines: Record<BuildName, ScenarioLine[][]> = { before: [], after: [] }
  const pairs = orderOfPairs(sizes.rounds)
  for (const [n, pair] of pairs.entries()) {
    for (const name of pair) {
      process.stderr.write(`Pair ${n + 1} of ${pairs.length}: ${name}\n`)
      lines[name].push(await runLab([...args, `--checkout=${builds[name].folder}`]))
    }
  }
  const compared = compareBuilds(lines.before, lines.after)
  for (const one of compared) console.log(JSON.stringify(one))
  const described = (name: BuildName) => {
    const { commit, node } = describeMachine(builds[name])
    return `${name}: ${commit ?? builds[name].folder}, Node ${node}`
  }
  const all = Object.values(lines).flat(2)
  const about = [described('before'), described('after'), pageStateTexts[pages], loadText(all)]
  console.log(`\n${about.join('; ')}`)
  console.log(`\n${comparisonTable(compared)}`)
  return all.every(({ error }) => error === null)
}

/** Load of the machine in the minutes before the rounds: how much else was going on. */
export function loadText(lines: readonly ScenarioLine[]): string {
  const loads = lines.flatMap(({ samples }) => samples.map(({ load }) => load))
  return loads.length === 0
    ? 'load unknown'
    : `load before rounds ${Math.min(...loads)} to ${Math.max(...loads)}`
}

async function runLab(args: string[]): Promise<ScenarioLine[]> {
  const child = spawn(process.execPath, ['bench/main.ts', ...args, '--rounds=1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('{"scenario":'))
    .map((line) => JSON.parse(line) as ScenarioLine)
  if (lines.length === 0) throw new Error('Nothing could be measured: see the messages above.')
  return lines
}

/** Medians of both builds, the median of the ratios with its range, and the ratio of each pair. */
export function comparisonTable(compared: readonly BuildComparison[]): string {
  const head = ['', '', 'before', 'after', 'after / before', 'range', 'in each pair']
  const measured = compared.filter(({ before, after }) => [...before, ...after].some((value) => value !== 0))
  const rows = measured.map(({ scenario, what, before, after, ratios, ratio }) => [
    scenario,
    what,
    roundedText(median(before)),
    roundedText(median(after)),
    ratioText(ratio.median),
    Number.isFinite(ratio.median) ? `${ratioText(ratio.low)} to ${ratioText(ratio.high)}` : '',
    ratios.map(ratioText).join(' '),
  ])
  return alignColumns([head, ...rows])
}

/** Nothing can be said beside nothing, such as a longest task of 0 ms. */
const ratioText = (ratio: number) => (Number.isFinite(ratio) ? valueText(ratio, 'ratio') : '–')
const roundedText = (value: number) => String(roundToThreeDigits(value))
