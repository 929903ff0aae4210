import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFailed, onTestFinished } from 'vitest'

export interface RunningProgram {
  readonly process: ChildProcess
  /** Resolves with its code, or the name of its signal. */
  readonly exitCode: Promise<number | string | null>
  readonly stderrText: () => string
  readonly stdoutBytes: () => Buffer
}

/** The real program, in a process of its own. */
export function startProgram(line: readonly string[], env: Record<string, string> = {}): RunningProgram {
  const main = resolve('cli/main.ts')
  const child = spawn(process.execPath, [main, ...line], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const out: Buffer[] = []
  let err = ''
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString('utf8')))
  // Of a test that timed out nothing else says how far the program came.
  onTestFailed(({ task }) => {
    const state = child.exitCode ?? child.signalCode ?? 'running'
    const told = `sealpost ${line[0]}: ${state}, ${Buffer.concat(out).length} bytes on standard output\n${err}`
    for (const error of task.result?.errors ?? []) error.message += `\n${told}`
  })
  const exitCode = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null)
  return { process: child, exitCode, stderrText: () => err, stdoutBytes: () => Buffer.concat(out) }
}
