import { copyFileSync, existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { EmbeddedDialect } from '../../../server/db/sqlite/embeddedDialect.ts'
import { GroupCommit } from '../../../server/db/sqlite/groupCommit.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { type DurableLog, WriteAheadLog } from '../../../server/db/sqlite/writeAheadLog.ts'
import { scratchFolder } from '../scratchFolder.ts'

interface Tables {
  line: { id: Generated<number>; text: string }
}

/** A log whose syncs end when they are told to. */
class ManualLog {
  readonly syncs: PromiseWithResolvers<null>[] = []
  checkpoints = 0
  checkpoint: () => void = () => void this.checkpoints++

  async sync(): Promise<void> {
    const sync = Promise.withResolvers<null>()
    this.syncs.push(sync)
    await sync.promise
  }

  close = () => Promise.resolve()
}

const syncError = Object.assign(new Error('i/o error'), { code: 'EIO' })
/** Enough turns for all that waits for nothing but promises. */
const flushMicrotasks = async () => {
  for (let n = 0; n < 50; n++) await Promise.resolve()
}
const isPending = async (promise: Promise<unknown>) => {
  let hasEnded = false
  void promise.catch(() => undefined).then(() => (hasEnded = true))
  await flushMicrotasks()
  return !hasEnded
}

async function openLineDatabase(logOf: (database: Sqlite.Database) => DurableLog) {
  const folder = await scratchFolder()
  const file = join(folder, 'lines.db')
  const database = openConnection(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('create table line (id integer primary key, text text not null)')
  const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(database, logOf(database)) })
  onTestFinished(() => db.destroy())
  const insertLine = async (text: string) => {
    await db.insertInto('line').values({ text }).execute()
    return text
  }
  const readLines = async () => (await db.selectFrom('line').select('text').execute()).map(({ text }) => text)
  return { folder, file, database, db, insertLine, readLines }
}

/** A database whose only change so far has been refused, since its sync failed. */
async function openAfterFailedSync() {
  const log = new ManualLog()
  const opened = await openLineDatabase(() => log)
  const failed = opened.insertLine('a')
  await flushMicrotasks()
  log.syncs[0]?.reject(syncError)
  await expect(failed).rejects.toBe(syncError)
  return { ...opened, log }
}

describe('one sync', () => {
  it('makes all changes before it durable, and none that come while it runs', async () => {
    const log = new ManualLog()
    const commits = new GroupCommit(log)
    commits.countChange()
    const first = commits.whenDurable()
    commits.countChange()
    const [second, third] = [commits.whenDurable(), commits.whenDurable()]
    expect(log.syncs).toHaveLength(1)
    log.syncs[0]?.resolve(null)
    await first
    expect(await isPending(second)).toBe(true)
    expect(log.syncs).toHaveLength(2)
    log.syncs[1]?.resolve(null)
    await Promise.all([second, third, commits.whenDurable()])
    expect(log.syncs).toHaveLength(2)
  })
})

describe('a result of the database', () => {
  it('waits until what it has changed or seen is durable; the connection serves others meanwhile', async () => {
    const log = new ManualLog()
    const { database, db, insertLine, readLines } = await openLineDatabase(() => log)
    expect(await readLines()).toEqual([])
    const writes = ['a', 'b', 'c'].map(insertLine)
    const transaction = db.transaction().execute(async (trx) => {
      await trx.insertInto('line').values({ text: 'd' }).execute()
      return trx.selectFrom('line').select('text').execute()
    })
    const seen = readLines()
    for (const result of [...writes, transaction, seen]) expect(await isPending(result)).toBe(true)
    expect(database.prepare('select text from line').all()).toHaveLength(4)
    // The first change had a sync of its own; all that came while it ran share the next.
    log.syncs[0]?.resolve(null)
    await writes[0]
    expect(await isPending(seen)).toBe(true)
    log.syncs[1]?.resolve(null)
    expect(await Promise.all(writes)).toEqual(['a', 'b', 'c'])
    expect(await transaction).toHaveLength(4)
    expect(await seen).toEqual(['a', 'b', 'c', 'd'])
    expect(log.syncs).toHaveLength(2)
  })

  it('says that the disk has failed, once it has; reads go on', async () => {
    const log = new ManualLog()
    const { insertLine, readLines } = await openLineDatabase(() => log)
    const failed = insertLine('a')
    const seen = readLines()
    await flushMicrotasks()
    log.syncs[0]?.reject(syncError)
    await expect(failed).rejects.toBe(syncError)
    expect(await seen).toEqual(['a'])
    expect(await readLines()).toEqual(['a'])
  })

  it('of a read comes after a failed sync, once a checkpoint was tried', async () => {
    const { log, readLines } = await openAfterFailedSync()
    const works = log.checkpoint
    log.checkpoint = () => {
      works()
      throw syncError
    }
    expect(await readLines()).toEqual(['a'])
    log.checkpoint = works
    expect(await readLines()).toEqual(['a'])
    expect(log.checkpoints).toBe(2)
    expect(await readLines()).toEqual(['a'])
    expect(log.checkpoints).toBe(2)
  })

  it('comes after a failed sync only once a checkpoint has written everything anew', async () => {
    const { log, insertLine } = await openAfterFailedSync()
    const works = log.checkpoint
    log.checkpoint = () => {
      throw syncError
    }
    await expect(insertLine('b')).rejects.toBe(syncError)
    log.checkpoint = works
    expect(await insertLine('c')).toBe('c')
    expect([log.checkpoints, log.syncs.length]).toEqual([1, 1])
    const next = insertLine('d')
    await flushMicrotasks()
    log.syncs[1]?.resolve(null)
    expect(await next).toBe('d')
  })
})

describe('the write-ahead log', () => {
  it('is on disk whenever a change was reported as made, through checkpoints, however many write', async () => {
    /** Keeps what a power cut would leave: the files at the last sync. */
    class Platter extends WriteAheadLog {
      readonly #name: string
      folder = ''
      syncs = 0
      constructor(database: Sqlite.Database) {
        super(database)
        this.#name = database.name
      }
      override async sync(): Promise<void> {
        for (const end of ['', '-wal']) copyFileSync(this.#name + end, join(this.folder, `lines.db${end}`))
        this.syncs++
        await super.sync()
      }
    }
    let platter: Platter | undefined
    const { folder, database, insertLine } = await openLineDatabase((of) => (platter = new Platter(of)))
    if (platter === undefined) throw new Error('The log was not opened.')
    platter.folder = join(folder, 'platter')
    await mkdir(platter.folder)
    database.pragma('wal_autocheckpoint = 4')
    /** Returns the texts that are there once the power is back. */
    const recovered = async () => {
      const file = join(await scratchFolder(), 'lines.db')
      for (const end of ['', '-wal']) copyFileSync(join(folder, 'platter', `lines.db${end}`), file + end)
      const copy = new Sqlite(file)
      try {
        const rows = copy.prepare<[], { text: string }>('select text from line').all()
        return rows.map(({ text }) => text)
      } finally {
        copy.close()
      }
    }
    const client = async (name: string) => {
      for (let n = 0; n < 20; n++) {
        const text = await insertLine(`${name} ${n} ${'x'.repeat(500)}`)
        expect(await recovered()).toContain(text)
      }
    }
    await Promise.all(Array.from('abcdefgh', client))
    expect(platter.syncs).toBeLessThan(8 * 20)
  })

  it('is the one of the file behind a symbolic link', async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'disk'))
    await symlink(join(folder, 'disk', 'lines.db'), join(folder, 'lines.db'))
    await writeFile(join(folder, 'disk', 'lines.db'), '')
    const db = await openSqliteKysely(join(folder, 'lines.db'))
    onTestFinished(() => db.destroy())
    expect(existsSync(join(folder, 'disk', 'lines.db-wal'))).toBe(true)
    await sql`create table line (text text)`.execute(db)
  })

  it('is written to the database by a checkpoint, unless a transaction is open', async () => {
    const file = join(await scratchFolder(), 'sealpost.db')
    const db = await openSqliteKysely(file)
    onTestFinished(() => db.destroy())
    const database = openConnection(file)
    onTestFinished(() => void database.close())
    const log = new WriteAheadLog(database)
    onTestFinished(() => log.close())
    database.exec('begin immediate')
    expect(() => log.checkpoint()).toThrow('Another transaction uses the log.')
    database.exec('rollback')
    await sql`create table line (text text)`.execute(db)
    await log.sync()
    log.checkpoint()
    expect(existsSync(`${file}-wal`)).toBe(true)
    const alone = join(await scratchFolder(), 'alone.db')
    copyFileSync(file, alone)
    const copy = new Sqlite(alone)
    onTestFinished(() => void copy.close())
    expect(copy.prepare("select 1 from sqlite_schema where name = 'line'").all()).toHaveLength(1)
  })
})
