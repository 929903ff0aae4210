import type { Kysely } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findAsset, insertAsset, renewAssets } from '../db/assets.ts'
import type { Tables } from '../db/schema.ts'
import { transact } from '../db/transact.ts'

/**
 * [Note: Parts of other builds]
 *
 * The parts of the pages have names with a hash of what is in them, and each build has its own. While servers of two
 * builds run side by side, a page of either asks any of them for its parts. So every server puts those of its build into
 * the database before it takes requests, and looks there for what it does not have. They stay for 30 days after the last
 * server of that build: pages are open for long.
 */
export interface KeptAssets {
  /** Keeps those of this build, or notes that it still runs. */
  keep(): Promise<void>
  /**
   * @param name of a file in `assets`, without a path
   * @param forms that are wanted in place of the file, in this order, by their extension: '.br', '.gz'
   * @returns undefined where no build of the last 30 days has it; `form` is empty for the file as it is
   */
  find(name: string, forms: readonly string[]): Promise<{ bytes: Buffer; form: string } | undefined>
}

/** As builds name them: a hash of eight characters at the end. What has another name costs no look. */
const partName = /^[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/
const compressed = /\.(?:br|gz)$/

export function createKeptAssets({
  db,
  distDir,
  now,
}: {
  db: Kysely<Tables>
  distDir: string
  now: () => Date
}): KeptAssets {
  const folder = join(distDir, 'assets')
  return {
    async keep() {
      const names = (await readdir(folder)).filter((name) => partName.test(name.replace(compressed, '')))
      if (names.length === 0) return
      const time = now().toISOString()
      await transact(db, async (trx) => {
        // In one order, so that servers that start at once wait for each other and no longer.
        const missing = (await renewAssets(trx, names, time)).sort()
        for (const name of missing) await insertAsset(trx, name, await readFile(join(folder, name)), time)
      })
    },
    async find(name, forms) {
      if (!partName.test(name) || compressed.test(name)) return undefined
      const found = await findAsset(db, [...forms.map((form) => name + form), name])
      return found && { bytes: found.bytes, form: found.name.slice(name.length) }
    },
  }
}
