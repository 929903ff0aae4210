import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Program {
  readonly process: ChildProcess
  /** Resolves with its code, or the name of its signal. */
  readonly ended: Promise<number | string | null>
  readonly err: () => string
  readonly out: () => Buffer
}

/** The real program, in a process of its own. */
export function program(line: readonly string[], env: Record<string, string> = {}): Program {
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
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null)
  return { process: child, ended, err: () => err, out: () => Buffer.concat(out) }
}
