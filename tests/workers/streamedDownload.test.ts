import { expect, it, onTestFinished } from 'vitest'
import { transferPieces } from '../../core/open/transferPieces.ts'
import { StreamedDownload } from '../../workers/streamedDownload.ts'

const pieceBytes = 300_000

/** A download on its way through the service worker: `give` is the worker's end of it, `answer` the browser's. */
function startDownload() {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const abort = new AbortController()
  const download = new StreamedDownload({ filename: 'a b.bin', hasNoBackpressure: false }, port2)
  return {
    download,
    signal: abort.signal,
    give: (pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, total: number) => {
      const given = transferPieces(port1, pieces, {
        total,
        signal: abort.signal,
        onReceiverGone: () => abort.abort(new Error('left')),
      })
      given.catch(() => undefined) // looked at by those tests that want it
      return given
    },
    answer: async () => (await download.respond()) ?? expect.fail('There is no answer.'),
  }
}

// oxlint-disable-next-line typescript/require-await -- pieces come one by one, as from a network
async function* pieces(count: number, broken = false) {
  for (let i = 0; i < count; i++) yield new Uint8Array(pieceBytes).fill(i)
  if (broken) throw new Error('damaged')
}

/** As a browser does: what it has read it copies before it asks for more. */
async function readBody({ body }: Response): Promise<Buffer> {
  const saved: Buffer[] = []
  const reader = (body ?? expect.fail('There is no body.')).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    saved.push(Buffer.from(read.value))
  return Buffer.concat(saved)
}

function expectPieces(saved: Buffer, count: number) {
  expect(saved.length).toBe(count * pieceBytes)
  expect(saved.every((byte, at) => byte === Math.floor(at / pieceBytes))).toBe(true)
}

it('answers with the pieces as a file of the announced length', async () => {
  const { give, answer } = startDownload()
  const given = give(pieces(20), 20 * pieceBytes)
  const response = await answer()
  expect(response.headers.get('content-length')).toBe(String(20 * pieceBytes))
  expect(response.headers.get('content-disposition')).toContain('a%20b.bin')
  expectPieces(await readBody(response), 20)
  await given
})

it('fails, and does not end, when the file turns out to be damaged', async () => {
  const { give, answer } = startDownload()
  const given = give(pieces(5, true), 20 * pieceBytes)
  await expect(readBody(await answer())).rejects.toThrow()
  await expect(given).rejects.toThrow('damaged')
})

it('fails when fewer bytes come than were announced', async () => {
  const { give, answer } = startDownload()
  void give(pieces(5), 6 * pieceBytes)
  await expect(readBody(await answer())).rejects.toThrow('ended early')
})

it('fails at once when the page abandons it, and asks for no more', async () => {
  const { give, answer, download } = startDownload()
  const given = give(pieces(100), 100 * pieceBytes)
  const reader = (await answer()).body?.getReader()
  await reader?.read()
  download.abort()
  await expect(reader?.read()).rejects.toThrow()
  await expect(given).rejects.toThrow('left')
})

it('ends whole when the page abandons it after the last piece', async () => {
  const { give, answer, download } = startDownload()
  const given = give(pieces(3), 3 * pieceBytes)
  const response = await answer()
  const saved = readBody(response)
  await given
  download.abort()
  expectPieces(await saved, 3)
})

it('is an error when the page abandons it before it has begun', async () => {
  const { answer, download } = startDownload()
  const response = answer()
  download.abort()
  expect((await response).type).toBe('error')
})

it('tells the worker that the browser wants no more, also when no piece comes', async () => {
  const { give, answer, signal } = startDownload()
  const given = give(
    (async function* () {
      yield new Uint8Array(10)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })(),
    20,
  )
  await (await answer()).body?.cancel()
  await expect(given).rejects.toThrow('left')
})

it('answers once: who asks again gets nothing, and the first one everything', async () => {
  const { give, answer, download } = startDownload()
  void give(pieces(3), 3 * pieceBytes)
  const first = answer()
  expect(download.respond()).toBeUndefined()
  expectPieces(await readBody(await first), 3)
})
