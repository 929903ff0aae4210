import { makeZip, predictLength } from 'client-zip'
import type { ArchiveEntry } from '../../src/protocol/downloadJobs.ts'
import { piecesOf } from './piecesOf.ts'

/** Files up to this size are fetched ahead, several at a time, and verified whole before their entry starts. */
const smallFileBytes = 8 * 1024 * 1024
const filesAhead = 12
const bytesAhead = 32 * 1024 * 1024

type Open = (entry: ArchiveEntry, index: number) => AsyncIterable<Uint8Array>

/** Exact length in bytes: nothing is compressed. */
export function archiveLength(entries: ArchiveEntry[]): number {
  return Number(predictLength(entries.map(metadata)))
}

/** A stored ZIP, with ZIP64 structures where sizes or counts need them. */
export async function* zipStream(
  entries: ArchiveEntry[],
  open: Open,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  yield* piecesOf(makeZip(inputs(entries, open, signal), { buffersAreUTF8: true }))
}

const metadata = ({ name, size, lastModified }: ArchiveEntry) => ({
  name,
  size,
  lastModified: new Date(lastModified ?? Date.now()),
})

async function* inputs(entries: ArchiveEntry[], open: Open, signal: AbortSignal) {
  const ahead = new Map<number, Promise<Uint8Array[]>>()
  let held = 0
  let next = 0
  for (const [index, entry] of entries.entries()) {
    for (; next < entries.length && ahead.size < filesAhead; next++) {
      const candidate = entries[next]
      if (!candidate || candidate.size > smallFileBytes || held + candidate.size > bytesAhead) break
      const whole = collect(open(candidate, next))
      whole.catch(() => undefined) // reported when it is its turn
      ahead.set(next, whole)
      held += candidate.size
    }
    signal.throwIfAborted()
    const small = ahead.get(index)
    if (small) {
      yield { ...metadata(entry), input: inOrder(await small) }
      ahead.delete(index)
      held -= entry.size
    } else {
      next = index + 1
      yield { ...metadata(entry), input: open(entry, index) }
    }
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

/** client-zip takes a list of pieces as an async iterable only. */
// eslint-disable-next-line @typescript-eslint/require-await -- an async iterable without anything to wait for
async function* inOrder(pieces: Uint8Array[]) {
  yield* pieces
}
