import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../contract/systemErrors.ts'
import { findFirstAsset, insertAsset, renewAndListMissing } from '../db/installation/assets.ts'
import type { DbDep } from '../db/database.ts'
import type { ClockDep } from '../util/isoTime.ts'

/**
 * [Note: Parts of other builds]
 *
 * Files of the pages have a content hash in their names, so each build has its own. A page that was open when its
 * server was updated, and while servers of two builds run side by side any page, requests files of the other build.
 * Every server therefore stores the files of its build in the database before it accepts requests, and looks there for
 * files that it does not have. They are kept for 30 days after the last server of that build has run, as pages stay open
 * for long.
 */
export interface AssetStore {
  /** Stores the files of this build that are missing, and records that the build is running. */
  storeBuild(): Promise<void>
  /**
   * Finds a file of any build.
   * @param name file name in `assets`, without a path
   * @param suffixes suffixes of compressed files, in order of preference: '.br', '.gz'
   * @returns undefined if no build of the last 30 days has the file; `suffix` is '' for the uncompressed file
   */
  find(name: string, suffixes: readonly string[]): Promise<{ bytes: Buffer; suffix: string } | undefined>
}

/** Names of built files, which end with a hash of eight characters. Files with other names are not looked up. */
const assetNamePattern = /^[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/
const compressedSuffix = /\.(?:br|gz)$/

/** Handles a missing folder, as there is no build when pages are served from the sources. */
function emptyIfMissing(error: unknown): string[] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}

export function createAssetStore({ db, distDir, now }: DbDep & ClockDep & { distDir: string }): AssetStore {
  const folder = join(distDir, 'assets')
  return {
    async storeBuild() {
      const names = (await readdir(folder).catch(emptyIfMissing)).filter((name) =>
        assetNamePattern.test(name.replace(compressedSuffix, '')),
      )
      if (names.length === 0) return
      const time = now().toISOString()
      // Without a transaction, which would wait for the disk. If this process is killed, the next start stores the rest.
      for (const name of await renewAndListMissing(db, names, time))
        await insertAsset(db, name, await readFile(join(folder, name)), time)
    },
    async find(name, suffixes) {
      if (!assetNamePattern.test(name) || compressedSuffix.test(name)) return undefined
      const found = await findFirstAsset(db, [...suffixes.map((suffix) => name + suffix), name])
      return found && { bytes: found.bytes, suffix: found.name.slice(name.length) }
    },
  }
}
