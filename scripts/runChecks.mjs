// Runs the checks of `npm test` side by side on two cores, counts the tests, and ends with those that failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'

/**
 * A program that checks something. Those that use all cores run beside none but those that wait.
 * @typedef {object} Check
 * @property {string} name
 * @property {string} program
 * @property {string[]} args
 * @property {0 | 1 | 2} cores how many it uses; 0 where it mostly waits for disks, the network or other programs
 * @property {string[]} [after] checks without whose success it does not run
 * @property {'vitest' | 'playwright'} [counts] how it counts its tests; without it the check counts as one
 * @property {() => NodeJS.ProcessEnv} [env] asked when it begins
 */

const cores = Math.min(2, availableParallelism())
const coresOf = (check) => Math.min(check.cores, cores)

/**
 * Ends with one line of counts.
 * @param {Check[]} checks in the order of their beginning; those named by `after` are among them
 * @returns whether any of them failed
 */
export async function runChecks(checks) {
  const reports = mkdtempSync(join(tmpdir(), 'sealpost-reports-'))
  const waiting = [...checks]
  const results = []
  const running = new Set()
  let freeCores = cores
  const resultNamed = (name) => results.find((result) => result.name === name)
  const isReady = ({ after = [] }) => after.every((name) => resultNamed(name) !== undefined)
  while (waiting.length > 0 || running.size > 0) {
    // What uses all cores waits for them, and lets nothing that comes later go first.
    const next = waiting.findIndex(isReady)
    if (next === -1 || coresOf(waiting[next]) > freeCores) {
      await Promise.race(running)
      continue
    }
    const [check] = waiting.splice(next, 1)
    const missing = (check.after ?? []).find((name) => resultNamed(name).failed > 0)
    if (missing !== undefined) {
      console.log(`\n${check.name}: not run, since '${missing}' failed`)
      results.push({ name: check.name, passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0 })
      continue
    }
    freeCores -= coresOf(check)
    const ended = runCheck(check, reports).then((result) => {
      freeCores += coresOf(check)
      running.delete(ended)
      results.push(result)
    })
    running.add(ended)
  }
  rmSync(reports, { recursive: true, force: true })
  return summarize(results)
}

/** @param {Check} check */
async function runCheck({ name, program, args, counts, cores: used, env }, reports) {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const began = performance.now()
  const reporting = {
    vitest: { args: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env: {} },
    playwright: { args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  }[counts] ?? { args: [], env: {} }
  // What uses all cores is read as it comes; of others each one's messages stay together.
  const isReadAtOnce = used > 1
  const child = spawn(program, [...args, ...reporting.args], {
    stdio: ['ignore', isReadAtOnce ? 'inherit' : 'pipe', isReadAtOnce ? 'inherit' : 'pipe'],
    env: { ...(env?.() ?? process.env), ...reporting.env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  const [status] = await once(child, 'close')
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${printed.trimEnd()}\n${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return { name, seconds, ...resultOf(counts, report, status === 0) }
}

/** A program that failed has failed at least once, whatever its report says: it may have ended before it wrote one. */
function resultOf(counts, report, isPassed) {
  const least = { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, failures: [] }
  if (counts === undefined) return least
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'))
    const counted = counts === 'vitest' ? vitestResult(read) : playwrightResult(read)
    return { ...counted, failed: Math.max(counted.failed, least.failed) }
  } catch {
    return { ...least, failed: 1, passed: 0 }
  }
}

/** @returns counts and failures of Vitest's JSON report; a file that could not be loaded has a message and no tests. */
function vitestResult({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ test: name, message }]
    return failed.map((test) => ({ test: `${name} > ${test.fullName}`, message: test.failureMessages[0] }))
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failures }
}

/** @returns counts and failures of Playwright's JSON report, whose suites nest. */
function playwrightResult({ stats, suites, errors }) {
  const specs = suites.flatMap(function specsOf(suite) {
    return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  })
  const failures = specs
    .filter((spec) => !spec.ok)
    .map(({ file, line, title, tests }) => {
      const result = tests.flatMap((test) => test.results).find(({ error }) => error)
      return {
        test: `${file}:${line} > ${title}`,
        message: `${result?.error.message ?? ''}${pageSnapshot(result)}`,
      }
    })
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...failures, ...errors.map(({ message }) => ({ test: 'before the tests', message }))],
  }
}

/** What was on the page when a test failed: the accessibility tree in the file that Playwright writes for it, if it did. */
function pageSnapshot(result) {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path
  if (path === undefined || !existsSync(path)) return ''
  const [, snapshot = ''] = readFileSync(path, 'utf8').split('```yaml')
  return snapshot.split('```')[0]
}

/** Names what failed once more at the end, which is what remains of a long log. */
function printFailures(results) {
  const failures = results.flatMap(({ name, failures }) => failures.map((failure) => ({ name, ...failure })))
  for (const { name, test, message } of failures.slice(0, 20)) {
    console.log(`\nFAILED in ${name}: ${test.replace(`${process.cwd()}/`, '')}`)
    console.log((message ?? '').split('\n').slice(0, 80).join('\n'))
  }
  if (failures.length > 20) console.log(`\nand ${failures.length - 20} more`)
}

function summarize(results) {
  printFailures(results)
  console.log('')
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      `${name.padEnd(26)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(seconds).padStart(4)} s`,
    )
  }
  const sum = (member) => results.reduce((total, result) => total + result[member], 0)
  const skipped = sum('skipped')
  console.log(`\nIn ${Math.round(performance.now() / 1000)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return sum('failed') > 0
}
