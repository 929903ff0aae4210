import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cache } from './sampleFiles.ts'

/** The server of the references, in a process of its own; it has what lies in the cache folder. */
export class PlainServer {
  readonly origin: string
  readonly pid: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.pid = child.pid ?? 0
    this.origin = `http://localhost:${port}`
  }

  static async start(): Promise<PlainServer> {
    const child = spawn(process.execPath, ['bench/setup/plainServerScript.ts', cache], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    return new PlainServer(child, Number(port.toString()))
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill()
    await gone
  }
}
