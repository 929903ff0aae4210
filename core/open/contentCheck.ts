import { chunkBytes, MiB } from '../../contract/limits.ts'
import { type Bytes, ContentRoot, contentHashHex, contentRootB64u } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { inBatches, mapConcurrently } from '../util/asyncIterables.ts'
import { createSameThreadHash } from '../util/sameThreadHash.ts'
import type { CheckpointHash, OpeningPorts } from '../ports.ts'
import { comparesSha256, type OpenJob, type SealedSource } from './openJob.ts'

/** Chunks are hashed in batches, since each message has a cost; and the number of batches in flight. */
const chunksPerBatch = 4
const batchesInFlight = 5

/** Files up to this size are hashed faster here than by starting a hashing thread. */
const maxSameThreadHashBytes = 16 * MiB

type RecordedContent = Pick<SealedSource, 'size' | 'root' | 'sha256'>

/** A hashing thread is needed for the SHA-256 of large files only, if it is compared. */
export type ContentCheckOptions = Pick<OpeningPorts, 'beginHash'> & Pick<OpenJob, 'compareSha256'>

type PlaintextHash = Pick<CheckpointHash, 'update' | 'digestHex' | 'drop'>

/** Compares passing content with its root; without one, or as well (`comparesSha256`), with its SHA-256. */
interface ContentCheck {
  /** Hashes chunks and passes them on; hashing transfers their buffers away for a while. */
  passThrough(chunks: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void, void>
  /** Compares the content after its last chunk. @throws FaultError 'content-mismatch' or 'hash-mismatch' */
  compare(): Promise<void>
  /** Releases the hash, after `compare` or instead of it. */
  drop(): void
}

export async function contentCheck(
  { size, root, sha256 }: RecordedContent,
  { beginHash, compareSha256 }: ContentCheckOptions,
): Promise<ContentCheck> {
  const tree = root === null ? null : new ContentRoot(size)
  const hash = comparesSha256({ size, root }, compareSha256) ? await sha256Of(size, beginHash) : null
  async function* rooted(chunks: AsyncIterable<Bytes>, root: ContentRoot) {
    for await (const chunk of chunks) {
      await root.update(chunk)
      yield chunk
    }
  }
  return {
    async *passThrough(chunks) {
      const passed = tree ? rooted(chunks, tree) : chunks
      if (!hash) {
        yield* passed
        return
      }
      const batches = inBatches(passed, chunksPerBatch, () => 1)
      for await (const some of mapConcurrently(batches, batchesInFlight, (batch) => hash.update(batch)))
        yield* some
    },
    async compare() {
      if (tree && (await tree.b64u()) !== root) throw new FaultError(fault('content-mismatch'))
      if (hash && (await hash.digestHex()) !== sha256) throw new FaultError(fault('hash-mismatch'))
    },
    drop: () => hash?.drop(),
  }
}

export async function isContentOf({ root, sha256 }: RecordedContent, bytes: Bytes): Promise<boolean> {
  if (root !== null && (await contentRootB64u(bytes)) !== root) return false
  return (await contentHashHex(bytes)) === sha256
}

async function sha256Of(size: number, beginHash: ContentCheckOptions['beginHash']): Promise<PlaintextHash> {
  if (size <= chunkBytes) return wholeHash()
  return size <= maxSameThreadHashBytes ? createSameThreadHash() : beginHash()
}

/** Hash of a file of one chunk: the platform's digest costs a fraction of setting up the streaming one. */
function wholeHash(): PlaintextHash {
  let digest: Promise<string> | undefined
  return {
    update(pieces) {
      digest = contentHashHex(pieces[0] ?? new Uint8Array())
      return Promise.resolve(pieces)
    },
    digestHex: () => digest ?? contentHashHex(new Uint8Array()),
    drop: () => undefined,
  }
}
