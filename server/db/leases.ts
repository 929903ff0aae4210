import { findsRow } from './rowCounts.ts'
import type { Db } from './schema.ts'

/** Of the server that scrubs. */
export const scrubLease = 'scrub_lease'

/**
 * Takes or renews the lease `name` until `until`, unless another holder's has not ended yet. It ends by itself where
 * its holder dies.
 */
export async function takeLease(
  db: Db,
  name: string,
  holder: string,
  until: string,
  now: string,
): Promise<boolean> {
  const value = `${until} ${holder}`
  const result = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where((e) => e.or([e('setting.value', '<', now), e('setting.value', 'like', `% ${holder}`)])),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function endLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).where('value', 'like', `% ${holder}`).execute()
}

/**
 * [Note: Bytes that a backup still needs]
 * Each running backup has a row `garbage_held:<holder>` that says until when: it is renewed while the backup runs. Who
 * removes bytes reads the keys of `garbage` first and then looks for such rows. So keys that it found without one were
 * garbage before the backup took its snapshot, which does not name them.
 */
const holds = ['garbage_held:', 'garbage_held;'] as const
const holdName = (holder: string) => `${holds[0]}${holder}`

export async function holdGarbage(db: Db, holder: string, until: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: holdName(holder), value: until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: until }))
    .execute()
}

/** And forgets holds of those who died. */
export async function letGarbageGo(db: Db, holder: string, now: string): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('name', '>=', holds[0])
    .where('name', '<', holds[1])
    .where((e) => e.or([e('name', '=', holdName(holder)), e('value', '<', now)]))
    .execute()
}

export const isGarbageHeld = (db: Db, now: string): Promise<boolean> =>
  findsRow(
    db
      .selectFrom('setting')
      .select('name')
      .where('name', '>=', holds[0])
      .where('name', '<', holds[1])
      .where('value', '>', now)
      .limit(1),
  )

/** Of a copy of the database: nobody who is named in it is at work there. */
export async function forgetLeases(db: Db): Promise<void> {
  await db.deleteFrom('setting').where('name', '>=', holds[0]).where('name', '<', holds[1]).execute()
  await db.deleteFrom('setting').where('name', '=', scrubLease).execute()
}
