import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { startProgram } from './get/startProgram.ts'

const link = 'http://localhost:9/download/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA#7:KEYS'

/** In a shell, as people put programs together. @returns what it prints, and its code behind that */
async function runInShell(line: string): Promise<string> {
  const sealpost = `'${process.execPath}' '${resolve('cli/main.ts')}'`
  const script = line.replaceAll('sealpost', sealpost)
  return (await promisify(execFile)('/bin/sh', ['-c', `${script} 2>&1; echo "$?"`])).stdout
}

it.each([
  ['for a command', [link]],
  ['behind the folder', ['get', 'folder', link]],
  ['as a second one', ['send', link, link]],
  ['to be helped with', ['help', link]],
])('repeats no link that was given %s', async (_, line) => {
  const { exitCode, stderrText } = startProgram(line, { SEALPOST_LINK: link })
  expect(await exitCode).toBe(exitCodes.usage)
  expect(stderrText()).not.toMatch(/KEYS|AAAA/)
})

const withoutScheme = link.replace('http://', '')
it.each([
  ['for a command', [withoutScheme]],
  ['for a link', ['get', '--json', withoutScheme]],
  ['as a mail program writes it', ['get', withoutScheme.replace('#', '%23')]],
  ['as a second folder', ['get', link, 'folder', withoutScheme]],
])('repeats no keys of a link without https:// that was given %s', async (_, line) => {
  const { exitCode, stdoutBytes, stderrText } = startProgram(line)
  expect(await exitCode).toBe(exitCodes.usage)
  const said = `${stdoutBytes().toString()}${stderrText()}`
  expect(said).toContain('localhost:9/download/')
  expect(said).not.toContain('KEYS')
})

// `help` before a name says what `--help` behind it says.
it.each([
  ['help get', /^sealpost get /],
  ['help completion', /^sealpost completion bash/],
  ['completion bash -h', /^sealpost completion bash/],
  ['help', /^sealpost: /],
  ['help help', /^sealpost: /],
])('helps by sealpost %s', async (line, expected) => {
  const { exitCode, stdoutBytes } = startProgram(line.split(' '))
  expect(await exitCode).toBe(exitCodes.success)
  expect(stdoutBytes().toString()).toMatch(expected)
})

it('helps with no command that there is not', async () => {
  const { exitCode, stdoutBytes, stderrText } = startProgram(['help', 'nonsense'])
  expect(await exitCode).toBe(exitCodes.usage)
  expect(stdoutBytes().toString()).toBe('')
  expect(stderrText()).toContain("no command 'nonsense'")
})

it('tells programs the code that it ends with, also when a signal ends it', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const upload = `http://127.0.0.1:${port}/upload/${'A'.repeat(22)}`
  const {
    process: child,
    exitCode,
    stdoutBytes,
  } = startProgram(['send', '--json', '--no-journal', upload, 'package.json'])
  await once(silent, 'connection')
  child.kill('SIGTERM')
  expect(await exitCode).toBe(143)
  expect(JSON.parse(stdoutBytes().toString().trim().split('\n').at(-1) ?? '')).toMatchObject({
    event: 'error',
    exit: 143,
  })
})

it.runIf(process.platform === 'linux')('takes a disk that is full for no other process', async () => {
  const state = await scratchFolder()
  const refusing = createHttpServer((_, answer) => answer.writeHead(404).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void refusing.close())
  await once(refusing, 'listening')
  const { port } = refusing.address() as { port: number }
  const upload = `http://127.0.0.1:${port}/upload/${'A'.repeat(22)}`
  const printed = await runInShell(
    `ulimit -f 0; XDG_STATE_HOME='${state}' sealpost send ${upload} package.json`,
  )
  expect(printed).toMatch(/cannot be resumed.*\n.*\n3\n$/)
})

it.runIf(process.platform === 'linux')('says that what it prints goes nowhere', async () => {
  expect(await runInShell('(sealpost --version > /dev/full) 2>&1')).toMatch(/cannot be written.*\n2\n$/)
})
