import { chunkBytes, sealedChunkBytes } from '../../../contract/limits.ts'
import { asFileKey, type Bytes, chunkOpener, importFileKey, sealedSize } from '../../crypto/index.ts'
import { settled } from '../../faults/settled.ts'
import { fill } from '../byteReader.ts'
import { isContentOf } from './contentCheck.ts'
import { type SealedSource, sealedUrl, togetherUrl } from './job.ts'
import { Attempts } from './needs.ts'
import { openedChunks } from './openedChunks.ts'
import type { Opening } from './opening.ts'
import { fetchSealed, readerOf, refusalOf } from './sealedBody.ts'

/**
 * [Note: Small files on the short road]
 * A request of its own costs a small file more than all else that happens to it, so many come in one answer; and
 * streams, hashing on another thread and Range requests are for what does not fit into memory. So a small file is
 * fetched whole, opened and hashed by the platform. What a person can give, a network that is lost and a server that is
 * out of order are waited for by all of them together. Whatever else goes wrong on this road, be it an answer that breaks
 * off, a damaged byte or a server that knows no bulk requests, nothing is concluded from it: the file then takes the long
 * road, by itself, and what fails there has failed. Of those that came together one at a time does, or hundreds would ask
 * again and again side by side.
 */

/** An answer that breaks off is asked for once more: a lost network breaks off all that are under way. */
const answersTogether = 2

/**
 * The plaintext of files that fit into memory, in chunks. Several come in one request: they have one address.
 * @returns one promise a file, in order @throws FaultError, or the signal's reason
 */
export function openedTogether(sources: readonly SealedSource[], opening: Opening): Promise<Bytes[]>[] {
  const places: { source: SealedSource; from: number; to: number }[] = []
  let length = 0
  for (const source of sources) {
    const from = length
    length += sealedSize(source.size)
    places.push({ source, from, to: length })
  }
  const answer = fetchTogether(sources, length, opening)
  const opened = places.map(async ({ source, from, to }) => {
    const sealed = (await answer)?.subarray(from, to)
    return { source, chunks: sealed ? await openBytes(source, sealed) : null }
  })
  void Promise.allSettled(opened)
    .then(() => answer)
    .then((bytes) => bytes && opening.memory.give(bytes.buffer))
    .catch(() => undefined) // told to each of the files
  let before: Promise<unknown> = Promise.resolve()
  return opened.map(async (one) => {
    const { source, chunks } = await one
    if (chunks) return chunks
    const mine = before.then(() => openedTheLongWay(source, opening))
    before = Promise.allSettled([mine])
    return mine
  })
}

async function openedTheLongWay(source: SealedSource, opening: Opening): Promise<Bytes[]> {
  const chunks: Bytes[] = []
  for await (const chunk of openedChunks(source, opening)) chunks.push(chunk)
  return chunks
}

/** An answer of exactly `length` bytes, which are to be given back, or null. @throws the signal's reason */
async function fetchTogether(
  sources: readonly SealedSource[],
  length: number,
  opening: Opening,
): Promise<Bytes | null> {
  const [first] = sources
  if (!first) return null
  const url = sources.length === 1 ? sealedUrl(first) : togetherUrl(first.at, sources)
  for (let answers = 0; answers < answersTogether; answers++) {
    const body = await answered(url, length, opening)
    if (!body) return null
    const bytes = await readWhole(body, length, opening)
    if (bytes) return bytes
  }
  return null
}

/** The body of an answer of this length; null where none comes. @throws the signal's reason */
async function answered(
  url: string,
  length: number,
  opening: Opening,
): Promise<ReadableStream<Bytes> | null> {
  const { signal, needs } = opening
  const attempts = new Attempts(needs, signal)
  try {
    for (;;) {
      const asked = await settled(askedOnce(url, length, opening))
      if (asked.ok) return asked.value
      signal.throwIfAborted()
      await attempts.after(asked.fault, 0)
    }
  } catch {
    signal.throwIfAborted()
    return null
  } finally {
    attempts.end()
  }
}

/** @throws FaultError for any other answer */
async function askedOnce(
  url: string,
  length: number,
  opening: Opening,
): Promise<ReadableStream<Bytes> | null> {
  const response = await fetchSealed(url, opening)
  if (response.status !== 200 || !response.body) throw await refusalOf(response)
  if (response.headers.get('content-length') === String(length)) return response.body
  await response.body.cancel()
  return null
}

/** Null where it breaks off. @throws the signal's reason */
async function readWhole(
  body: ReadableStream<Bytes>,
  length: number,
  { memory, signal }: Opening,
): Promise<Bytes | null> {
  const { read, cancel } = readerOf(body)
  try {
    const bytes = await fill(read, length, memory.take(length))
    if (bytes.length === length) return bytes
    memory.give(bytes.buffer)
    return null
  } catch {
    memory.give(null)
    signal.throwIfAborted()
    return null
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
