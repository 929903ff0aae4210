import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/** Path of a file that exists while a data folder is being restored. */
export const restoreMarkerPath = (dataDir: string): string => join(dataDir, 'restoring')

/** Refuses a data folder whose restore has not finished: it would look empty. @throws ConfigError */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(restoreMarkerPath(dataDir))) return
  throw new ConfigError([
    `A restore into the data folder ${dataDir} has not been finished. Repeat it, or empty the folder.`,
  ])
}
