import { type Kysely, sql } from 'kysely'
import { countedFiles } from './downloadLinks.ts'
import { lockFolders } from '../folders/folders.ts'
import type { Db, Tables } from '../schema.ts'
import { transact } from '../transact.ts'

/** A link whose running totals (`file_count`, `people_count`) are not the numbers of its rows. */
export interface WrongLinkTotal {
  link_id: number
  folder_id: number
  recorded: { files: number; people: number }
  counted: { files: number; people: number }
}

const countedPeople = sql<
  number | string
>`(select count(*) from link_person where link_id = download_link.id)`

/** Finds links with wrong totals, as `findWrongFolderTotals` finds folders. Ended links and those of closed folders are left out. */
export async function findWrongLinkTotals(db: Db): Promise<WrongLinkTotal[]> {
  const rows = await db
    .selectFrom('download_link')
    .select(['id', 'folder_id', 'file_count', 'people_count'])
    .select([countedFiles.as('files'), countedPeople.as('people')])
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`(exists (select 1 from folder_member where folder_member.folder_id = download_link.folder_id)
        or exists (select 1 from trashed_member where trashed_member.folder_id = download_link.folder_id))`,
    )
    .where(sql<boolean>`(file_count <> ${countedFiles} or people_count <> ${countedPeople})`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, folder_id, file_count, people_count, files, people }) => ({
    link_id: id,
    folder_id,
    recorded: { files: file_count, people: people_count },
    counted: { files: Number(files), people: Number(people) },
  }))
}

/** Sets the totals of these links to the numbers of their rows; files and people may come and go meanwhile. */
export async function repairLinkTotals(db: Kysely<Tables>, links: readonly WrongLinkTotal[]): Promise<void> {
  for (const { link_id, folder_id } of links) {
    await transact(db, async (trx) => {
      // Every change of this link locks its folder.
      await lockFolders(trx, new Set([folder_id]))
      await trx
        .updateTable('download_link')
        .where('id', '=', link_id)
        .set({ file_count: sql<number>`${countedFiles}`, people_count: sql<number>`${countedPeople}` })
        .execute()
    })
  }
}
