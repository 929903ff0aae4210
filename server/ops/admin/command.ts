import type { Kysely } from 'kysely'
import type { RecordEvent } from '../../audit/audit.ts'
import type { DatabaseAndStore } from '../maintenance/databaseAndStore.ts'
import type { Config } from '../../config.ts'
import type { Tables } from '../../db/schema.ts'

export interface CommandContext {
  config: Config
  /** Opens the existing database, also while a server uses it. @throws CommandError if there is none */
  openDatabase: () => Promise<Kysely<Tables>>
  /** Opens the database and the store. @throws CommandError as `openDatabase` */
  openInstallation: () => Promise<DatabaseAndStore>
  /** Opens the database and returns the names of applied migrations. @throws CommandError if there is none */
  migrate: () => Promise<readonly string[]>
  /** Records an action in the audit trail, in its transaction. */
  record: RecordEvent
  print: (line: string) => void
}

/** Subcommand of `sealpost-admin`. */
export interface Command {
  name: string
  /** Arguments, for the usage text. */
  usage: string
  what: string
  /** Number of positional arguments; none if absent. */
  words?: number
  /** Number of optional positional arguments. */
  moreWords?: number
  /** Names of options with a value. */
  options?: readonly string[]
  /** Names of options without a value. */
  flags?: readonly string[]
  run: (
    context: CommandContext,
    words: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
    flags: ReadonlySet<string>,
  ) => Promise<void>
}

/** Failure of a command. The message is a sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
