import type { Selectable } from 'kysely'
import { executeHasChanged } from '../rowCounts.ts'
import type { LookSettings } from '../../../contract/schemas/look.ts'
import type { Db, Tables } from '../schema.ts'

export type LookRow = Omit<Selectable<Tables['look']>, 'id' | 'logo'>

export interface StoredLogo {
  logo: Buffer
  logo_hash: string
  logo_width: number
  logo_height: number
}

const noLogo = { logo: null, logo_hash: null, logo_width: null, logo_height: null }

/** Branding without the bytes of the logo; undefined if nothing was ever changed, or all of it was reset. */
export function findLook(db: Db): Promise<LookRow | undefined> {
  return db
    .selectFrom('look')
    .select(['name', 'accent', 'greeting', 'imprint_url', 'privacy_url', 'support'])
    .select(['logo_hash', 'logo_width', 'logo_height', 'changed_at'])
    .executeTakeFirst()
}

/** Bytes of the logo if it still has this hash. */
export async function findLogo(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('look').select('logo').where('logo_hash', '=', hash).executeTakeFirst()
  return row?.logo ?? undefined
}

export const saveLook = (db: Db, settings: LookSettings, now: string) => saveColumns(db, settings, now)

/** @param logo null to remove it */
export const saveLogo = (db: Db, logo: StoredLogo | null, now: string) => saveColumns(db, logo ?? noLogo, now)

async function saveColumns(
  db: Db,
  changed: LookSettings | StoredLogo | typeof noLogo,
  now: string,
): Promise<void> {
  const values = { ...changed, changed_at: now }
  await db
    .insertInto('look')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Resets the branding. False if there was nothing to reset. */
export const deleteLook = (db: Db): Promise<boolean> => executeHasChanged(db.deleteFrom('look'))
