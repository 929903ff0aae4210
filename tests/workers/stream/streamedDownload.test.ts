import { expect, it, onTestFinished } from 'vitest'
import { givePieces } from '../../../src/protocol/pieces.ts'
import { StreamedDownload } from '../../../workers/stream/streamedDownload.ts'

function begin(paced = false) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const abort = new AbortController()
  const options = { signal: abort.signal, onLeft: () => abort.abort(new Error('left')) }
  return { giving: port1, options, download: new StreamedDownload({ filename: 'a b.bin', paced }, port2) }
}

// eslint-disable-next-line @typescript-eslint/require-await -- pieces come one by one, as from a network
async function* bytes(count: number, broken = false) {
  for (let i = 0; i < count; i++) yield new Uint8Array(300_000).fill(i)
  if (broken) throw new Error('damaged')
}

it('answers with the pieces as a file of the announced length', async () => {
  const { giving, options, download } = begin()
  const done = givePieces(giving, bytes(20), { ...options, total: 6_000_000 })
  const answer = await download.answer()
  expect(answer.headers.get('content-length')).toBe('6000000')
  expect(answer.headers.get('content-disposition')).toContain('a%20b.bin')
  const saved = new Uint8Array(await answer.arrayBuffer())
  expect(saved.length).toBe(6_000_000)
  expect(saved.every((byte, at) => byte === Math.floor(at / 300_000))).toBe(true)
  await done
  await download.ended
})

it('fails, and does not end, when the file turns out to be damaged', async () => {
  const { giving, options, download } = begin()
  const done = expect(givePieces(giving, bytes(5, true), { ...options, total: 6_000_000 })).rejects.toThrow()
  await expect((await download.answer()).arrayBuffer()).rejects.toThrow()
  await done
  await download.ended
})

it('fails at once when the page lets go', async () => {
  const { giving, options, download } = begin()
  void givePieces(giving, bytes(100), { ...options, total: 30_000_000 }).catch(() => undefined)
  const reader = (await download.answer()).body?.getReader()
  await reader?.read()
  download.abandon()
  await expect(reader?.read()).rejects.toThrow()
  await download.ended
})

it('is an error when the page lets go before it has begun', async () => {
  const { download } = begin()
  const answer = download.answer()
  download.abandon()
  expect((await answer).type).toBe('error')
})

it('tells who opens it that the browser wants no more, also when no piece comes', async () => {
  const { giving, options, download } = begin()
  const stalled = async function* () {
    yield new Uint8Array(10)
    await new Promise((_, reject) =>
      options.signal.addEventListener('abort', () => reject(options.signal.reason as Error)),
    )
  }
  const done = expect(givePieces(giving, stalled(), { ...options, total: 20 })).rejects.toThrow('left')
  const answer = await download.answer()
  await answer.body?.cancel()
  await done
  await download.ended
})
