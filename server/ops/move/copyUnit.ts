import { createHash, type Hash } from 'node:crypto'
import { maxParts, MiB } from '../../../contract/limits.ts'
import {
  partLength,
  partNumbers,
  partRange,
  type BlobStore,
  sha256Of,
  type BlobWriter,
} from '../../blobs/blobStore.ts'
import type { FileToMove, UnitToMove } from '../../db/files/movedObjects.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { PartRecords } from '../../db/files/partRecords.ts'
import { partPlanOf } from '../../uploads/partsUpload.ts'
import { inParallel } from '../../util/parallel.ts'
import {
  type RangeHashes,
  DamagedObjectError,
  hashesIfComplete,
  otherBytesText,
  readSource,
} from './readSource.ts'
import type { ByteRange } from '../../http/ranges.ts'

/** Part size for an object whose upload is no longer known. Any store accepts it. */
const usualPartSize = 16 * MiB
const partsAtOnce = 4
const membersAtOnce = 8

export interface CopyContext {
  source: BlobStore
  target: BlobStore
  /** Hashes of incoming bytes, recorded for a bucket. For a disk, hashes are in the rows of the files. */
  records: Pick<PartRecords, 'listHashes'> | undefined
  limit: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with the number of bytes that have become durable. */
  onBytes: (bytes: number) => void
}

export interface DamagedFile {
  file: FileToMove
  how: string
}

/** Copies the objects of a unit durably, and verifies the copies. None of them may exist at the target. */
export async function copyUnit(context: CopyContext, { key, files }: UnitToMove): Promise<DamagedFile[]> {
  const [file] = files
  if (file?.blob_key === key) return copyParts(context, file)
  return copyGroup(context, key, files)
}

async function copyGroup(
  context: CopyContext,
  key: string,
  files: readonly FileToMove[],
): Promise<DamagedFile[]> {
  const { target, limit } = context
  const damages: DamagedFile[] = []
  const hashes = new Map<string, string>()
  const group = await target.openGroup(key)
  await inParallel(files, membersAtOnce, (file) =>
    limit(async () => {
      const hash = createHash('sha256')
      const bytes = readSource(
        context.source,
        () => context.source.read(file.blob_key, wholeRange(file)),
        fileHash(file) ?? (await recordedHashes(context, file)),
        hash,
      )
      try {
        if (file.sealed_size <= target.maxBufferedBytes) await group.put(file.blob_key, await collect(bytes))
        else await writeStream(await group.putStream(file.blob_key, file.sealed_size), bytes)
        hashes.set(file.blob_key, hash.digest('base64url'))
      } catch (error) {
        recordDamage(damages, file, error)
      }
    }),
  )
  await group.makeDurable()
  // The beginning of a streamed object may exist.
  if (damages.length > 0) await target.delete(damages.map(({ file }) => file.blob_key))
  const copied = files.filter(({ blob_key }) => hashes.has(blob_key))
  await inParallel(copied, membersAtOnce, (file) =>
    limit(async () => {
      await requireSameBytes(target, file.blob_key, wholeRange(file), hashes.get(file.blob_key))
      context.onBytes(file.sealed_size)
    }),
  )
  return damages
}

async function writeStream(writer: BlobWriter, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of bytes) await writer.write(piece)
  } catch (error) {
    await writer.abandon()
    throw error
  }
  await writer.close()
}

async function copyParts(context: CopyContext, file: FileToMove): Promise<DamagedFile[]> {
  const { source, target, limit } = context
  const { blob_key: key, sealed_size: size } = file
  const arrived = await recordedHashes(context, file)
  const partSize = arrived[0]?.size ?? file.part_size ?? usualPartSize
  const plan = { size, partSize: Math.max(partSize, Math.ceil(size / maxParts)) }
  const numbers = partNumbers(plan)
  const isAlike =
    arrived.length === numbers.length && arrived.every((one, i) => one.size === partLength(plan, i + 1))
  const hashes = new Map<number, string>()
  const damages: DamagedFile[] = []
  await target.createParts(key)
  await inParallel(numbers, partsAtOnce, (n) =>
    limit(async () => {
      if (damages.length > 0) return
      const hash = createHash('sha256')
      const known = isAlike ? arrived.slice(n - 1, n) : []
      const bytes = readSource(source, () => source.read(key, partRange(plan, n)), known, hash)
      try {
        await target.putPart(key, n, bytes, partLength(plan, n))
        hashes.set(n, hash.digest('base64url'))
      } catch (error) {
        recordDamage(damages, file, error)
      }
    }),
  )
  if (damages.length > 0) {
    await target.delete([key])
    return damages.slice(0, 1)
  }
  await target.completeParts(key, plan)
  const wholeHash = arrived.length > 0 || file.sealed_sha256 === null ? undefined : createHash('sha256')
  // Hashing the whole object needs its bytes in order.
  await inParallel(numbers, wholeHash === undefined ? partsAtOnce : 1, (n) =>
    limit(async () => {
      await requireSameBytes(target, key, partRange(plan, n), hashes.get(n), wholeHash)
      context.onBytes(partLength(plan, n))
    }),
  )
  if (wholeHash === undefined || wholeHash.digest('base64url') === file.sealed_sha256) return []
  await target.delete([key])
  return [{ file, how: otherBytesText }]
}

/** Copies the readable parts of an unfinished upload. @returns number of parts that have to be sent again */
export async function copyUpload(context: CopyContext, upload: UploadRow): Promise<number> {
  const { source, target, limit } = context
  const { blob_key: key } = upload
  const plan = partPlanOf(upload)
  const parts = await source.listParts(key, plan)
  let left = 0
  await target.createParts(key)
  await inParallel(parts, partsAtOnce, (n) =>
    limit(async () => {
      const bytes = readSource(source, () => source.readPart(key, n, plan), [], createHash('sha256'))
      await target.putPart(key, n, bytes, partLength(plan, n)).catch((error: unknown) => {
        if (!(error instanceof DamagedObjectError)) throw error
        left++
      })
    }),
  )
  return left
}

/** @throws unless the target reads back the written bytes */
async function requireSameBytes(
  target: BlobStore,
  key: string,
  range: ByteRange,
  sha256: string | undefined,
  whole?: Hash,
): Promise<void> {
  const bytes = await target.read(key, range)
  if ((await sha256Of(whole === undefined ? bytes : hashing(whole, bytes))) !== sha256) {
    throw new Error(`the new store gives other bytes than it was given, for the object ${key}`)
  }
}

async function* hashing(hash: Hash, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

/** True if a previously copied object still exists in full length. */
export async function objectExists(target: BlobStore, file: FileToMove): Promise<boolean> {
  const end = file.sealed_size - 1
  try {
    for await (const bytes of await target.read(file.blob_key, { start: end, end })) return bytes.length === 1
  } catch {
    // Copy it again, which gives a better error if the store does not respond.
  }
  return false
}

const wholeRange = (file: FileToMove): ByteRange => ({ start: 0, end: file.sealed_size - 1 })

const fileHash = ({ sealed_size: size, sealed_sha256: sha256 }: FileToMove): RangeHashes | undefined =>
  sha256 === null ? undefined : [{ part: 1, size, sha256 }]

async function recordedHashes({ records }: CopyContext, file: FileToMove): Promise<RangeHashes> {
  return records === undefined
    ? []
    : hashesIfComplete(await records.listHashes(file.blob_key), file.sealed_size)
}

async function collect(bytes: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of bytes) all.push(piece)
  return all
}

function recordDamage(damages: DamagedFile[], file: FileToMove, error: unknown): void {
  if (!(error instanceof DamagedObjectError)) throw error
  damages.push({ file, how: error.message })
}
