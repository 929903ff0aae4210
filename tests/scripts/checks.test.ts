import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../server/scratch.ts'

/** Runs checks as `npm test` does, each a line of JavaScript. */
async function run(checks: { name: string; code: string; cores?: number; after?: string[] }[]) {
  const file = join(await scratchFolder(), 'checks.mjs')
  const all = checks.map(({ code, ...check }) => ({
    ...{ cores: 1, ...check, program: process.execPath, args: ['-e', code] },
  }))
  const url = new URL('../../scripts/checks.mjs', import.meta.url).href
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
