import { executeHasChanged, findsRow } from '../rowCounts.ts'
import type { Db } from '../schema.ts'

export const scrubLease = 'scrub_lease'

/** Takes or renews the lease `name` until `until`. False if another holder has it and it has not expired. */
export function takeLease(db: Db, name: string, holder: string, until: string, now: string) {
  const value = `${until} ${holder}`
  return executeHasChanged(
    db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value })
          .where((e) => e.or([e('setting.value', '<', now), e('setting.value', 'like', `% ${holder}`)])),
      ),
  )
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).where('value', 'like', `% ${holder}`).execute()
}

/**
 * [Note: Bytes that a backup still needs]
 * Each running backup has a row `garbage_held:<holder>` with an expiry time that is renewed while it runs. A sweep first
 * reads the keys of `garbage`, then looks for such rows, and removes bytes only if there is none. These keys were
 * garbage before any later backup takes its snapshot, so no snapshot refers to them.
 */
const holdPrefixRange = ['garbage_held:', 'garbage_held;'] as const
const holdName = (holder: string) => `${holdPrefixRange[0]}${holder}`

/** Keeps the bytes of garbage until `until`, or until `releaseGarbage`. */
export async function holdGarbage(db: Db, holder: string, until: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: holdName(holder), value: until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: until }))
    .execute()
}

/** Releases the hold of a backup, and those of backups that died. */
export async function releaseGarbage(db: Db, holder: string, now: string): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('name', '>=', holdPrefixRange[0])
    .where('name', '<', holdPrefixRange[1])
    .where((e) => e.or([e('name', '=', holdName(holder)), e('value', '<', now)]))
    .execute()
}

export const isGarbageHeld = (db: Db, now: string): Promise<boolean> =>
  findsRow(
    db
      .selectFrom('setting')
      .select('name')
      .where('name', '>=', holdPrefixRange[0])
      .where('name', '<', holdPrefixRange[1])
      .where('value', '>', now)
      .limit(1),
  )

/** Removes all leases from a copy of the database: their holders do not work on the copy. */
export async function deleteLeases(db: Db): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('name', '>=', holdPrefixRange[0])
    .where('name', '<', holdPrefixRange[1])
    .execute()
  await db.deleteFrom('setting').where('name', '=', scrubLease).execute()
}
