import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../context.ts'
import { BlobError } from '../../blobs/blobStore.ts'
import { releaseLease, scrubLease, takeLease } from '../../db/installation/leases.ts'
import type { ComparedFile } from '../../db/files/integrity.ts'
import type { FileFinding } from './verifyStoredFile.ts'
import { createReadThrottle } from './readThrottle.ts'
import {
  hashNextFiles,
  saveScrubPass,
  readLatestScrubPass,
  newScrubPass,
  type ScrubPass,
  scrubNextFiles,
  type ScrubContext,
} from './scrubPass.ts'

const leaseMs = 120_000
const leaseRenewalMs = 30_000
/** Interval of hashing new files, also during a pass. */
const hashIntervalMs = 600_000
/** In the server's time zone. */
const nightHour = 2

/** Background scrubbing of a running server: a pass every night, and hashing of new files in between. */
export function createScrubber({
  db,
  blobs: store,
  bytesPerSecond,
  log,
  now,
}: Pick<Services, 'db' | 'blobs' | 'now'> & { bytesPerSecond: number; log: FastifyBaseLogger }) {
  const holder = randomBytes(8).toString('hex')
  const ending = new AbortController()
  let running: Promise<void> | undefined
  const context: ScrubContext = {
    ...{ db, store, now },
    throttle: createReadThrottle(bytesPerSecond, ending.signal),
    onFile: (file, finding) => logFinding(log, file, finding),
  }

  const renew = () => {
    const time = now()
    return takeLease(db, scrubLease, holder, isoAfterMs(time, leaseMs), time.toISOString())
  }

  async function work(): Promise<void> {
    if (!(await renew())) return
    const logFailure = (error: unknown) =>
      log.warn({ err: error }, 'the lease of scrubbing could not be renewed')
    const renewing = setInterval(() => void renew().catch(logFailure), leaseRenewalMs).unref()
    try {
      await hashNewFiles()
      await runPass()
    } finally {
      clearInterval(renewing)
      await releaseLease(db, scrubLease, holder)
    }
  }

  async function hashNewFiles(): Promise<void> {
    if (store.recordsHashes) return
    for (let after: number | undefined = 0; after !== undefined;) after = await hashNextFiles(context, after)
  }

  async function runPass(): Promise<void> {
    const latest = await readLatestScrubPass(db)
    const unfinished = latest?.finished === null ? latest : undefined
    if (unfinished === undefined && !isPassDue(latest, now())) return
    let pass = unfinished ?? newScrubPass(now().toISOString())
    let hashedAt = performance.now()
    while (pass.finished === null) {
      pass = await scrubNextFiles(context, pass)
      await saveScrubPass(db, pass)
      if (performance.now() - hashedAt < hashIntervalMs) continue
      await hashNewFiles()
      hashedAt = performance.now()
    }
    log[pass.damaged > 0 ? 'error' : 'info']({ ...pass }, 'all stored files were compared with their hashes')
  }

  return {
    /** Does what is due, unless this or another server is already doing it. Logs what it finds. Never rejects. */
    run(): Promise<void> {
      running ??= work()
        .catch((error: unknown) => {
          if (ending.signal.aborted) return
          const level = error instanceof BlobError ? 'warn' : 'error'
          log[level]({ err: error }, 'scrubbing was interrupted; it goes on within ten minutes')
        })
        .finally(() => (running = undefined))
      return running
    },
    /** Aborts the current pass, which a later run continues. */
    async close(): Promise<void> {
      ending.abort()
      await running
    },
  }
}

const isoAfterMs = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString()

/** True once a night. A server that was off at night catches up when it is back. */
export function isPassDue(latest: ScrubPass | undefined, now: Date): boolean {
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  if (night > now) night.setDate(night.getDate() - 1)
  return latest === undefined || new Date(latest.began) < night
}

function logFinding(log: FastifyBaseLogger, file: ComparedFile, finding: FileFinding): void {
  const logFields = { file: file.id, folder: file.folder_id, object: file.blob_key }
  if (finding.kind === 'damaged') log.error({ ...logFields, how: finding.damage }, 'a stored file is damaged')
  if (finding.kind === 'unreadable')
    log.warn({ ...logFields, err: finding.error }, 'a stored file could not be read')
  if (finding.kind === 'intact' && file.damaged_at !== null)
    log.info(logFields, 'a stored file is whole again')
}
