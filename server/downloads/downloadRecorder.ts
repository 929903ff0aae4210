import type { FastifyBaseLogger } from 'fastify'
import type { DbDep } from '../db/database.ts'
import { addDownloads } from '../db/links/downloadLinks.ts'
import { markDownloaded } from '../db/files/files.ts'
import { transact } from '../db/transact.ts'
import type { MetersDep } from '../metrics/meters.ts'
import { insertDownloadNotices } from '../notices/insertNotices.ts'
import type { ClockDep } from '../util/isoTime.ts'

/** Delay before a write, which collects records: an archive of thousands of small files would need as many commits. */
const gatherMs = 200
const retryMs = 5000

/**
 * Records complete downloads: responses that end at a file's last byte and were fully written. They are
 * written together, within a fifth of a second or before they are read.
 */
export interface DownloadRecorder {
  /** Records that a file was downloaded by a member of its folder. */
  recordMemberDownload(fileId: number): void
  recordLinkDownload(linkId: number): void
  /** Resolves when all records are in the database. Never rejects: failures are logged. */
  flush(): Promise<void>
}

export function createDownloadRecorder({
  db,
  log,
  now,
  meters,
}: DbDep & ClockDep & MetersDep & { log: FastifyBaseLogger }): DownloadRecorder {
  let memberFiles = new Set<number>()
  let countsByLink = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const countLinkDownloads = (linkId: number, files: number) =>
    countsByLink.set(linkId, (countsByLink.get(linkId) ?? 0) + files)

  function flushWithin(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  async function write(): Promise<void> {
    if (memberFiles.size + countsByLink.size === 0) return
    const files = memberFiles
    const links = countsByLink
    memberFiles = new Set()
    countsByLink = new Map()
    try {
      await transact(db, async (trx) => {
        await markDownloaded(trx, [...files], now().toISOString())
        for (const [linkId, count] of links) {
          const link = await addDownloads(trx, linkId, count)
          if (link !== undefined) await insertDownloadNotices(trx, link, now())
        }
      })
    } catch (error) {
      log.error({ err: error }, 'downloads could not be noted; trying again')
      for (const fileId of files) memberFiles.add(fileId)
      for (const [linkId, count] of links) countLinkDownloads(linkId, count)
      flushWithin(retryMs)
    }
  }

  return {
    recordMemberDownload(fileId) {
      memberFiles.add(fileId)
      meters.downloadCompleted('owner')
      flushWithin(gatherMs)
    },
    recordLinkDownload(linkId) {
      countLinkDownloads(linkId, 1)
      meters.downloadCompleted('link')
      flushWithin(gatherMs)
    },
    flush,
  }
}
