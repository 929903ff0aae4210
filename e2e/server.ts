import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandOn, thisMachine, type Machine } from '../scripts/machine.ts'
import { serverFlags } from '../scripts/supportedNode.mjs'

export const adminUsername = 'admin'
export const adminPassword = 'correct horse battery staple'

/** A built checkout whose server is run. */
export interface Build {
  folder: string
  /** Path of Node's program, and the flags of Node with which the server is run. */
  node: string
  flags: readonly string[]
}
export const thisBuild: Build = { folder: '.', node: process.execPath, flags: serverFlags }

/** The real server in a process and a data folder of its own. */
export class TestServer {
  readonly origin: string
  readonly dataDir: string
  readonly #port: number
  readonly #machine: Machine
  readonly #build: Build
  #child: ChildProcess | undefined
  /** Everything it printed. */
  log = ''
  /** The built application that it serves from its next launch on; the package's own unless told. */
  distDir: string | undefined
  /** What is set besides, from its next launch on. */
  settings: Readonly<Record<string, string>> = {}

  private constructor(port: number, dataDir: string, machine: Machine, build: Build) {
    this.#port = port
    this.#machine = machine
    this.#build = build
    this.origin = `http://${machine === thisMachine ? 'localhost' : machine.address}:${port}`
    this.dataDir = dataDir
  }

  /** On a free port and this machine, as this checkout has built it, unless told. */
  static async start(
    port?: number,
    settings: Readonly<Record<string, string>> = {},
    machine = thisMachine,
    build = thisBuild,
  ): Promise<TestServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sealpost-e2e-'))
    const server = new TestServer(port ?? (await freePort()), dataDir, machine, build)
    server.settings = settings
    await server.launch().catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    return server
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the process, also again after `kill`. */
  async launch(): Promise<void> {
    const { folder: cwd, node, flags } = this.#build
    const child = spawn(...commandOn(this.#machine, node, [...flags, 'dist-server/main.js']), {
      cwd,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: this.#machine.address,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        ADMIN_USERNAME: adminUsername,
        ADMIN_PASSWORD: adminPassword,
        MIN_FREE_BYTES: '0',
        PUBLIC_URL: '',
        SMTP_URL: '',
        ...this.settings,
        ...(this.distDir !== undefined && { DIST_DIR: this.distDir }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    let printed = ''
    const keep = (text: Buffer) => {
      printed += text.toString()
      this.log += text.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    for (const began = Date.now(); ;) {
      // Its own word: on a port that was taken, another server would answer.
      if (printed.includes('Sealpost is ready')) return
      if (child.exitCode !== null || Date.now() - began > 120_000) {
        throw new Error(`The server did not start.\n${this.log}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Runs a command of `npm run admin --` on the same data. */
  async admin(...words: string[]): Promise<void> {
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: this.dataDir, ...this.settings }
    await promisify(execFile)(this.#build.node, ['dist-server/admin.js', ...words], {
      cwd: this.#build.folder,
      env,
    })
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM')
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
