import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { isSupported, oldestNode, serverFlags } from '../../scripts/supportedNode.mjs'
import { scratchFolder } from '../server/scratchFolder.ts'

it('is the Node that the package asks for', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  expect(`${engines.node}.0`).toBe(`>=${oldestNode}`)
})

it.each([
  ['16.20.2', false],
  ['20.20.2', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['24.0.0', true],
  ['26.10.0', true],
])('Node %s: %s', (version, expected) => {
  expect(isSupported(version)).toBe(expected)
})

/** A program of an installation in `folder`, by a Node that says that it is an older one. */
async function runByOlderNode(folder: string) {
  mkdirSync(join(folder, 'dist-server'), { recursive: true })
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  cpSync('tests/scripts/program.mjs', join(folder, 'dist-server', 'program.mjs'))
  const claim = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`
  const program = join(folder, 'dist-server', 'program.mjs')
  const child = spawn(process.execPath, ['--import', claim, program, 'one', 'two'])
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { printed, code }
}

it('ends with one sentence under an older Node', async () => {
  expect(await runByOlderNode(await scratchFolder())).toEqual({
    printed: `Sealpost needs Node ${oldestNode} or newer; this is 20.20.2.\n`,
    code: 78,
  })
})

it.runIf(process.platform !== 'win32').each(['runtime', '.cache/node'])(
  'goes on under the Node that the set-up put into %s, with its arguments and its exit code',
  async (own) => {
    const folder = await scratchFolder()
    mkdirSync(join(folder, own, 'bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, own, 'bin', 'node'))
    expect(await runByOlderNode(folder)).toEqual({ printed: 'one two\n', code: 7 })
  },
)

it.runIf(process.platform !== 'win32')(
  'goes on under the Node of the folder that it was packed in',
  async () => {
    const folder = await scratchFolder()
    mkdirSync(join(folder, 'runtime', 'bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, 'runtime', 'bin', 'node'))
    expect(await runByOlderNode(join(folder, 'dist-cli'))).toEqual({ printed: 'one two\n', code: 7 })
  },
)

const script = (name: string) => JSON.stringify(pathToFileURL(resolve('scripts', name)).href)
const canReplace = process.platform !== 'win32' && 'execve' in process

/** Runs code until it has printed a line, which is returned with the process and what it prints besides. */
async function started(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'pipe' })
  const printed = { out: '', err: '' }
  child.stderr.on('data', (text: Buffer) => (printed.err += text.toString()))
  const line = new Promise<string>((found) =>
    child.stdout.on('data', (text: Buffer) => {
      printed.out += text.toString()
      if (printed.out.includes('\n')) found(printed.out)
    }),
  )
  return { child, printed, line: await line }
}

it.runIf(canReplace)(
  'a launcher becomes its program, which has its terminal, its signals and its exit code',
  async () => {
    const program =
      'process.on("SIGTERM", () => process.stdin.once("data", (text) => process.exit(text.length))); console.log(process.pid, process.env.A); setInterval(() => {}, 1000)'
    const { child, printed, line } = await started(`
    import { replaceProcess } from ${script('supportedNode.mjs')}
    replaceProcess(process.execPath, ['-e', ${JSON.stringify(program)}], { A: 'b' })`)
    expect(line).toBe(`${child.pid} b\n`)
    child.kill('SIGTERM')
    child.stdin.write('1234567')
    expect(await once(child, 'close')).toEqual([7, null])
    expect(printed.err).toBe('')
  },
)

it.runIf(canReplace)('a program that is loaded so ends when its parent is gone', async () => {
  const { child } = await started(`
    import { spawn } from 'node:child_process'
    const program = 'console.log(process.pid); process.on("SIGTERM", () => process.exit()); setInterval(() => {}, 1000)'
    spawn(process.execPath, ['--import', ${script('endWithParent.mjs')}, '-e', program], { stdio: 'inherit' })`)
  child.kill('SIGKILL')
  // Its output is open for as long as anybody has it.
  await once(child, 'close')
})

it.runIf(process.platform === 'linux')(
  'a program that is run instead gets one SIGINT of its terminal',
  async () => {
    const program = `
    let count = 0
    process.on('SIGINT', () => process.stdout.write('interrupted ' + ++count))
    process.on('SIGTERM', () => process.exit(10 + count))
    process.stdout.write('launched by ' + process.ppid + '.')
    setInterval(() => {}, 1000)`
    const launcher = join(await scratchFolder(), 'launcher.mjs')
    writeFileSync(
      launcher,
      `import { runInstead } from ${script('supportedNode.mjs')}
    runInstead(process.execPath, ['-e', ${JSON.stringify(program)}])`,
    )
    // Some shells end with 130 themselves after a SIGINT.
    const command = `exec '${process.execPath}' '${launcher}'`
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'])
    let printed = ''
    terminal.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    const launcherPid = await vi.waitUntil(() => /launched by (\d+)\./.exec(printed)?.[1], {
      timeout: 60_000,
    })
    terminal.stdin.write('\x03')
    await vi.waitUntil(() => printed.includes('interrupted 1'), { timeout: 60_000 })
    // The launcher gets its signals in order, and so does the program.
    process.kill(Number(launcherPid), 'SIGTERM')
    expect(await once(terminal, 'close')).toEqual([11, null])
  },
)

it.each(['deploy/sealpost.service', 'Dockerfile'])('%s runs the server with the same flags', (file) => {
  const [line = ''] =
    /^(?:ExecStart=|CMD \["node).*dist-server\/main\.js.*$/m.exec(readFileSync(file, 'utf8')) ?? []
  for (const flag of serverFlags) expect(line).toContain(flag)
})
