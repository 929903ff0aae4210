import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'

const packageDir = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  child: ChildProcess
  /** Everything it has printed, both streams; lines of the log come when they come, the rest in order. */
  printed: () => string
  /** Its exit code, once all it has printed has been read. */
  ended: Promise<number | null>
}

/** What a program of these tests gets of the environment: none of the server's settings. */
export const inheritedEnvironment = () => ({
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
})

/**
 * The server as an operator starts it; only its folders are the test's.
 * @throws in files that vitest.config.ts does not list: for them nothing is built
 */
export async function spawnServer(
  folder: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const program = inject('serverProgram') as string | undefined
  if (program === undefined) throw new Error('This file is not among `ofProcesses` of vitest.config.ts.')
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), 'the shell')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: packageDir,
    env: {
      ...inheritedEnvironment(),
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DIST_DIR: dist,
      MIN_FREE_BYTES: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, printed: () => printed, ended }
}

/** Waits until it says its address. */
export async function addressOf(server: ServerProcess): Promise<string> {
  for (;;) {
    const [, address] = /Sealpost is ready: ([^\s"]+)[\s"]/.exec(server.printed()) ?? []
    if (address !== undefined) return address
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.printed()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
