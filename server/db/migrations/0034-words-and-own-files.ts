import type { Kysely } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Words of download links, and files that people send into their own folders. */
export async function wordsAndOwnFiles(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await linkWords(db)
  await ownFiles(db, dialect)
}

/** A download link may have a title and a message to its recipients. */
async function linkWords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('download_link').addColumn('title', 'text').execute()
  await db.schema.alterTable('download_link').addColumn('message', 'text').execute()
}

/**
 * The person of a folder who sends from its page, and alone may continue the upload; null for everybody with the upload
 * link, for copies, and for a batch whose requests differ.
 */
async function ownFiles(db: Kysely<unknown>, { idType }: SchemaDialect): Promise<void> {
  for (const table of ['file', 'upload', 'arriving_batch'])
    await db.schema.alterTable(table).addColumn('sent_by', idType).execute()
}
