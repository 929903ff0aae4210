import type { Reporter } from './reporter.ts'
import type { Terminal } from './terminal.ts'

/** The environment of a command. */
export interface Context {
  /** Arguments after the command's name, without options. */
  readonly args: readonly string[]
  /** Values by option name: a text, several texts, or true. */
  readonly options: Readonly<Partial<Record<string, string | true | readonly string[]>>>
  readonly terminal: Terminal
  readonly report: Reporter
  readonly env: Readonly<Partial<Record<string, string>>>
  /** Aborted when the program is to end: work in progress is left resumable. */
  readonly signal: AbortSignal
}
