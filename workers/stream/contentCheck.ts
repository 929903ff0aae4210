import { chunkBytes, MiB } from '../../contract/limits.ts'
import { type Bytes, ContentRoot, contentHashHex, contentRootB64u } from '../../src/crypto/index.ts'
import { comparesSha256, type SealedSource } from '../../src/protocol/downloadJobs.ts'
import { type BeginHash, localHash, type PlaintextHash } from '../hashService.ts'
import { contentMismatch, hashMismatch } from './openError.ts'

/** Chunks go to the hash together, for every message costs; they come back in order. */
const chunksTogether = 4
const togetherWithHash = 4

/** To hash a file of up to this size here takes less than starting the thread that does it beside. */
const hashedHereBytes = 16 * MiB

/** What the content of a file is compared with. */
export type RecordedContent = Pick<SealedSource, 'size' | 'root' | 'sha256'>

export interface CheckOptions {
  /** For the SHA-256 of large files; begun only where one is compared. */
  beginHash: BeginHash
  /** See `DownloadJob`. */
  compareSha256: boolean
}

/**
 * Compares content with its record, as it passes: with the content root, made by the platform's digests; where there is
 * none, or in addition (`comparesSha256`), with SHA-256.
 */
export interface ContentCheck {
  /** Takes the next chunk; gives those that may be handed on, since hashing takes chunks away for a while. */
  take(chunk: Bytes): Promise<Bytes[]>
  /** Gives what is still kept. */
  rest(): Promise<Bytes[]>
  /** Once all has come. @throws OpenError 'hash-mismatch' */
  compare(): Promise<void>
}

export async function contentCheck(
  { size, root, sha256 }: RecordedContent,
  { beginHash, compareSha256 }: CheckOptions,
): Promise<ContentCheck> {
  const tree = root === null ? null : new ContentRoot(size)
  const hash = comparesSha256({ size, root }, compareSha256) ? await sha256Of(size, beginHash) : null
  const hashing: Promise<Bytes[]>[] = []
  let together: Bytes[] = []
  const passOn = (to: PlaintextHash) => {
    hashing.push(to.update(together))
    together = []
  }
  return {
    async take(chunk) {
      await tree?.update(chunk)
      if (!hash) return [chunk]
      together.push(chunk)
      if (together.length >= chunksTogether) passOn(hash)
      return hashing.length > togetherWithHash ? ((await hashing.shift()) ?? []) : []
    },
    async rest() {
      if (hash && together.length > 0) passOn(hash)
      return (await Promise.all(hashing.splice(0))).flat()
    },
    async compare() {
      if (tree && (await tree.b64u()) !== root) throw contentMismatch()
      if (hash && (await hash.digestHex()) !== sha256) throw hashMismatch()
    },
  }
}

/** Whether bytes that are all at hand are the recorded content. */
export async function isContentOf({ root, sha256 }: RecordedContent, bytes: Bytes): Promise<boolean> {
  if (root !== null && (await contentRootB64u(bytes)) !== root) return false
  return (await contentHashHex(bytes)) === sha256
}

async function sha256Of(size: number, beginHash: BeginHash): Promise<PlaintextHash> {
  if (size <= chunkBytes) return wholeHash()
  return size <= hashedHereBytes ? localHash() : beginHash()
}

/** Of a file of one chunk: the platform's digest costs a fraction of setting up the streaming one. */
function wholeHash(): PlaintextHash {
  let digest: Promise<string> | undefined
  return {
    update(pieces) {
      digest = contentHashHex(pieces[0] ?? new Uint8Array())
      return Promise.resolve(pieces)
    },
    digestHex: () => digest ?? contentHashHex(new Uint8Array()),
  }
}
