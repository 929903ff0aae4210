import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { roles } from './measure/cpu.ts'
import type { Figure, Result, Sample } from './results.ts'
import { costUnitOf, processorCost, valueText } from './report/text.ts'
import { columns } from './report/table.ts'
import { median, rounded } from './statistics.ts'
import { kindOf } from './targets.ts'

/**
 * [Note: A build beside a build]
 * Two checkouts of the product, each measured by its own lab, one round of one and then one round of the other, every
 * other round in the opposite order. Absolute figures are the machine's; the ratio of new to old within a round is not.
 * Each lab drives its own build, so that calls may have changed between the two; a lab whose measuring has changed is
 * compared along with it.
 */

/** What a lab prints for one scenario. */
export type Line = Pick<Result, 'scenario' | 'size' | 'error'> & { samples: Sample[]; figures: Figure[] }

/** Something that both builds have a value of in every round. */
export interface Comparison {
  scenario: string
  what: string
  /** By round. */
  before: number[]
  after: number[]
  /** After / before, by round. */
  ratios: number[]
}

/** @param before, after what each lab printed, by round; scenarios that failed anywhere are left out */
export function compareBuilds(before: Line[][], after: Line[][]): Comparison[] {
  const scenarios = [...new Set(after.flat().map(({ scenario }) => scenario))]
  return scenarios.flatMap((scenario) => {
    const old = before.map((lines) => valuesOf(lines, scenario))
    const now = after.map((lines) => valuesOf(lines, scenario))
    return [...(now[0]?.keys() ?? [])].flatMap((what): Comparison[] => {
      const pairs = now.map((values, round) => [old[round]?.get(what), values.get(what)] as const)
      if (pairs.some(([a, b]) => a === undefined || b === undefined)) return []
      const values = pairs as [number, number][]
      return [
        {
          ...{ scenario, what },
          before: values.map(([a]) => a),
          after: values.map(([, b]) => b),
          ratios: values.map(([a, b]) => b / a),
        },
      ]
    })
  })
}

/** Every figure of a scenario, and what the product's side cost the processor. */
function valuesOf(lines: Line[], wanted: string): Map<string, number> {
  const line = lines.find(({ scenario, error }) => scenario === wanted && error === null)
  const values = new Map<string, number>()
  for (const { id, value } of line?.figures ?? []) values.set(kindOf(id).label, value)
  // The product's side is the one that is prepared first.
  const side = line?.samples[0]?.side
  const product = line?.samples.filter((sample) => sample.side === side) ?? []
  const first = product[0]
  if (first && first.bytes > 0) {
    const unit = costUnitOf(first)
    const cost = (some: readonly (typeof roles)[number][]) =>
      processorCost(product, some, unit).reduce((sum, part) => sum + part.cost, 0)
    values.set(`processor of the browser, ${unit}`, cost(roles.filter((role) => role !== 'server')))
    values.set(`processor of page and workers, ${unit}`, cost(['page', 'workers', 'platform threads']))
    values.set(`processor of the server, ${unit}`, cost(['server']))
  }
  return values
}

/** Runs the labs of this checkout and of the one in `folder` in turn. @returns whether all could be measured */
export async function runBeside(folder: string, args: string[], rounds: number): Promise<boolean> {
  if (!existsSync(join(folder, 'dist-server', 'main.js')) || !existsSync(join(folder, 'bench', 'main.ts')))
    throw new Error(`In ${folder} there is no built checkout of the product.`)
  const before: Line[][] = []
  const after: Line[][] = []
  for (let round = 0; round < rounds; round++) {
    const both = [() => runLab(folder, args).then((lines) => before.push(lines))]
    both.push(() => runLab(process.cwd(), args).then((lines) => after.push(lines)))
    for (const run of round % 2 === 0 ? both : both.toReversed()) await run()
    process.stderr.write(`Round ${round + 1} of ${rounds} is over.\n`)
  }
  const compared = compareBuilds(before, after)
  for (const one of compared) console.log(JSON.stringify(one))
  console.log(`\n${table(compared)}`)
  return [...before, ...after].flat().every(({ error }) => error === null)
}

async function runLab(cwd: string, args: string[]): Promise<Line[]> {
  const child = spawn(process.execPath, ['bench/main.ts', ...args, '--rounds=1'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return said
    .split('\n')
    .filter((line) => line.startsWith('{"scenario":'))
    .map((line) => JSON.parse(line) as Line)
}

function table(compared: Comparison[]): string {
  const head = ['', '', 'before', 'after', 'after / before', 'in each round']
  const rows = compared.map(({ scenario, what, before, after, ratios }) => [
    scenario,
    what,
    shown(median(before)),
    shown(median(after)),
    ratioText(median(ratios)),
    ratios.map(ratioText).join(' '),
  ])
  return columns([head, ...rows])
}

/** Nothing can be said beside nothing, such as a longest task of 0 ms. */
const ratioText = (ratio: number) => (Number.isFinite(ratio) ? valueText(ratio, 'ratio') : '–')
const shown = (value: number) => String(rounded(value))
