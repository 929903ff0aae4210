import {
  asFileKey,
  type Bytes,
  chunkOpener,
  chunkCount,
  contentHashHex,
  importFileKey,
  sealedSize,
} from '../../src/crypto/index.ts'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { type SealedSource, sealedUrl, togetherUrl } from '../../src/protocol/downloadJobs.ts'
import { fill } from '../byteReader.ts'
import { type OpenOptions, openedChunks } from './openedChunks.ts'
import { fetchSealed, readerOf } from './sealedBody.ts'

/**
 * [Note: Small files on the short road]
 * A request of its own costs a small file more than all else that happens to it, so many come in one answer; and
 * streams, hashing on another thread and Range requests are for what does not fit into memory. So a small file is
 * fetched whole, opened and hashed by the platform. Whatever goes wrong on this road, be it the connection, a damaged
 * byte or a server that knows no bulk requests, nothing is concluded from it: the file then takes the long road, by
 * itself, and what fails there has failed.
 */

/** The plaintext of a file that fits into memory. @throws OpenError, or the signal's reason */
export async function openedWhole(source: SealedSource, options: OpenOptions): Promise<Bytes> {
  const sealed = await fetchWhole(sealedUrl(source), sealedSize(source.size), options.signal)
  return (sealed && (await openBytes(source, sealed))) ?? openedTheLongWay(source, options)
}

/** The same for several files of one address, in one request. One promise a file, in order. */
export function openedTogether(sources: SealedSource[], options: OpenOptions): Promise<Bytes>[] {
  if (sources.length < 2) return sources.map((source) => openedWhole(source, options))
  const sizes = sources.map(({ size }) => sealedSize(size))
  const answer = fetchWhole(
    togetherUrl(sources),
    sizes.reduce((sum, size) => sum + size, 0),
    options.signal,
  )
  let begin = 0
  return sources.map(async (source, index) => {
    const from = begin
    begin += sizes[index] ?? 0
    const to = begin
    const sealed = (await answer)?.subarray(from, to)
    return (sealed && (await openBytes(source, sealed))) ?? openedTheLongWay(source, options)
  })
}

async function openedTheLongWay(source: SealedSource, options: OpenOptions): Promise<Bytes> {
  const plain = new Uint8Array(source.size)
  let filled = 0
  for await (const piece of openedChunks(source, options)) {
    // A file of another program, in one piece, has another size than its length says in chunks.
    if (filled === 0 && piece.length > plain.length) return piece
    plain.set(piece, filled)
    filled += piece.length
  }
  return plain
}

/** An answer of exactly `length` bytes, or null. */
async function fetchWhole(url: string, length: number, signal: AbortSignal): Promise<Bytes | null> {
  try {
    const response = await fetchSealed(url, { signal })
    if (!response.body) return null
    if (response.status !== 200 || response.headers.get('content-length') !== String(length)) {
      await response.body.cancel()
      return null
    }
    const { read, cancel } = readerOf(response.body)
    const bytes = await fill(read, length, new ArrayBuffer(length)).finally(cancel)
    return bytes.length === length ? bytes : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Null unless every tag and the hash verify. */
async function openBytes(source: SealedSource, sealed: Bytes): Promise<Bytes | null> {
  try {
    const key = await importFileKey(asFileKey(source.rawKey))
    const opener = chunkOpener({ key, iv: source.iv, plainSize: source.size })
    const count = chunkCount(source.size)
    const chunks = Array.from({ length: count }, (_, index) =>
      opener.open(index, sealed.subarray(index * sealedChunkBytes, (index + 1) * sealedChunkBytes)),
    )
    const [only] = await Promise.all(chunks)
    let plain = only ?? new Uint8Array()
    if (count > 1) {
      plain = new Uint8Array(source.size)
      for (const [index, chunk] of chunks.entries()) plain.set(await chunk, index * chunkBytes)
    }
    return (await contentHashHex(plain)) === source.sha256 ? plain : null
  } catch {
    return null
  }
}
