import type { Reporter } from './report.ts'
import type { Terminal } from './terminal.ts'

/** What every command is given. */
export interface Context {
  /** What stands behind the command's name, options taken out. */
  readonly args: readonly string[]
  /** By their names: text, several texts, or true. */
  readonly options: Options
  readonly terminal: Terminal
  readonly report: Reporter
  /** Environment variables. */
  readonly env: Readonly<Partial<Record<string, string>>>
  /** Somebody ends the program: what is under way is left so that it can be gone on with. */
  readonly signal: AbortSignal
}

export type Options = Readonly<Partial<Record<string, string | true | readonly string[]>>>
