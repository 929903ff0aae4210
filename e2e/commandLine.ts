import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const program = 'dist-cli/bin/sealpost.js'

/** A line of `--json`. */
interface Line {
  event: string
  file: string | null
  bytes: number | null
  total: number | null
  message?: string
  link?: string
}

/** The program as it is installed, with a home of its own. */
export class CommandLine {
  readonly #home: string
  readonly #child: ChildProcess
  readonly lines: Line[] = []
  readonly #ended: Promise<number | null>
  #hear: () => void = () => undefined

  constructor(home: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#home = home
    this.#child = spawn(process.execPath, [program, ...args, '--json'], {
      env: { PATH: process.env.PATH, HOME: this.#home, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let rest = ''
    this.#child.stdout?.on('data', (text: Buffer) => {
      const all = (rest + text.toString()).split('\n')
      rest = all.pop() ?? ''
      this.lines.push(...all.map((line) => JSON.parse(line) as Line))
      this.#hear()
    })
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null)
    void this.#ended.then(() => this.#hear())
  }

  /** Its exit code. */
  ended(): Promise<number | null> {
    return this.#ended
  }

  /** Resolves when so many bytes of all files are on the other side, or it has ended. */
  async reaches(bytes: number): Promise<void> {
    let isOver = false
    void this.#ended.then(() => (isOver = true))
    const isThere = () =>
      isOver || this.lines.some((line) => line.event === 'progress' && (line.bytes ?? 0) >= bytes)
    while (!isThere()) await new Promise<void>((hear) => (this.#hear = hear))
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
