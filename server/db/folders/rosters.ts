import { sql } from 'kysely'
import { slicesOf } from '../slicesOf.ts'
import { executeHasChanged } from '../rowCounts.ts'
import type { RosterMember, SignedStatement } from '../../../contract/roster.ts'
import type { Db, Tables } from '../schema.ts'

/** SQLite takes 32 766 parameters in one statement; a row has six at most. */
const rowsPerInsert = 5000

/** Roster id (`fid`) of a shared folder; undefined for a folder of one person. */
export async function findRosterId(db: Db, folderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('shared_folder')
    .select('fid')
    .where('folder_id', '=', folderId)
    .executeTakeFirst()
  return row?.fid
}

export async function findFolderByRosterId(db: Db, fid: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('shared_folder')
    .select('folder_id')
    .where('fid', '=', fid)
    .executeTakeFirst()
  return row?.folder_id
}

/** @throws error for which `isUniqueViolation` is true if the id is taken */
export async function insertSharedFolder(db: Db, folderId: number, fid: string): Promise<void> {
  await db.insertInto('shared_folder').values({ folder_id: folderId, fid }).execute()
}

export type StoredRosterStatement = Omit<Tables['roster_statement'], 'folder_id'>

/** Returns at most `limit` statements of a folder with their numbers, in order, from behind `after` up to `last`. */
export function listRosterStatements(
  db: Db,
  folderId: number,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<(SignedStatement & { seq: number })[]> {
  return db
    .selectFrom('roster_statement')
    .select(['seq', 'statement', 'signature'])
    .where('folder_id', '=', folderId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export function findRosterStatement(
  db: Db,
  folderId: number,
  seq: number,
): Promise<StoredRosterStatement | undefined> {
  return rosterStatementsOf(db, folderId).where('seq', '=', seq).executeTakeFirst()
}

const rosterStatementsOf = (db: Db, folderId: number) =>
  db
    .selectFrom('roster_statement')
    .select(['seq', 'statement', 'signature', 'hash'])
    .where('folder_id', '=', folderId)

export function newestRosterStatement(db: Db, folderId: number): Promise<StoredRosterStatement | undefined> {
  return rosterStatementsOf(db, folderId).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/** Newest statements of shared folders, by folder. */
export async function newestRosterStatements(
  db: Db,
  folderIds: readonly number[],
): Promise<Map<number, StoredRosterStatement>> {
  const rows = await db
    .selectFrom('roster_statement as newest')
    .select(['folder_id', 'seq', 'statement', 'signature', 'hash'])
    .where('folder_id', 'in', folderIds)
    .where('seq', '=', (e) =>
      e
        .selectFrom('roster_statement')
        .select((s) => s.fn.max('seq').as('seq'))
        .whereRef('roster_statement.folder_id', '=', 'newest.folder_id'),
    )
    .execute()
  return new Map(rows.map(({ folder_id, ...statement }) => [folder_id, statement]))
}

export async function insertRosterStatements(
  db: Db,
  statements: readonly Tables['roster_statement'][],
): Promise<void> {
  for (const slice of slicesOf(statements, rowsPerInsert))
    await db.insertInto('roster_statement').values(slice).execute()
}

/** Public keys by fingerprint, for the elements of `fingerprints` that one of these rosters has ever named. */
export async function findRosterKeys(
  db: Db,
  folderIds: readonly number[],
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await db
    .selectFrom('roster_key')
    .select(['fingerprint', 'public_key_spki'])
    .where('folder_id', 'in', folderIds)
    .where('fingerprint', 'in', fingerprints)
    .execute()
  return new Map(rows.map(({ fingerprint, public_key_spki }) => [fingerprint, public_key_spki]))
}

/** Returns at most `limit` public keys of all whom the roster ever named, by fingerprint, starting behind `after`. */
export const listRosterKeys = (db: Db, folderId: number, after: string, limit: number) =>
  rosterKeysOf(db, folderId).where('fingerprint', '>', after).orderBy('fingerprint').limit(limit).execute()

const rosterKeysOf = (db: Db, folderId: number) =>
  db.selectFrom('roster_key').select(['fingerprint', 'public_key_spki']).where('folder_id', '=', folderId)

/** Adds keys; existing ones stay as they are. */
export async function addRosterKeys(db: Db, keys: readonly Tables['roster_key'][]): Promise<void> {
  for (const slice of slicesOf(keys, rowsPerInsert)) {
    await db
      .insertInto('roster_key')
      .values(slice)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Fingerprints of the keys of all generations by folder, oldest first. */
export async function generationFingerprints(
  db: Db,
  folderIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('folder_generation')
    .select(['folder_id', 'fingerprint'])
    .where('folder_id', 'in', folderIds)
    .orderBy('folder_id')
    .orderBy('gen')
    .execute()
  const byFolder = new Map<number, string[]>(folderIds.map((id) => [id, []]))
  for (const { folder_id, fingerprint } of rows) byFolder.get(folder_id)?.push(fingerprint)
  return byFolder
}

export async function newestGenerationNumber(db: Db, folderId: number): Promise<number> {
  const { gen } = await db
    .selectFrom('folder_generation')
    .select((e) => e.fn.max('gen').as('gen'))
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow()
  return gen
}

/**
 * At most `limit` generations of a folder with the person's grants, in order, starting behind `after`. None if `newest`
 * is not the newest statement any more, as its grants may have changed.
 */
export function listGenerations(
  db: Db,
  { folderId, userId, newest }: { folderId: number; userId: number; newest: number },
  after: number,
  limit: number,
) {
  return db
    .selectFrom('folder_generation')
    .leftJoin('folder_grant', (join) =>
      join
        .onRef('folder_grant.folder_id', '=', 'folder_generation.folder_id')
        .onRef('folder_grant.gen', '=', 'folder_generation.gen')
        .on('folder_grant.user_id', '=', userId),
    )
    .select(['folder_generation.gen', 'sealed_private', 'since', 'sealed as grant'])
    .where('folder_generation.folder_id', '=', folderId)
    .where('folder_generation.gen', '>', after)
    .where((e) =>
      e(
        e
          .selectFrom('roster_statement')
          .select((s) => s.fn.max('seq').as('seq'))
          .where('roster_statement.folder_id', '=', folderId),
        '=',
        newest,
      ),
    )
    .orderBy('folder_generation.gen')
    .limit(limit)
    .execute()
}

export async function insertGenerations(
  db: Db,
  generations: readonly Tables['folder_generation'][],
): Promise<void> {
  for (const slice of slicesOf(generations, rowsPerInsert))
    await db.insertInto('folder_generation').values(slice).execute()
}

/** Key that files of the folder are sealed to: that of its newest generation, or else of its owner, if any. */
export async function recipientKeyOf(db: Db, folderId: number): Promise<string | undefined> {
  const newestGeneration = await db
    .selectFrom('folder_generation')
    .select('public_key_spki')
    .where('folder_id', '=', folderId)
    .orderBy('gen', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newestGeneration !== undefined) return newestGeneration.public_key_spki
  const owner = await db
    .selectFrom('folder_member')
    .innerJoin('user', 'user.id', 'folder_member.user_id')
    .select('public_key_spki')
    .where('folder_id', '=', folderId)
    .executeTakeFirst()
  return owner?.public_key_spki ?? undefined
}

/** Stores grants and replaces those for the same person and generation. */
export async function putGrants(db: Db, grants: readonly Tables['folder_grant'][]): Promise<void> {
  for (const slice of slicesOf(grants, rowsPerInsert)) {
    await db
      .insertInto('folder_grant')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['folder_id', 'gen', 'user_id'])
          .doUpdateSet((e) => ({ sealed: e.ref('excluded.sealed') })),
      )
      .execute()
  }
}

/**
 * Replaces the members of a folder, each with the time since when they have their role; grants and notices of those
 * removed go too. Run it in a transaction.
 */
export async function setMembers(
  db: Db,
  folderId: number,
  members: readonly Pick<RosterMember, 'user' | 'role'>[],
  now: string,
): Promise<void> {
  const memberIds = members.map(({ user }) => user)
  for (const table of ['folder_member', 'folder_grant', 'leave_notice', 'notice'] as const) {
    await db
      .deleteFrom(table)
      .where('folder_id', '=', folderId)
      .where('user_id', 'not in', memberIds)
      .execute()
  }
  await db
    .insertInto('folder_member')
    .values(members.map(({ user, role }) => ({ folder_id: folderId, user_id: user, role, since: now })))
    .onConflict((conflict) =>
      conflict.columns(['folder_id', 'user_id']).doUpdateSet((e) => ({
        role: e.ref('excluded.role'),
        since: sql<string>`case when folder_member.role = excluded.role then folder_member.since else excluded.since end`,
      })),
    )
    .execute()
}

export async function listLeavingMembers(db: Db, folderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('leave_notice')
    .select('user_id')
    .where('folder_id', '=', folderId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Adds a leave notice. False if there was one already. */
export const putLeaveNotice = (db: Db, folderId: number, userId: number, at: string): Promise<boolean> =>
  executeHasChanged(
    db
      .insertInto('leave_notice')
      .values({ folder_id: folderId, user_id: userId, at })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Deletes a leave notice. False if there was none. */
export const deleteLeaveNotice = (db: Db, folderId: number, userId: number): Promise<boolean> =>
  executeHasChanged(
    db.deleteFrom('leave_notice').where('folder_id', '=', folderId).where('user_id', '=', userId),
  )
