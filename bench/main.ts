/**
 * The throughput lab: `npm run bench`. See README.md beside this file.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBaseline, type Regression, findRegressions, baselineWithRun, writeBaseline } from './baseline.ts'
import { runComparison } from './compareBuilds.ts'
import { comparableRuns, pastRunOf, appendToHistory } from './history.ts'
import { describeMachine } from './describeMachine.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { htmlReport } from './report/htmlReport.ts'
import { textReport } from './report/textReport.ts'
import { figuresOf, type ScenarioOutcome, type ScenarioResult, type BenchReport } from './results.ts'
import { scenarios, selectScenarios } from './scenarios/all.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { cache } from './setup/sampleFiles.ts'
import { Setup } from './setup/setup.ts'
import { figureKindOf } from './targets.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(options: BenchOptions, selected: Scenario[]): Promise<boolean> {
  mkdirSync(join(cache, 'runs'), { recursive: true })
  const setup = await Setup.open(options)
  const run: BenchReport = {
    at: new Date().toISOString(),
    level: options.level,
    browser: setup.browser.version,
    pages: options.pages,
    line: options.line,
    machine: describeMachine(setup.build),
    results: [],
  }
  let worse: Regression[] = []
  try {
    for (const scenario of selected) run.results.push(await measureScenario(scenario, setup, options))
    if (options.check) worse = await checkAgainstBaseline(run, selected, setup, options)
  } finally {
    await setup.close()
  }
  saveRun(run, options)
  const failed = run.results.filter(({ error }) => error !== null)
  for (const { scenario, error } of failed) say(`${scenario} could not be measured: ${error}`)
  return worse.length === 0 && failed.length === 0
}

async function measureScenario(
  scenario: Scenario,
  setup: Setup,
  { sizes, pages }: BenchOptions,
): Promise<ScenarioResult> {
  say(`${scenario.name}: ${scenario.what}`)
  const began = performance.now()
  const nothing: ScenarioOutcome = { size: '', measured: [] }
  let outcome = nothing
  let error: string | null = null
  try {
    outcome = await scenario.run(setup, sizes)
  } catch (reason) {
    error = firstLine(reason)
  }
  try {
    await setup.clear()
  } catch (reason) {
    error ??= firstLine(reason)
  }
  const { size, measured, samples = [], curves = [], note = null } = outcome
  const tasks = samples.flatMap((sample) => sample.tasks?.longestMs ?? [])
  const made: ScenarioResult = {
    scenario: scenario.name,
    size,
    took: (performance.now() - began) / 1000,
    measured: tasks.length > 0 ? [...measured, { id: 'longest-task', values: tasks }] : measured,
    samples,
    curves,
    note,
    error,
  }
  const withoutCurves = made.samples.map((sample) => ({ ...sample, timeline: undefined }))
  console.log(toJsonLine({ ...withFigures(made), pages, samples: withoutCurves }))
  return made
}

/** The failure of a browser brings its whole log along. */
const firstLine = (reason: unknown) =>
  (reason instanceof Error ? reason.message : String(reason)).split('\n', 1)[0] ?? ''

/** Rounds in which `--check` measures again. */
const roundsAgain = 2

/** What is grossly worse is measured once more: one bad moment of the machine fails nothing. */
async function checkAgainstBaseline(
  run: BenchReport,
  selected: Scenario[],
  setup: Setup,
  options: BenchOptions,
) {
  const baseline = readBaseline()
  const again = { ...options, sizes: { ...options.sizes, rounds: roundsAgain } }
  const suspects = findRegressions(run, baseline).map(({ id }) => id)
  for (const [at, { measured }] of run.results.entries()) {
    const scenario = selected[at]
    if (!scenario || !measured.some(({ id }) => suspects.includes(id))) continue
    say(`Worse than the baseline; once more:`)
    run.results[at] = await measureScenario(scenario, setup, again)
  }
  const worse = findRegressions(run, baseline)
  for (const { id, baselineRatio, measuredRatio } of worse) {
    say(
      `REGRESSION: ${figureKindOf(id).label} is ${measuredRatio.toFixed(2)}; the baseline has ${baselineRatio.toFixed(2)}.`,
    )
  }
  return worse
}

/** Everything that was measured in one file, the figures in the history, and the report. */
function saveRun(run: BenchReport, options: BenchOptions) {
  const { results, ...head } = run
  const stamp = run.at.replaceAll(/[:.]/g, '-')
  const lines = [head, ...results.map(withFigures)].map((one) => `${toJsonLine(one)}\n`)
  writeFileSync(join(cache, 'runs', `${stamp}.jsonl`), lines.join(''))
  const isKept = !options.ownSizes && options.checkout === '.' && options.line === null
  const past = isKept ? comparableRuns(appendToHistory(pastRunOf(run)), run) : []
  const report = join(cache, 'report.html')
  writeFileSync(report, htmlReport(run, past))
  writeFileSync(join(cache, 'runs', `${stamp}.html`), htmlReport(run, past))
  if (options.keepBaseline) writeBaseline(baselineWithRun(readBaseline(), run))
  console.log(`\n${textReport(run)}`)
  say(`\nThe report: ${resolve(report)}`)
}

const withFigures = (one: ScenarioResult) => ({
  ...one,
  measured: undefined,
  figures: figuresOf({ results: [one] }),
})

/** Numbers need no more digits than they have meaning. */
function toJsonLine(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'number' ? Number(one.toPrecision(6)) : one,
  )
}

/** Says in a sentence why nothing could be measured. */
async function orReportFailure(measured: Promise<boolean>): Promise<boolean> {
  try {
    return await measured
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return false
  }
}

function readOptionsOrExit(): { options: BenchOptions; selected: Scenario[] } {
  try {
    const options = readOptions(process.argv.slice(2))
    return { options, selected: selectScenarios(options) }
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

const { options, selected } = readOptionsOrExit()
if (options.list) {
  for (const { name, what, browsers } of scenarios) {
    console.log(`${name.padEnd(16)} ${what}${browsers ? ` (${browsers.join()} alone)` : ''}`)
  }
} else if (options.beside !== null) {
  const passedOn = process.argv.slice(2).filter((arg) => !/^--(beside|rounds)=/.test(arg))
  process.exit((await orReportFailure(runComparison(options.beside, passedOn, options))) ? 0 : 1)
} else process.exit((await orReportFailure(main(options, selected))) ? 0 : 1)
