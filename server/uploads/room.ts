import type { FastifyBaseLogger } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { KiB, MiB, maxBatchRequestBytes } from '../../contract/limits.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import type { Db } from '../db/schema.ts'
import { findAccountQuota, holdAccountQuota } from '../db/accountQuotas.ts'
import { boundsOfFolder, bytesOfAccount, bytesOfFolder, windowsOfUploads } from '../db/space.ts'
import { outOfSpace } from '../http/errors.ts'

/**
 * [Note: Room]
 *
 * Two bounds, both refused with 507. The quota: ciphertext of a folder's files with their rows, and of its unfinished
 * uploads; the least counts of what the server lets any folder take, what its owners let it take, and what is left of the
 * account that it counts towards. The floor: what uploads leave free of the disk, so that database and downloads go on
 * when it is reached.
 *
 * Each is looked at before the first byte and while bytes arrive: the quota as it was within the last second, since anybody
 * may ask for it, and folders of an account are added up. The quota is decided in the transaction that makes
 * files, or begins a part of an upload, where requests of one folder follow each other, and those of one account
 * where that is limited; until then a form may be
 * beyond it by `formSlackBytes`, for its fields, and because it may repeat one that was confirmed, and then it adds
 * nothing.
 *
 * Announcing costs nothing, so it must not take what others could use: what is announced has to fit in, but only a
 * little of it is kept free, and only once bytes come: the next ones of a running request, and the next parts of an
 * upload, both as far as they have sent as much, with the longest row that it may become. So what was sent in parts becomes a
 * file, whatever its names: it is refused before its bytes come, or not at all.
 */
export interface Room {
  /**
   * For an upload in parts of `size` sealed bytes that is about to be created. Its bytes are looked at again when they
   * come. @throws HttpError 507
   */
  requireOnDisk(size: number): Promise<void>
  /**
   * For the bytes of one request, as many as announced (0: unknown). `folderId` is left out where the quota has counted
   * them already. @throws HttpError 507
   */
  expect(announced: number, folderId?: number): Promise<Arrival>
  /**
   * To be run in the transaction that holds the folder and has added to it; `more` bytes must fit in as well.
   * @throws HttpError 507
   */
  requireWithinQuota(trx: Db, folderId: number, more?: number): Promise<void>
  /** Bytes that still fit into a folder, as they were within the last second; Infinity where no quota bounds it. */
  leftOfQuota(folderId: number): Promise<number>
  /** As `requireWithinQuota`, before anything is held, by `leftOfQuota`. @throws HttpError 507 */
  requireLeft(folderId: number, bytes: number): Promise<void>
  /** What all folders of an account take, and may take (null: no limit). */
  ofAccount(userId: number): Promise<{ bytes: number; quotaBytes: number | null }>
  /** Whether the disk has more free than its floor; else all uploads are refused. */
  isAboveFloor(): Promise<boolean>
  /** Uploads in parts are running when something of them came after this. */
  runningSince(): string
}

/** Bytes on their way into the store. */
export interface Arrival {
  /** So many have come. A promise when there is something to wait for. @throws HttpError 507 */
  arrived(bytes: number): Promise<void> | undefined
  /** No more will come. Harmless to repeat. */
  end(): void
}

/** An upload in parts to which nothing came for so long is not waited for: its bytes may never come. */
const runningMs = 600_000
/** How long what is left of a quota is remembered, in milliseconds, so that folders are not added up for each who asks. */
export const rememberedMs = 1000
/** Sums that are remembered at a time. */
const mostRemembered = 1000
const formSlackBytes = 2 * maxBatchRequestBytes
/** Of what a request has announced so much is kept free: as much as has come of it, within these bounds. */
const leastWindowBytes = 64 * KiB
const windowBytes = 4 * MiB
/** Of MIN_FREE_BYTES: so much more has to be free before the log says that uploads are taken again. */
const floorSlack = 1 / 16

export function createRoom({
  db,
  blobs,
  now,
  linkQuotaBytes = Infinity,
  userQuotaBytes,
  minFreeBytes,
  log,
}: {
  db: Db
  blobs: BlobStore
  now: () => Date
  linkQuotaBytes: number | undefined
  /** Of accounts for which the operator has set none; undefined: no limit. */
  userQuotaBytes: number | undefined
  minFreeBytes: number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}): Room {
  /** What running requests bring next. */
  let expected = 0
  const runningSince = () => new Date(now().getTime() - runningMs).toISOString()

  let wasAboveFloor = true
  /** Free bytes above the floor. Says once in the log that it is reached, and once that it is left. */
  async function aboveFloor(): Promise<number> {
    const freeBytes = await blobs.freeBytes()
    if (freeBytes === undefined) return Infinity
    // The log is not to say it again and again where some bytes come and go.
    const isAbove = freeBytes >= minFreeBytes * (wasAboveFloor ? 1 : 1 + floorSlack)
    if (isAbove !== wasAboveFloor) {
      wasAboveFloor = isAbove
      if (isAbove) log.info({ freeBytes, minFreeBytes }, 'uploads are taken again')
      else
        log.warn(
          { freeBytes, minFreeBytes },
          'uploads are refused: less is free on the disk than MIN_FREE_BYTES',
        )
    }
    return freeBytes - minFreeBytes
  }

  const leftOnDisk = async (): Promise<number> => (await aboveFloor()) - expected

  /** Infinity: no limit. */
  const quotaOfAccount = (set: number | null): number =>
    set === null ? (userQuotaBytes ?? Infinity) : set === 0 ? Infinity : set

  const taken = createRemembered(now)

  /** `isAdding`: in a transaction that others of the same account wait for, if that is limited. Else as remembered. */
  async function leftOf(queried: Db, folderId: number, isAdding = false): Promise<number> {
    const bounds = await boundsOfFolder(queried, folderId)
    if (bounds === undefined) return Infinity
    const { payerId } = bounds
    const since = runningSince()
    const bytesTaken = (key: string, add: () => Promise<number>) =>
      isAdding ? taken.anew(key, add) : taken.get(key, add)
    const quota = Math.min(linkQuotaBytes, bounds.quotaBytes ?? Infinity)
    const inFolder = () => bytesOfFolder(queried, folderId, since)
    const ofFolder = quota === Infinity ? quota : quota - (await bytesTaken(`folder ${folderId}`, inFolder))
    const ofAll = quotaOfAccount(bounds.accountBytes)
    if (ofAll === Infinity) return ofFolder
    if (isAdding) await holdAccountQuota(queried, payerId)
    const inAll = () => bytesOfAccount(queried, payerId, since)
    return Math.min(ofFolder, ofAll - (await bytesTaken(`account ${payerId}`, inAll)))
  }

  const leftOfQuota = (folderId: number) => leftOf(db, folderId)

  async function requireLeft(folderId: number, bytes: number): Promise<void> {
    if ((await leftOfQuota(folderId)) < bytes) throw outOfSpace(detail.linkQuota)
  }

  return {
    async requireOnDisk(size) {
      const left = (await leftOnDisk()) - size
      if (left < 0 || (left < Infinity && (await windowsOfUploads(db, runningSince())) > left))
        throw outOfSpace(detail.outOfSpace)
    },

    async expect(announced, folderId) {
      let missing = announced
      let received = 0
      let coming = 0
      const windowNow = () => Math.min(windowBytes, Math.max(leastWindowBytes, received))
      const expectNext = (bytes: number) => {
        expected += bytes - coming
        coming = bytes
      }
      const end = () => expectNext(0)
      expectNext(Math.min(missing, windowNow()))
      async function requireDisk(more = 0): Promise<void> {
        if ((await leftOnDisk()) < more) throw outOfSpace(detail.outOfSpace)
      }
      let quotaLeft = Infinity
      try {
        if (folderId !== undefined) quotaLeft = formSlackBytes + (await leftOfQuota(folderId))
        if (announced > quotaLeft) throw outOfSpace(detail.linkQuota)
        await requireDisk(announced - coming)
      } catch (error) {
        end()
        throw error
      }
      let unchecked = 0
      return {
        arrived(bytes) {
          received += bytes
          missing = Math.max(0, missing - bytes)
          expectNext(Math.max(0, coming - bytes))
          quotaLeft -= bytes
          if (quotaLeft < 0) throw outOfSpace(detail.linkQuota)
          unchecked += bytes
          // The disk is looked at again before the window is used up.
          if (unchecked < windowNow() / 2) return undefined
          unchecked = 0
          expectNext(Math.min(missing, windowNow()))
          return requireDisk()
        },
        end,
      }
    },

    async requireWithinQuota(trx, folderId, more = 0) {
      if ((await leftOf(trx, folderId, true)) < more) throw outOfSpace(detail.linkQuota)
    },

    leftOfQuota,
    requireLeft,

    async ofAccount(userId) {
      const quota = quotaOfAccount(await findAccountQuota(db, userId))
      const bytes = await bytesOfAccount(db, userId, runningSince())
      return { bytes, quotaBytes: quota === Infinity ? null : quota }
    },

    isAboveFloor: async () => (await aboveFloor()) >= 0,

    runningSince,
  }
}

/** Sums of bytes by what they are of, for `rememberedMs`; other servers may have changed them meanwhile. */
function createRemembered(now: () => Date) {
  const sums = new Map<string, { at: number; bytes: Promise<number> }>()
  return {
    /** In a transaction that changes it, and may yet be undone: nobody is told of it, and the next who asks adds up. */
    anew(key: string, add: () => Promise<number>): Promise<number> {
      sums.delete(key)
      return add()
    },
    get(key: string, add: () => Promise<number>): Promise<number> {
      const at = now().getTime()
      const last = sums.get(key)
      if (last !== undefined && Math.abs(at - last.at) < rememberedMs) return last.bytes
      if (sums.size >= mostRemembered) sums.clear()
      const bytes = add()
      sums.set(key, { at, bytes })
      bytes.catch(() => sums.delete(key))
      return bytes
    },
  }
}
