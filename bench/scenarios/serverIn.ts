import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sealedChunkBytes } from '../../contract/limits.ts'
import { newBatchId, sendForm, sendParts } from '../../e2e/protocol/sender.ts'
import { type SendRequest, sendRequest } from '../../e2e/protocol/wire.ts'
import { measureSideBySide, type Side } from '../measure/rounds.ts'
import { bytesText } from '../sizes.ts'
import type { Setup } from '../setup/setup.ts'
import { cpuRatios, rates, type Scenario, speedRatios, timedOutside } from './scenario.ts'

const partBytes = 64 * sealedChunkBytes
const partsAtOnce = 3

type Bytes = Uint8Array<ArrayBuffer>

/** Without a browser. What is sent are random bytes: to the server ciphertext is nothing else. */
export const serverIn: Scenario = {
  name: 'server-in',
  what: 'ciphertext into the server in parts, confirmed, beside one raw PUT that is piped to a file',
  run: async (setup, { fileBytes, rounds }) => {
    const part = new Uint8Array(randomBytes(partBytes))
    const parts = Math.ceil(fileBytes / partBytes)
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      partsIn(setup, part, parts),
      rawPut(setup, part, parts),
      rounds,
    )
    return {
      size: bytesText(fileBytes),
      samples,
      measured: [
        { id: 'server-in', values: speedRatios(product, reference), at: fileBytes },
        { id: 'server-in-cpu', values: cpuRatios(product, reference) },
        { id: 'server-in-rate', values: rates(product) },
      ],
    }
  },
}

const partsIn = (setup: Setup, part: Bytes, count: number): Side => ({
  name: 'parts, confirmed',
  bytes: part.length * count,
  files: 1,
  prepare: async () => {
    const { folder, remove } = await setup.newFolder()
    const ask: SendRequest = (one) => sendRequest(setup.server.origin, one, { agent })
    return {
      run: timedOutside(async () => {
        const parts = { partSize: part.length, pieces: Array.from({ length: count }, () => part) }
        const uploadId = await sendParts(ask, folder.link_token, parts, partsAtOnce)
        const file = { name: uploadId, content: { uploadId }, sha256: randomBytes(32).toString('hex') }
        await sendForm(ask, folder.link_token, [file], newBatchId())
      }),
      end: remove,
    }
  },
})

const rawPut = (setup: Setup, part: Bytes, parts: number): Side => ({
  name: 'raw PUT',
  bytes: part.length * parts,
  files: 1,
  prepare: () =>
    Promise.resolve({
      run: timedOutside(() => putRepeated(`${setup.plainServer.origin}/upload`, part, parts)),
      end: () => Promise.resolve(),
    }),
})

const agent = new Agent({ keepAlive: true })

/** The same `piece` so many times as one body. Not by `fetch`, which takes more of the processor than the server does. */
async function putRepeated(url: string, piece: Bytes, times: number): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': piece.length * times }
  const sending = request(url, { method: 'PUT', headers, agent })
  const answered = once(sending, 'response')
  await pipeline(
    Array.from({ length: times }, () => piece),
    sending,
  )
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode === undefined || answer.statusCode >= 300)
    throw new Error(`${url}: ${answer.statusCode}`)
}
