import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { maxSmallChunks, mergeSmallChunks } from '../../../server/http/mergeChunks.ts'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

const jsonHeaders = { 'content-type': 'application/json' }
const longBody = Buffer.from(JSON.stringify({ username: 'a'.repeat(3 * maxSmallChunks) }))

/** Sends a body in chunks of so many bytes. @returns the status of the answer */
async function sendInChunks(url: string, headers: Record<string, string>, bytes: Buffer, size: number) {
  const call = request(url, { method: 'POST', agent: false, headers })
  call.on('error', () => undefined)
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  for (let at = 0; at < bytes.length; at += size) call.write(bytes.subarray(at, at + size))
  call.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

it('bodies are held in pieces of a size of our own, however they come', async () => {
  async function* bytes() {
    for (let i = 0; i < maxSmallChunks; i++) yield Buffer.of(i % 256)
    await Promise.resolve()
  }
  const pieces: Buffer[] = []
  for await (const piece of mergeSmallChunks(bytes())) pieces.push(piece as Buffer)
  expect(pieces.length).toBeLessThanOrEqual(2)
  expect(Buffer.concat(pieces)).toEqual(
    Buffer.from(Array.from({ length: maxSmallChunks }, (_, i) => i % 256)),
  )
})

it('a body in chunks of one byte is refused, and one in small chunks is taken', async () => {
  const { listen } = await startTestServer()
  const url = `${await listen()}/api/auth/prelogin`
  // A busy server may find chunks joined already.
  await expect.poll(() => sendInChunks(url, jsonHeaders, longBody, 1)).toBe(400)
  // What is wrong with it is its content.
  expect(await sendInChunks(url, jsonHeaders, longBody, 100)).toBe(422)
})

it('an upload in chunks of one byte is refused, and one in small chunks is taken', async () => {
  const { listen, signIn } = await startTestServer()
  const folder = await (await signIn()).createFolder()
  const url = `${await listen()}/api/upload/${folder.link_token}`
  const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes: Buffer.alloc(3000, 1) }] })
  await expect.poll(() => sendInChunks(url, headers, payload, 1)).toBe(400)
  expect(await sendInChunks(url, headers, payload, 100)).toBe(200)
})
