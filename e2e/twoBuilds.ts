import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { adminPassword, adminUsername, freePort } from './server.ts'

export type BuildName = 'older' | 'new'

/** Folders of the builds: a clone of an older commit, and this one. */
const folderOf: Readonly<Record<BuildName, string>> = {
  older: resolve(process.env.OLDER_BUILD ?? 'none'),
  new: process.cwd(),
}

export interface RunningProgram {
  child: ChildProcess
  /** Everything it has printed. */
  printed: () => string
  /** Its exit code, once all it printed has been read. */
  exitCode: Promise<number | null>
}

/** Starts a program of a build with nothing but these settings. */
export function runProgram(
  build: BuildName,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const child = spawn(process.execPath, args, {
    cwd: folderOf[build],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, printed: () => text, exitCode: ended }
}

/** Origins that get the calls in turn, and the build whose pages are loaded. */
interface Routing {
  pages: BuildName
  calls: readonly BuildName[]
}

/** One instance of each build on the same database and bucket, behind one address. */
export class TwoBuilds {
  readonly origin: string
  readonly #settings: Readonly<Record<string, string>>
  readonly #server: ReturnType<typeof createServer>
  readonly #instances = new Map<BuildName, RunningProgram & { port: number }>()
  #routing: Routing = { pages: 'older', calls: ['older'] }
  #turn = 0

  private constructor(server: ReturnType<typeof createServer>, settings: Readonly<Record<string, string>>) {
    this.#server = server
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
    this.#settings = settings
    server.on('request', (from: IncomingMessage, to: ServerResponse) => this.#forward(from, to))
  }

  /** @param settings of database, bucket and folders */
  static async listen(settings: Readonly<Record<string, string>>): Promise<TwoBuilds> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TwoBuilds(server, settings)
  }

  routeTo(routing: Routing): void {
    this.#routing = routing
  }

  /** Starts the program of a server, ready or not. */
  startProgram(build: BuildName, port: number): RunningProgram {
    return runProgram(build, ['dist-server/main.js'], {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_USERNAME: adminUsername,
      ADMIN_PASSWORD: adminPassword,
      MIN_FREE_BYTES: '0',
      PUBLIC_URL: this.origin,
      TRUST_PROXY: '127.0.0.1',
      ...this.#settings,
    })
  }

  async startInstance(build: BuildName): Promise<void> {
    const port = await freePort()
    const program = this.startProgram(build, port)
    for (const began = Date.now(); !program.printed().includes('Sealpost is ready');) {
      if (program.child.exitCode !== null || Date.now() - began > 120_000)
        throw new Error(`The ${build} instance did not start.\n${program.printed()}`)
      await new Promise((wait) => setTimeout(wait, 50))
    }
    this.#instances.set(build, { ...program, port })
  }

  /** Status of `/readyz` of an instance. */
  async readiness(build: BuildName): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.#instances.get(build)?.port}/readyz`)).status
  }

  /** Lines of errors in the logs of both instances. */
  errorLines(): string[] {
    const lines = [...this.#instances.values()].flatMap(({ printed }) => printed().split('\n'))
    return lines.filter((line) => /"level":[56]0/.test(line))
  }

  stop(): void {
    for (const { child } of this.#instances.values()) child.kill('SIGKILL')
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #forward(from: IncomingMessage, to: ServerResponse) {
    const { pages, calls } = this.#routing
    const isCall = from.url?.startsWith('/api') === true
    const build = (isCall ? calls[this.#turn++ % calls.length] : undefined) ?? pages
    const headers = { ...from.headers, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' }
    const target = `http://127.0.0.1:${this.#instances.get(build)?.port}${from.url}`
    const onward = request(target, { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()))
    from.pipe(onward)
  }
}
