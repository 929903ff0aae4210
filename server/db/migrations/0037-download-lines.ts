import { type Kysely, sql } from 'kysely'
import type { SchemaDialect } from '../dialect.ts'

/** Lines of downloads are updated while the download goes on; all others, and who did what when, stay. */
export async function downloadLines(db: Kysely<unknown>, { allowUpdates }: SchemaDialect): Promise<void> {
  const isNoDownload = sql`old.kind not in ('download', 'link-download')`
  const staying = [
    ...['id', 'at', 'kind', 'by', 'actor_id', 'actor', 'api_token', 'address'],
    ...['account_id', 'folder_id', 'folder'],
  ]
  for (const statement of allowUpdates('audit_event', isNoDownload, staying)) await statement.execute(db)
}
