import type { Kysely } from 'kysely'
import type { RecordEvent } from '../../audit/audit.ts'
import type { DatabaseAndStore } from '../maintenance/databaseAndStore.ts'
import type { Config } from '../../config/config.ts'
import type { Tables } from '../../db/schema.ts'

export interface CommandContext {
  config: Config
  /** Settings in the file that the option `to` names. */
  targetSettings?: Readonly<Record<string, string>>
  /** Opens the existing database, also while a server uses it. @throws AdminCommandError if there is none */
  openDatabase: () => Promise<Kysely<Tables>>
  openInstallation: () => Promise<DatabaseAndStore>
  /** Opens the database and returns the names of applied migrations. @throws AdminCommandError if there is none */
  migrate: () => Promise<readonly string[]>
  record: RecordEvent
  print: (line: string) => void
}

export interface Command {
  name: string
  usage: string
  /** A clause that begins with a verb and has no period, such as 'lists administrators'. */
  description: string
  /** Numbers of required and of optional positional arguments; 0 by default. */
  argumentCount?: number
  optionalArgumentCount?: number
  /** Names of options with a value. */
  options?: readonly string[]
  /** Names of options without a value. */
  flags?: readonly string[]
  run: (
    context: CommandContext,
    args: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
    flags: ReadonlySet<string>,
  ) => Promise<void>
}

/** Error of a command whose message is a sentence for the operator. */
export class AdminCommandError extends Error {
  override readonly name = 'AdminCommandError'
}
