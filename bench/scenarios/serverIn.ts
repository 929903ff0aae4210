import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { uploadReferenceType } from '../../contract/headers.ts'
import { sealedChunkBytes } from '../../contract/limits.ts'
import { uploadForm } from '../../contract/uploadForm.ts'
import { compare, type Side } from '../measure/rounds.ts'
import { bytesText } from '../sizes.ts'
import type { Stand } from '../stand/stand.ts'
import { rates, type Scenario, speedRatios, timedOutside } from './scenario.ts'

const partBytes = 64 * sealedChunkBytes
const partsAtOnce = 3

type Bytes = Uint8Array<ArrayBuffer>

/** Without a browser. What is sent are random bytes: to the server ciphertext is nothing else. */
export const serverIn: Scenario = {
  name: 'server-in',
  what: 'ciphertext into the server in parts, confirmed, beside one raw PUT that is piped to a file',
  run: async (stand, { fileBytes, rounds }) => {
    const part = new Uint8Array(randomBytes(partBytes))
    const parts = Math.ceil(fileBytes / partBytes)
    const { samples, product, reference } = await compare(
      stand.watched,
      partsIn(stand, part, parts),
      rawPut(stand, part, parts),
      rounds,
    )
    return {
      size: bytesText(fileBytes),
      samples,
      measured: [
        { id: 'server-in', values: speedRatios(product, reference), at: fileBytes },
        { id: 'server-in-rate', values: rates(product) },
      ],
    }
  },
}

const partsIn = (stand: Stand, part: Bytes, parts: number): Side => ({
  name: 'parts, confirmed',
  bytes: part.length * parts,
  files: 1,
  prepare: async () => {
    const { folder, remove } = await stand.newFolder()
    const link = `${stand.server.origin}/api/upload/${folder.link_token}`
    return {
      run: timedOutside(async () => {
        const body = JSON.stringify({ size: part.length * parts, part_size: part.length })
        const headers = { 'content-type': 'application/json' }
        const begun = await must(fetch(`${link}/files`, { method: 'POST', headers, body }))
        const { upload_id } = (await begun.json()) as { upload_id: string }
        let next = 1
        const lane = async () => {
          for (let n = next++; n <= parts; n = next++) {
            await put(`${link}/files/${upload_id}/parts/${n}`, part, 1)
          }
        }
        await Promise.all(Array.from({ length: partsAtOnce }, lane))
        await must(fetch(link, { method: 'POST', body: confirmation(upload_id) }))
      }),
      end: remove,
    }
  },
})

function confirmation(uploadId: string): FormData {
  const form = new FormData()
  form.append(uploadForm.files, new Blob([uploadId], { type: uploadReferenceType }), uploadId)
  form.append(uploadForm.encryptedKeys, randomBytes(256).toString('base64'))
  form.append(uploadForm.encryptionIvs, randomBytes(12).toString('base64'))
  form.append(uploadForm.relativePaths, '.')
  form.append(uploadForm.fileHashes, randomBytes(32).toString('hex'))
  return form
}

const rawPut = (stand: Stand, part: Bytes, parts: number): Side => ({
  name: 'raw PUT',
  bytes: part.length * parts,
  files: 1,
  prepare: () =>
    Promise.resolve({
      run: timedOutside(() => put(`${stand.plain.origin}/upload`, part, parts)),
      end: () => Promise.resolve(),
    }),
})

const agent = new Agent({ keepAlive: true })

/** The same `piece` so many times as one body. Not by `fetch`, which takes more of the processor than the server does. */
async function put(url: string, piece: Bytes, times: number): Promise<void> {
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

async function must(asking: Promise<Response>): Promise<Response> {
  const answer = await asking
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}
