import type { OptionName } from './commandOptions.ts'
import type { Reporter } from './reporter.ts'
import type { Terminal } from './terminal.ts'

/** The environment of a command. */
export interface Context {
  /** Arguments after the command's name, without options. */
  readonly args: readonly string[]
  /** Values by option name: a text, several texts, or true. Absent options have none. */
  readonly options: Readonly<Partial<Record<OptionName, string | true | readonly string[]>>>
  readonly terminal: Terminal
  readonly report: Reporter
  readonly env: Readonly<Partial<Record<string, string>>>
  /** Aborted when the program must end. Work in progress is then left resumable. */
  readonly signal: AbortSignal
}
