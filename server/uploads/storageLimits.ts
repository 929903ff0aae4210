import type { FastifyBaseLogger } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { KiB, MiB, maxBatchRequestBytes } from '../../contract/limits.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import type { Db } from '../db/schema.ts'
import {
  accountFolders,
  accountQuota,
  erasableBefore,
  runningAfter,
  type CountedFolders,
  erasableBytesOf,
  singleFolder,
  usedBytesOf,
  usedBytesOfAccount,
  findAccountQuota,
  lockAccountQuota,
  quotasOfFolder,
  reservedUploadBytes,
} from '../db/folders/quotas.ts'
import { conflict, insufficientStorage } from '../http/errors.ts'

/**
 * [Note: Storage limits]
 *
 * There are two limits, both refused with 507. The quota limits the ciphertext of a folder's files with their rows, and
 * of its unfinished uploads; the smallest of these applies: the server's limit for any folder, the limit set by its
 * owners, and the rest of the account that it counts towards. The floor is the disk space that uploads must leave free,
 * so that database and downloads still work when it is reached.
 *
 * Both are checked before the first byte and while bytes arrive, the quota by sums up to a second old, as anybody may
 * ask for it and the folders of an account have to be summed up. The final check of the quota is in the transaction
 * that creates files, or begins a part of an upload: it serializes requests of one folder, and those of one account if
 * that has a limit. Until then a form may exceed the quota by `formSlackBytes`, for its fields, and because it may
 * repeat a confirmed one and then adds nothing.
 *
 * What has been in the trash for a day counts towards quotas only as long as nothing else needs its place: it refuses no
 * upload, and the sweep erases the oldest of it where more is stored than a quota allows.
 *
 * Announcing is free, so it must not take space from others: what is announced has to fit, but only little of it is
 * reserved, and only once bytes arrive: the next bytes of a running request and the next parts of an upload, never more
 * than they have sent, with the longest row that the upload may become. So an upload in parts always becomes a file,
 * whatever its name: it is refused before its bytes are received, or not at all.
 */
export interface StorageLimits {
  /** Checks the disk for an upload of `size` sealed bytes, which are checked again on arrival. @throws HttpError 507 */
  requireDiskSpace(size: number): Promise<void>
  /**
   * Reserves space for the bytes of a request, as many as announced (0 if unknown). Without `folderId`, the quota is
   * not checked, as it has counted the bytes already.
   * @throws HttpError 507
   */
  reserve(announced: number, folderId?: number): Promise<SpaceReservation>
  /** Checks the quota in the transaction that holds the folder. @throws HttpError 507 */
  requireWithinQuota(trx: Db, folderId: number): Promise<void>
  /**
   * Checks that no uploads have taken the place of what was deleted at `trashedAt`, in the transaction that restores it to
   * the folder. @throws HttpError 507
   */
  requireRoomToRestore(trx: Db, folderId: number, trashedAt: readonly string[]): Promise<void>
  /** Checks the quota of a locked account, in the transaction that makes a folder count towards it. @throws HttpError 409 */
  requireAccountWithinQuota(trx: Db, userId: number): Promise<void>
  /**
   * Bytes that still fit into a folder, up to a second old; Infinity without a quota. If it is `wanted` or more, the
   * trash is not summed up.
   */
  quotaLeft(folderId: number, wanted: number): Promise<number>
  /** Checks `quotaLeft`, before anything is locked. @throws HttpError 507 */
  requireQuotaLeft(folderId: number, bytes: number): Promise<void>
  /** Bytes used by all folders of an account, and its quota (null for no limit). */
  usageOfAccount(userId: number): Promise<{ bytes: number; quotaBytes: number | null }>
  /** Returns whether the free disk space is above the floor; else all uploads are refused. */
  isAboveFloor(): Promise<boolean>
  /** Time after which an upload in parts must have received something to count as running. */
  runningSince(): string
}

export interface StorageLimitsDep {
  storageLimits: StorageLimits
}

/** Bytes of a request that are being received. */
export interface SpaceReservation {
  /** Counts received bytes. Returns a promise if the caller must wait. @throws HttpError 507 */
  countReceived(bytes: number): Promise<void> | undefined
  /** Call it when no more bytes will arrive; may be repeated. */
  end(): void
}

/** Cache time of sums in milliseconds, so that folders are not summed up for every request. */
export const sumCacheMs = 1000
const maxRememberedSums = 1000
const formSlackBytes = 2 * maxBatchRequestBytes
/** Bounds of the reserved space of a request, which is as large as the part received. */
const minWindowBytes = 64 * KiB
const maxWindowBytes = 4 * MiB
/** Share of MIN_FREE_BYTES that must be free in addition before the log reports that uploads are accepted again. */
const floorSlack = 1 / 16

export function createStorageLimits({
  db,
  blobs,
  now,
  folderQuotaBytes = Infinity,
  userQuotaBytes,
  minFreeBytes,
  log,
}: {
  db: Db
  blobs: BlobStore
  now: () => Date
  folderQuotaBytes: number | undefined
  /** Quota of accounts without one set by the operator; undefined for no limit. */
  userQuotaBytes: number | undefined
  minFreeBytes: number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}): StorageLimits {
  /** Bytes reserved for running requests. */
  let reservedBytes = 0
  const runningSince = () => runningAfter(now())

  let wasAboveFloor = true
  /** Free bytes above the floor. Logs once when it is reached, and once when it is left. */
  async function bytesAboveFloor(): Promise<number> {
    const freeBytes = await blobs.freeBytes()
    if (freeBytes === undefined) return Infinity
    // Hysteresis, so that small changes do not log it over and over.
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

  const leftOnDisk = async (): Promise<number> => (await bytesAboveFloor()) - reservedBytes

  const quotaOfAccount = (set: number | null) => accountQuota(set, userQuotaBytes)

  const sumCache = createSumCache(now)

  /**
   * Bytes left of the quotas; if less than `wanted`, with those of the trash that they may take. With `isAdding`, sums
   * are current and the account is locked if it has a limit.
   */
  async function readQuotaLeft(queried: Db, folderId: number, wanted: number, isAdding = false) {
    const bounds = await quotasOfFolder(queried, folderId)
    if (bounds === undefined) return Infinity
    const { accountId } = bounds
    const quota = Math.min(folderQuotaBytes, bounds.quotaBytes ?? Infinity)
    const ofFolder = await leftOf(quota, `folder ${folderId}`, singleFolder(folderId))
    const ofAll = quotaOfAccount(bounds.accountQuotaBytes)
    if (isAdding && ofAll < Infinity) await lockAccountQuota(queried, accountId)
    return Math.min(ofFolder, await leftOf(ofAll, `account ${accountId}`, accountFolders(accountId)))

    async function leftOf(quota: number, key: string, folders: CountedFolders): Promise<number> {
      if (quota === Infinity) return quota
      const sum = (name: string, compute: () => Promise<number>) =>
        isAdding ? sumCache.recompute(name, compute) : sumCache.get(name, compute)
      const left = quota - (await sum(key, () => usedBytesOf(queried, folders, runningSince())))
      if (left >= wanted) return left
      const erasable = () => erasableBytesOf(queried, folders, erasableBefore(now()))
      return left + (await sum(`trash of ${key}`, erasable))
    }
  }

  const quotaLeft = (folderId: number, wanted: number) => readQuotaLeft(db, folderId, wanted)

  async function requireNoExcess(trx: Db, folderId: number, refusal: string): Promise<void> {
    if ((await readQuotaLeft(trx, folderId, 0, true)) < 0) throw insufficientStorage(refusal)
  }

  async function requireQuotaLeft(folderId: number, bytes: number): Promise<void> {
    if ((await quotaLeft(folderId, bytes)) < bytes) throw insufficientStorage(errorDetails.linkQuota)
  }

  return {
    async requireDiskSpace(size) {
      const left = (await leftOnDisk()) - size
      if (left < 0 || (left < Infinity && (await reservedUploadBytes(db, runningSince())) > left))
        throw insufficientStorage(errorDetails.outOfSpace)
    },

    async reserve(announced, folderId) {
      let missing = announced
      let received = 0
      let coming = 0
      const windowNow = () => Math.min(maxWindowBytes, Math.max(minWindowBytes, received))
      const expectNext = (bytes: number) => {
        reservedBytes += bytes - coming
        coming = bytes
      }
      const end = () => expectNext(0)
      expectNext(Math.min(missing, windowNow()))
      async function requireDisk(more = 0): Promise<void> {
        if ((await leftOnDisk()) < more) throw insufficientStorage(errorDetails.outOfSpace)
      }
      let requestQuotaLeft = Infinity
      try {
        if (folderId !== undefined)
          requestQuotaLeft = formSlackBytes + (await quotaLeft(folderId, announced || Infinity))
        if (announced > requestQuotaLeft) throw insufficientStorage(errorDetails.linkQuota)
        await requireDisk(announced - coming)
      } catch (error) {
        end()
        throw error
      }
      let unchecked = 0
      /** The disk is checked again after so many bytes, before the window is used up. */
      let nextCheck = windowNow() / 2
      return {
        countReceived(bytes) {
          received += bytes
          missing = Math.max(0, missing - bytes)
          expectNext(Math.max(0, coming - bytes))
          requestQuotaLeft -= bytes
          if (requestQuotaLeft < 0) throw insufficientStorage(errorDetails.linkQuota)
          unchecked += bytes
          if (unchecked < nextCheck) return undefined
          unchecked = 0
          expectNext(Math.min(missing, windowNow()))
          nextCheck = windowNow() / 2
          return requireDisk()
        },
        end,
      }
    },

    requireWithinQuota: (trx, folderId) => requireNoExcess(trx, folderId, errorDetails.linkQuota),

    async requireRoomToRestore(trx, folderId, trashedAt) {
      const before = erasableBefore(now())
      if (trashedAt.some((time) => time <= before))
        await requireNoExcess(trx, folderId, errorDetails.noRoomToRestore)
    },

    async requireAccountWithinQuota(trx, userId) {
      const quota = quotaOfAccount(await findAccountQuota(trx, userId))
      if (quota === Infinity) return
      if ((await usedBytesOfAccount(trx, userId, runningSince())) > quota)
        throw conflict(errorDetails.ownerHasNoRoom)
    },

    quotaLeft,
    requireQuotaLeft,

    async usageOfAccount(userId) {
      const quota = quotaOfAccount(await findAccountQuota(db, userId))
      const bytes = await usedBytesOfAccount(db, userId, runningSince())
      return { bytes, quotaBytes: quota === Infinity ? null : quota }
    },

    isAboveFloor: async () => (await bytesAboveFloor()) >= 0,

    runningSince,
  }
}

/** Cache of sums of bytes, for `sumCacheMs`; other servers may have changed them meanwhile. */
function createSumCache(now: () => Date) {
  const sums = new Map<string, { at: number; bytes: Promise<number> }>()
  return {
    /** Computes the sum without caching it, for a transaction that may be rolled back. */
    recompute(key: string, computeSum: () => Promise<number>): Promise<number> {
      sums.delete(key)
      return computeSum()
    },
    get(key: string, computeSum: () => Promise<number>): Promise<number> {
      const at = now().getTime()
      const last = sums.get(key)
      if (last !== undefined && Math.abs(at - last.at) < sumCacheMs) return last.bytes
      if (sums.size >= maxRememberedSums) sums.clear()
      const bytes = computeSum()
      sums.set(key, { at, bytes })
      bytes.catch(() => sums.delete(key))
      return bytes
    },
  }
}
