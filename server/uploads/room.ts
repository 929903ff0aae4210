import { detail } from '../../contract/errors.ts'
import { MiB, maxBatchRequestBytes } from '../../contract/limits.ts'
import { partLength, type BlobStore } from '../blobs/blobStore.ts'
import type { Db } from '../db/schema.ts'
import { bytesOfFolder, runningUploads } from '../db/space.ts'
import { outOfSpace } from '../errors.ts'

/**
 * [Note: Room]
 *
 * Two bounds, both refused with 507. The quota: ciphertext of a folder's files and, by announced size, of its
 * unfinished uploads. The floor: what uploads leave free of the disk, so that database and downloads go on when it is
 * reached.
 *
 * Each is looked at before the first byte and while bytes arrive. The quota is decided in the transaction that makes
 * files or begins an upload, where requests of one folder follow each other; until then a form may be beyond it by `formSlackBytes`, for its
 * fields, and because it may repeat one that was confirmed, and then it adds nothing. For the floor, bytes that are announced but not here yet count
 * as used: those of running requests, and those that running uploads in parts still have to send.
 */
export interface Room {
  /**
   * For an upload in parts of `size` sealed bytes that is about to be created; the quota is decided where it is. Its
   * bytes are looked at again when they come. @throws HttpError 507
   */
  requireOnDisk(size: number): Promise<void>
  /**
   * For the bytes of one request, as many as announced (0: unknown). `folderId` is left out where the quota has counted
   * them already. @throws HttpError 507
   */
  expect(announced: number, folderId?: number): Promise<Arrival>
  /** To be run in the transaction that holds the folder and has added files or uploads to it. @throws HttpError 507 */
  requireWithinQuota(trx: Db, folderId: number): Promise<void>
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
const formSlackBytes = 2 * maxBatchRequestBytes
/** The disk is looked at again whenever so much has come. */
const checkBytes = 16 * MiB

export function createRoom({
  db,
  blobs,
  now,
  linkQuotaBytes = Infinity,
  minFreeBytes,
}: {
  db: Db
  blobs: BlobStore
  now: () => Date
  linkQuotaBytes: number | undefined
  minFreeBytes: number
}): Room {
  /** Announced by running requests and not here yet. */
  let expected = 0

  async function leftOnDisk(): Promise<number> {
    const free = await blobs.freeBytes()
    return free === undefined ? Infinity : free - minFreeBytes - expected
  }

  async function leftOfQuota(folderId: number): Promise<number> {
    return linkQuotaBytes === Infinity ? Infinity : linkQuotaBytes - (await bytesOfFolder(db, folderId))
  }

  /** Sealed bytes that running uploads have still to send. */
  async function missingBytes(left: number): Promise<number> {
    const running = await runningUploads(db, new Date(now().getTime() - runningMs).toISOString())
    const announced = running.reduce((sum, upload) => sum + upload.size, 0)
    // Only when it gets tight is it worth to look which parts are here.
    if (announced <= left) return announced
    let stored = 0
    for (const upload of running) {
      const plan = { size: upload.size, partSize: upload.part_size }
      const parts = await blobs.listParts(upload.blob_key, plan)
      stored += parts.reduce((sum, n) => sum + partLength(plan, n), 0)
    }
    return announced - stored
  }

  return {
    async requireOnDisk(size) {
      const left = (await leftOnDisk()) - size
      if (left < 0 || (left < Infinity && (await missingBytes(left)) > left))
        throw outOfSpace(detail.outOfSpace)
    },

    async expect(announced, folderId) {
      let coming = announced
      expected += coming
      const end = () => {
        expected -= coming
        coming = 0
      }
      async function requireDisk(): Promise<void> {
        if ((await leftOnDisk()) < 0) throw outOfSpace(detail.outOfSpace)
      }
      let quotaLeft = Infinity
      try {
        if (folderId !== undefined) quotaLeft = formSlackBytes + (await leftOfQuota(folderId))
        if (announced > quotaLeft) throw outOfSpace(detail.linkQuota)
        await requireDisk()
      } catch (error) {
        end()
        throw error
      }
      let unchecked = 0
      return {
        arrived(bytes) {
          const announcedOnes = Math.min(bytes, coming)
          coming -= announcedOnes
          expected -= announcedOnes
          quotaLeft -= bytes
          if (quotaLeft < 0) throw outOfSpace(detail.linkQuota)
          unchecked += bytes
          if (unchecked < checkBytes) return undefined
          unchecked = 0
          return requireDisk()
        },
        end,
      }
    },

    async requireWithinQuota(trx, folderId) {
      if (linkQuotaBytes < Infinity && (await bytesOfFolder(trx, folderId)) > linkQuotaBytes) {
        throw outOfSpace(detail.linkQuota)
      }
    },
  }
}
