import type { Insertable, Selectable } from 'kysely'
import { executeHasChanged } from '../rowCounts.ts'
import type { Db, Tables } from '../schema.ts'

export type GatePass = Selectable<Tables['gate_pass']>

export async function insertGatePass(db: Db, pass: Insertable<Tables['gate_pass']>): Promise<void> {
  await db.insertInto('gate_pass').values(pass).execute()
}

/** Pass of a token on this folder's link; the caller checks whether it is still valid. */
export function findGatePass(db: Db, tokenHash: string, folderId: number): Promise<GatePass | undefined> {
  return db
    .selectFrom('gate_pass')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('folder_id', '=', folderId)
    .executeTakeFirst()
}

/** Extends the pass for a gate if it is still valid at `now`; one that has expired stays expired. */
export async function renewGatePass(
  db: Db,
  tokenHash: string,
  gate: 'password' | 'email',
  now: string,
  until: string,
): Promise<void> {
  const column = `${gate}_until` as const
  await db
    .updateTable('gate_pass')
    .set({ [column]: until })
    .where('token_hash', '=', tokenHash)
    .where(column, '>', now)
    .execute()
}

/**
 * Counts a request for a code. Since `since`, at most `max` are allowed, and at most `maxBy` of them from `by`. Run it in
 * a transaction: the write comes first and locks the row, so that concurrent requests are counted one after the other.
 * @returns undefined if the request is allowed; otherwise the time of the oldest one that counts against it
 */
export async function countCodeRequest(
  db: Db,
  addressMark: string,
  {
    now,
    since,
    max,
    by: requester,
    maxBy,
  }: { now: string; since: string; max: number; by: string; maxBy: number },
): Promise<string | undefined> {
  const row = await db
    .insertInto('code_request')
    .values({ address_mark: addressMark, times: '[]', last_at: now })
    .onConflict((conflict) => conflict.column('address_mark').doUpdateSet({ last_at: now }))
    .returning('times')
    .executeTakeFirstOrThrow()
  const times = (JSON.parse(row.times) as string[]).filter((time) => time > since)
  const timesOfRequester = times.filter((time) => time.endsWith(` ${requester}`))
  const oldest =
    times.length >= max ? times[0] : timesOfRequester.length >= maxBy ? timesOfRequester[0] : undefined
  if (oldest !== undefined) return oldest.split(' ', 1)[0]
  await db
    .updateTable('code_request')
    .set({ times: JSON.stringify([...times, `${now} ${requester}`]) })
    .where('address_mark', '=', addressMark)
    .execute()
  return undefined
}

type CodeKey = Pick<Selectable<Tables['upload_code']>, 'folder_id' | 'address_mark'>

/** Codes of an address on a link as stored (server/security/sentCodes.ts); undefined if there are none. */
export async function findCodes(db: Db, key: CodeKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('upload_code')
    .select('code_hash')
    .where('folder_id', '=', key.folder_id)
    .where('address_mark', '=', key.address_mark)
    .executeTakeFirst()
  return row?.code_hash
}

/** Replaces the codes of an address on a link, and resets the tries. */
export async function setCodes(
  db: Db,
  key: CodeKey,
  code: Pick<Selectable<Tables['upload_code']>, 'code_hash' | 'created_at'>,
): Promise<void> {
  const row = { ...code, tries: 0 }
  await db
    .insertInto('upload_code')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['folder_id', 'address_mark']).doUpdateSet(row))
    .execute()
}

/** Uses up a try and returns the codes as stored; undefined if there is no valid one or no try left. */
export async function takeCodeTry(
  db: Db,
  key: CodeKey,
  { createdAfter, maxTries }: { createdAfter: string; maxTries: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('upload_code')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('folder_id', '=', key.folder_id)
    .where('address_mark', '=', key.address_mark)
    .where('created_at', '>', createdAfter)
    .where('tries', '<', maxTries)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

/** Deletes the codes after one of them was entered. False if they have been used or replaced meanwhile. */
export const consumeCodes = (db: Db, key: CodeKey, codeHash: string): Promise<boolean> =>
  executeHasChanged(
    db
      .deleteFrom('upload_code')
      .where('folder_id', '=', key.folder_id)
      .where('address_mark', '=', key.address_mark)
      .where('code_hash', '=', codeHash),
  )
