import { asFileKey, type Bytes, chunkOpener, importFileKey, sealedSize } from '../../src/crypto/index.ts'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { type SealedSource, sealedUrl, togetherUrl } from '../../src/protocol/downloadJobs.ts'
import { fill } from '../../src/transfer/byteReader.ts'
import { SpareMemory } from '../../src/transfer/spareMemory.ts'
import { isContentOf } from './contentCheck.ts'
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

/** Where answers are put, and then what they held: to hash it in one. */
const memory = new SpareMemory()

/**
 * The plaintext of files that fit into memory, in chunks. Several come in one request: they have one address.
 * @returns one promise a file, in order @throws OpenError, or the signal's reason
 */
export function openedTogether(sources: SealedSource[], options: OpenOptions): Promise<Bytes[]>[] {
  const sizes = sources.map(({ size }) => sealedSize(size))
  const [first] = sources
  const url = first && sources.length === 1 ? sealedUrl(first) : togetherUrl(sources)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const answer = fetchWhole(url, all, options.signal)
  let begin = 0
  const opened = sources.map(async (source, index) => {
    const from = begin
    begin += sizes[index] ?? 0
    const to = begin
    const sealed = (await answer)?.subarray(from, to)
    return sealed && openBytes(source, sealed)
  })
  void Promise.allSettled(opened)
    .then(() => answer)
    .then((bytes) => bytes && memory.give(bytes.buffer))
    .catch(() => undefined) // told to each of the files
  return sources.map(async (source, index) => (await opened[index]) ?? openedTheLongWay(source, options))
}

async function openedTheLongWay(source: SealedSource, options: OpenOptions): Promise<Bytes[]> {
  const chunks: Bytes[] = []
  for await (const chunk of openedChunks(source, options)) chunks.push(chunk)
  return chunks
}

/** An answer of exactly `length` bytes, which are to be given back, or null. */
async function fetchWhole(url: string, length: number, signal: AbortSignal): Promise<Bytes | null> {
  try {
    const response = await fetchSealed(url, { signal })
    if (!response.body) return null
    if (response.status !== 200 || response.headers.get('content-length') !== String(length)) {
      await response.body.cancel()
      return null
    }
    const bytes = await readWhole(response.body, length)
    if (bytes.length === length) return bytes
    memory.give(bytes.buffer)
    return null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function readWhole(body: ReadableStream<Bytes>, length: number): Promise<Bytes> {
  const { read, cancel } = readerOf(body)
  try {
    return await fill(read, length, memory.take(length))
  } catch (error) {
    memory.give(null)
    throw error
  } finally {
    cancel()
  }
}

/**
 * Chunks are hashed where they were sealed: a chunk's place in the plaintext ends before the next sealed one, and those
 * before were copied by the platform when they were handed to it.
 * @returns null unless every tag verifies and the content is the recorded one
 */
async function openBytes(source: SealedSource, sealed: Bytes): Promise<Bytes[] | null> {
  try {
    const key = await importFileKey(asFileKey(source.rawKey))
    const opener = chunkOpener({ key, iv: source.iv, plainSize: source.size })
    const opening = Array.from({ length: opener.count }, async (_, index) => {
      const at = index * sealedChunkBytes
      const chunk = await opener.open(index, sealed.subarray(at, at + sealedChunkBytes))
      sealed.set(chunk, index * chunkBytes)
      return chunk
    })
    // Until none is under way this memory must not serve another file.
    await Promise.allSettled(opening)
    const chunks = await Promise.all(opening)
    return (await isContentOf(source, sealed.subarray(0, source.size))) ? chunks : null
  } catch {
    return null
  }
}
