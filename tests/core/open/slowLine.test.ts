import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chunkBytes, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import { openingWorker } from '../../../core/open/openingWorker.ts'
import type { PickedFolder } from '../../../core/open/saveToPickedFolder.ts'
import { transferPieces, PieceReceiver } from '../../../core/open/transferPieces.ts'
import type { OpeningEvent } from '../../../core/open/openJob.ts'
import { storedBlocksBytes } from '../../../core/open/storedBlocks.ts'
import { entryHeadBytes } from '../../../core/open/zipLayout.ts'
import { fetchRange, RunningJob, SealedLibrary } from './sealedLibrary.ts'

/** Files of which the last brings so many chunks, the beginning of one more, and then nothing. */
async function libraryThatStalls(sizes: readonly number[], chunks: number) {
  const library = await SealedLibrary.open()
  for (const [index, size] of sizes.entries()) await library.add(`${index}.bin`, randomBytes(size))
  const holdAfter = chunks * sealedChunkBytes + 1000
  library.alterAnswer = (id, answer) => (id === sizes.length - 1 ? { ...answer, holdAfter } : answer)
  return library.files
}

const lastProgress = (news: readonly OpeningEvent[]) =>
  Math.max(0, ...news.map((one) => (one.type === 'progressed' ? one.bytes : 0)))

describe('what has come over a line that brings no more for now', () => {
  it.each([
    ['a file whose SHA-256 is compared', 5 * MiB, {}],
    ['a file whose SHA-256 is not', 20 * MiB, {}],
    ['a large file of which somebody asks for it', 20 * MiB, { compareSha256: true }],
    ['a file for a stream that takes everything', 5 * MiB, { hasNoBackpressure: true }],
  ])('is counted and handed on: %s', async (_, size, options) => {
    const [file] = await libraryThatStalls([size], 3)
    if (!file) throw new Error('There is no file.')
    let handedOn = 0
    const job = new RunningJob(file.entry, { ...options, onPiece: (bytes) => void (handedOn += bytes) })
    await expect.poll(() => lastProgress(job.news)).toBe(3 * chunkBytes)
    await expect.poll(() => handedOn).toBe(3 * chunkBytes)
    job.worker.cancel()
    const { bytes } = await job.result
    expect(bytes.equals(file.plain.subarray(0, 3 * chunkBytes))).toBe(true)
  })

  it('is handed from thread to thread', async () => {
    const { port1, port2 } = new MessageChannel()
    const abort = new AbortController()
    async function* pieces() {
      yield new Uint8Array(1000)
      await new Promise((_, reject) =>
        abort.signal.addEventListener('abort', () => reject(new Error('let go'))),
      )
    }
    const giving = transferPieces(port1, pieces(), {
      ...{ total: 2000, signal: abort.signal },
      onReceiverGone: () => abort.abort(),
    })
    const taker = new PieceReceiver(port2)
    const taken = taker.pieces()
    expect((await taken.next()).value).toHaveLength(1000)
    taker.leave()
    abort.abort()
    await expect(giving).rejects.toThrow('let go')
  })

  it.each([
    ['of a file that is written when it is whole', [2 * MiB], 3, 3 * chunkBytes],
    ['of a large file, with the heads before it and inside', [20 * MiB], 3, 3 * chunkBytes, '0.bin'],
    ['of files that come in one answer', [1000, 0, chunkBytes, 2 * chunkBytes], 1, 1000 + 2 * chunkBytes],
  ])('is counted in an archive: %s', async (_, sizes, chunks, content, head = '') => {
    const files = await libraryThatStalls(sizes, chunks)
    const job = new RunningJob(files.map(({ entry }) => entry))
    const beside =
      head === ''
        ? 0
        : entryHeadBytes({
            nameBytes: head.length,
            size: sizes[0] ?? 0,
            modifiedSeconds: null,
            hasDescriptor: true,
          }) +
          storedBlocksBytes(content) -
          content
    await expect.poll(() => lastProgress(job.news)).toBe(content + beside)
    job.worker.cancel()
    await job.result
  })

  it('is counted no more where its file is left out', async () => {
    const library = await SealedLibrary.open()
    for (const [index, size] of [700_000, 2 * MiB].entries())
      await library.add(`${index}.bin`, randomBytes(size))
    const damaged = (sealed: Buffer) => {
      const copy = Buffer.from(sealed)
      copy.writeUInt8(copy.readUInt8(1000) ^ 1, 1000)
      return copy
    }
    library.alterAnswer = (id, answer) => (id === 1 ? { ...answer, body: damaged(answer.body) } : answer)
    const folder: PickedFolder = {
      find: () => Promise.resolve(null),
      create: () => Promise.resolve({ write: resolved, close: resolved, drop: resolved }),
    }
    const worker = openingWorker<null>({
      get: fetchRange,
      beginHash: createSameThreadHash,
      sink: () => ({ kind: 'folder', folder }),
    })
    worker.addEntries(library.entries)
    const end = await worker.open({ kind: 'archive', hasNoBackpressure: false, compareSha256: false }, null)
    expect(end).toEqual({ type: 'opened', bytes: 700_000 })
  })
})

const resolved = () => Promise.resolve()
