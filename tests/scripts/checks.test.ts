import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../server/scratchFolder.ts'

/** Runs checks as `npm test` does, each a line of JavaScript. */
async function run(
  checks: { name: string; code: string; cores?: number; after?: string[]; counts?: string }[],
) {
  const file = join(await scratchFolder(), 'checks.mjs')
  const all = checks.map(({ code, ...check }) => ({
    ...{ cores: 1, ...check, program: process.execPath, args: ['-e', code, '--'] },
  }))
  const url = new URL('../../scripts/runChecks.mjs', import.meta.url).href
  writeFileSync(
    file,
    `import { runChecks } from '${url}'\nprocess.exitCode = (await runChecks(${JSON.stringify(all)})) ? 1 : 0\n`,
  )
  const child = spawn(process.execPath, [file])
  let printed = ''
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed, last: printed.trimEnd().split('\n').at(-1) }
}

const passes = 'console.log(1)'
const fails = `console.log('red'); process.exit(3)`

it('ends with the counts, and with 0 when all have passed', async () => {
  const { code, last } = await run([
    { name: 'a', code: passes },
    { name: 'b', code: passes, cores: 2, after: ['a'] },
  ])
  expect([code, last]).toEqual([0, '2 passed, 0 failed'])
})

it('runs what comes after a failure, and reports every failure', async () => {
  const { code, last, printed } = await run([
    { name: 'a', code: fails },
    { name: 'b', code: passes },
    { name: 'c', code: fails, cores: 2 },
  ])
  expect([code, last]).toEqual([1, '1 passed, 2 failed'])
  expect(printed.match(/^red$/gm)).not.toBeNull()
  expect(printed).toMatch(/^a: FAILED in/m)
  expect(printed).toMatch(/^c: FAILED in/m)
})

it('counts what could not run for want of another as failed', async () => {
  const { code, last, printed } = await run([
    { name: 'a', code: fails },
    { name: 'b', code: passes, after: ['a'] },
  ])
  expect([code, last]).toEqual([1, '0 passed, 2 failed'])
  expect(printed).toContain(`b: not run, since 'a' failed`)
})

const vitestReport = {
  ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0 },
  testResults: [
    {
      ...{ name: `${process.cwd()}/tests/a.test.ts`, status: 'failed', message: '' },
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
      ],
    },
    {
      name: `${process.cwd()}/tests/b.test.ts`,
      status: 'failed',
      message: 'cannot be loaded',
      assertionResults: [],
    },
  ],
}

/** Stands for the path of the file that Playwright writes for a failed test. */
const errorContextPath = 'error-context.md'

const playwrightReport = {
  stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
  errors: [],
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            { ok: true, file: 'c.e2e.ts', line: 3, title: 'opens', tests: [] },
            {
              ...{ ok: false, file: 'c.e2e.ts', line: 9, title: 'closes' },
              tests: [
                {
                  results: [
                    {
                      error: { message: 'not visible' },
                      attachments: [{ name: 'error-context', path: errorContextPath }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** Code of a check that fails, and writes a report. */
function codeThatReports(report: object, errorContext: string) {
  const written = `process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? process.argv.at(-1).split('=')[1]`
  const json = JSON.stringify(report).replace(errorContextPath, errorContext)
  return `require('fs').writeFileSync(${written}, '${json}'); process.exit(1)`
}

it.each([
  [
    'vitest',
    vitestReport,
    ['a: tests/a.test.ts > subtracts\nexpected 1 to be 2', 'a: tests/b.test.ts\ncannot be loaded'],
  ],
  ['playwright', playwrightReport, ['a: c.e2e.ts:9 > closes\nnot visible\n- main: Folders']],
])('names after everything else what failed in a report of %s', async (counts, report, failures) => {
  const errorContext = join(await scratchFolder(), errorContextPath)
  writeFileSync(errorContext, '# Error details\n\n```yaml\n- main: Folders\n```\n')
  const { printed, last } = await run([
    { name: 'a', code: codeThatReports(report, errorContext), counts },
    { name: 'b', code: passes },
  ])
  const end = printed.slice(printed.indexOf('b: passed'))
  for (const failure of failures) expect(end).toContain(`FAILED in ${failure}`)
  expect(last).toBe('2 passed, 1 failed')
})

it('names a failed browser test whose page is not there', async () => {
  const errorContext = join(await scratchFolder(), errorContextPath)
  const code = codeThatReports(playwrightReport, errorContext)
  const { printed, last } = await run([{ name: 'a', code, counts: 'playwright' }])
  expect(printed).toContain('FAILED in a: c.e2e.ts:9 > closes\nnot visible\n')
  expect(last).toBe('1 passed, 1 failed')
})
