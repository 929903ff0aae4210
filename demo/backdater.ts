import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { AdminApi, Folder, Link, StoredFile } from '../e2e/adminApi.ts'

/**
 * When things happened. The API dates what it does with the present, but demo data have a past: at the end these times
 * are written into the demo's own database, and nothing else is.
 */
export class Backdater {
  readonly #database: string
  readonly #changes: { sql: string; values: (string | number | null)[] }[] = []
  readonly #folders: Folder[] = []

  constructor(dataDir: string) {
    this.#database = join(dataDir, 'sealpost.db')
  }

  /** `expiresIn` days from now, perhaps in the past; undefined: never. */
  created({ id }: Folder, daysAgo: number, time: string, expiresIn?: number): void {
    const expires = expiresIn === undefined ? null : timeBefore(-expiresIn, time)
    this.#change(
      'UPDATE folder SET creation_date = ?, expiration_date = ? WHERE id = ?',
      timeBefore(daysAgo, time),
      expires,
      id,
    )
  }

  uploaded(folder: Folder, files: StoredFile[], daysAgo: number, time: string): void {
    if (!this.#folders.includes(folder)) this.#folders.push(folder)
    for (const { id } of files)
      this.#change('UPDATE file SET upload_time = ? WHERE id = ?', timeBefore(daysAgo, time), id)
    this.#change('UPDATE folder SET last_upload_time = ? WHERE id = ?', timeBefore(daysAgo, time), folder.id)
  }

  downloaded(files: StoredFile[], daysAgo: number, time: string): void {
    const sql = 'UPDATE file SET last_downloaded_admin = ? WHERE id = ?'
    for (const { id } of files) this.#change(sql, timeBefore(daysAgo, time), id)
  }

  shared({ token }: Link, daysAgo: number, time: string): void {
    this.#change(
      'UPDATE download_link SET creation_date = ? WHERE link_token = ?',
      timeBefore(daysAgo, time),
      token,
    )
  }

  async write(api: AdminApi): Promise<void> {
    // The server notes downloads a moment later, but before it shows them.
    for (const { id } of this.#folders) await api.json('GET', `/folders/${id}/files`)
    const database = new Database(this.#database, { fileMustExist: true, timeout: 5000 })
    database.transaction(() => {
      for (const { sql, values } of this.#changes) database.prepare(sql).run(...values)
    })()
    database.close()
  }

  #change(sql: string, ...values: (string | number | null)[]): void {
    this.#changes.push({ sql, values })
  }
}

/** A day before today, at a time of day here: 'hh:mm:ss'. */
function timeBefore(daysAgo: number, time: string): string {
  const then = new Date()
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  then.setDate(then.getDate() - daysAgo)
  then.setHours(hours, minutes, seconds, 0)
  return then.toISOString()
}
