import { CliProcess } from './cliProcess.ts'
import { expect, test } from './fixtures.ts'

test('the pages of a server are those of the list that is packed with the command line', async ({
  server,
  workDir,
}) => {
  const program = new CliProcess(workDir, ['verify-server', server.origin])
  const code = await program.exitCode()
  expect(program.lines.filter(({ event }) => event === 'failed' || event === 'error')).toEqual([])
  expect(code).toBe(0)
  expect(program.lines.filter(({ event }) => event === 'done').length).toBeGreaterThan(100)
  expect(program.lines.some(({ message }) => message?.includes('not signed'))).toBe(true)
})
