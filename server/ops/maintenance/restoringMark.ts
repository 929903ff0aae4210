import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'

/** A file that is there while a data folder is being filled. */
export const restoringMark = (dataDir: string): string => join(dataDir, 'restoring')

/** @throws ConfigError for a folder that a restore has not finished: it would look like an empty one */
export function requireRestored(dataDir: string): void {
  if (!existsSync(restoringMark(dataDir))) return
  throw new ConfigError([
    `A restore into the data folder ${dataDir} has not been finished. Repeat it, or empty the folder.`,
  ])
}
