import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { AdminApi } from '../e2e/adminApi.ts'
import { MemoryWatch } from '../e2e/memory.ts'
import { chunkBytes } from '../e2e/sealing.ts'
import type { TestServer } from '../e2e/server.ts'
import { megabytes, median, print, round, seconds } from './figures.ts'

const partBytes = 64 * (chunkBytes + 16)
const partsAtOnce = 3
const listedFiles = 20_000

/**
 * The server without a browser: ciphertext in parts beside one plain PUT that is piped to a file, ciphertext out, both
 * at once, and the list of a large folder. What is sent are random bytes: to the server ciphertext is nothing else.
 */
export async function benchServer(server: TestServer, plainOrigin: string, mib: number, rounds: number) {
  const api = await AdminApi.start(server.origin)
  const [folder] = await api.json<{ id: number; link_token: string }[]>('GET', '/folders/')
  if (folder === undefined) throw new Error('There is no folder.')
  const link = `${server.origin}/api/upload/${folder.link_token}`
  const part = randomBytes(partBytes)
  const partCount = Math.ceil((mib * 1024 ** 2) / partBytes)
  const size = partCount * partBytes

  async function send(): Promise<string> {
    const { upload_id } = await post<{ upload_id: string }>(`${link}/files`, { size, part_size: partBytes })
    let next = 1
    const work = async () => {
      for (let n = next++; n <= partCount; n = next++) {
        await must(
          fetch(`${link}/files/${upload_id}/parts/${n}`, { method: 'PUT', body: part, headers: binary }),
        )
      }
    }
    await Promise.all(Array.from({ length: partsAtOnce }, work))
    return upload_id
  }

  async function confirm(uploadId: string): Promise<number> {
    const form = new FormData()
    form.append(
      'files',
      new Blob([uploadId], { type: 'application/vnd.sealpost.upload-reference' }),
      uploadId,
    )
    form.append('encrypted_keys', randomBytes(256).toString('base64'))
    form.append('encryption_ivs', randomBytes(12).toString('base64'))
    form.append('relative_paths', '.')
    form.append('file_hashes', randomBytes(32).toString('hex'))
    const answer = await must(fetch(link, { method: 'POST', body: form }))
    const { successful_files } = (await answer.json()) as { successful_files: { id: number }[] }
    return successful_files[0]?.id ?? 0
  }

  async function plainPut(): Promise<void> {
    const sending = request(`${plainOrigin}/upload`, { method: 'PUT' })
    const answered = once(sending, 'response')
    await pipeline(
      Array.from({ length: partCount }, () => part),
      sending,
    )
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
  }

  async function receive(id: number): Promise<void> {
    const answer = await api.send('GET', `/folders/download/${id}`)
    let received = 0
    for await (const bytes of answer.body ?? []) received += (bytes as Uint8Array).length
    if (received !== size) throw new Error(`${received} of ${size} bytes came.`)
  }

  const plain: number[] = []
  const sent: number[] = []
  let stored = 0
  for (let n = 0; n < rounds; n++) {
    plain.push(await timed(plainPut))
    sent.push(await timed(async () => (stored = await confirm(await send()))))
  }
  print({
    scenario: 'server, ciphertext in',
    mib,
    rounds,
    seconds: round(median(sent)),
    plainSeconds: round(median(plain)),
    ratioToPlain: round(median(plain) / median(sent)),
    allSeconds: sent.map((one) => round(one)),
    allPlainSeconds: plain.map((one) => round(one)),
  })

  const memory = new MemoryWatch({ server: server.pid })
  const both = await timed(() => Promise.all([send(), receive(stored)]))
  print({ scenario: 'server, in and out at once', mib, seconds: round(both), ...megabytes(memory.stop()) })

  const small = randomBytes(100)
  await api.store(
    Array.from({ length: listedFiles }, (_, i) => ({ path: `d${i % 350}/${i}.bin`, content: small })),
  )
  const times: number[] = []
  let bytes = 0
  const watch = new MemoryWatch({ server: server.pid })
  for (let n = 0; n < 5; n++) {
    times.push(
      await timed(async () => {
        const answer = await api.send('GET', `/folders/${folder.id}/files`)
        bytes = (await answer.arrayBuffer()).byteLength
      }),
    )
  }
  print({
    scenario: 'server, list',
    files: listedFiles,
    bytes,
    milliseconds: Math.round(median(times) * 1000),
    ...megabytes(watch.stop()),
  })
}

const binary = { 'content-type': 'application/octet-stream' }

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await must(fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  return (await answer.json()) as T
}

async function must(asking: Promise<Response>): Promise<Response> {
  const answer = await asking
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return seconds(began)
}
