import type { Kysely } from 'kysely'
import type { Tell } from '../../audit/audit.ts'
import type { Holding } from '../maintenance/inspect.ts'
import type { Config } from '../../config.ts'
import type { Tables } from '../../db/schema.ts'

/** What a command works with. */
export interface Desk {
  config: Config
  /** The database of the data folder, which a running server may have open too. @throws CommandError without one */
  openDatabase: () => Promise<Kysely<Tables>>
  /** Database and store. @throws CommandError as `openDatabase` */
  openInstallation: () => Promise<Holding>
  /** Opens it, and says which migrations were missing. @throws CommandError without one */
  migrate: () => Promise<readonly string[]>
  /** Writes into the history what is done here, in the transaction that does it. */
  tell: Tell
  print: (line: string) => void
}

/** One word after `sealpost-admin`. */
export interface Command {
  name: string
  /** What is typed after the name. */
  usage: string
  what: string
  /** How many words follow the name. */
  words: number
  /** As many more may. */
  moreWords?: number
  /** Names of its options; each takes a text. */
  options?: readonly string[]
  /** Names of options that take none. */
  flags?: readonly string[]
  run: (
    desk: Desk,
    words: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
    flags: ReadonlySet<string>,
  ) => Promise<void>
}

/** A command that cannot be done; the message is a sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
