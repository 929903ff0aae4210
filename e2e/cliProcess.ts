import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const programPath = 'dist-cli/bin/sealpost.js'

/** A line that the program prints with `--json`. */
interface JsonLine {
  event: string
  file: string | null
  bytes: number | null
  total: number | null
  message?: string
  link?: string
}

/** The program as it is installed, with a home of its own. */
export class CliProcess {
  readonly #home: string
  readonly #child: ChildProcess
  readonly lines: JsonLine[] = []
  readonly #exitCode: Promise<number | null>
  #onChange: () => void = () => undefined

  constructor(home: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#home = home
    this.#child = spawn(process.execPath, [programPath, ...args, '--json'], {
      env: { PATH: process.env.PATH, HOME: this.#home, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let rest = ''
    this.#child.stdout?.on('data', (text: Buffer) => {
      const all = (rest + text.toString()).split('\n')
      rest = all.pop() ?? ''
      this.lines.push(...all.map((line) => JSON.parse(line) as JsonLine))
      this.#onChange()
    })
    this.#exitCode = once(this.#child, 'close').then(([code]) => code as number | null)
    void this.#exitCode.then(() => this.#onChange())
  }

  /** Exit code, once the program has ended. */
  exitCode(): Promise<number | null> {
    return this.#exitCode
  }

  /** Resolves when so many bytes of all files are on the other side, or it has ended. */
  async waitForBytes(bytes: number): Promise<void> {
    let isOver = false
    void this.#exitCode.then(() => (isOver = true))
    const isThere = () =>
      isOver || this.lines.some((line) => line.event === 'progress' && (line.bytes ?? 0) >= bytes)
    while (!isThere()) await new Promise<void>((hear) => (this.#onChange = hear))
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exitCode
  }
}
