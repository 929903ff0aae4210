import type { KyselyPlugin } from 'kysely'
import { Readable } from 'node:stream'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { maxSentMultiple, sentPartsSlack } from '../../../server/uploads/receivePart.ts'
import { startTestServer } from '../testServer.ts'

const tinyPartBytes = 17
const partSize = 20 * 262160

type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Begins an upload of one part. @returns what sends that part */
async function beginUpload({ app }: TestServer, folder: Folder, size: number) {
  const url = `/api/upload/${folder.link_token}/files`
  const reply = await app.inject({ method: 'POST', url, payload: { size, part_size: partSize } })
  const { upload_id: id } = reply.json<{ upload_id: string }>()
  return (payload: Buffer | Readable, remoteAddress?: string) =>
    app.inject({
      method: 'PUT',
      url: `${url}/${id}/parts/1`,
      payload,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      ...(remoteAddress && { remoteAddress }),
    })
}

it('an upload takes four times its parts and 64 more, however small they are', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const put = await beginUpload(server, await browser.createFolder(), tinyPartBytes)
  for (let n = 0; n < maxSentMultiple + sentPartsSlack; n++)
    expect((await put(Buffer.alloc(tinyPartBytes))).statusCode, String(n)).toBe(204)
  const refused = await put(Buffer.alloc(tinyPartBytes))
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'uploadSentTooOften' }])
})

it('parts that come at the same time begin in turn, of each address one', async () => {
  let looked = 0
  const begun: unknown[] = []
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      const [row] = result.rows
      if (row && 'blob_key' in row && 'part_size' in row) looked++
      else if (row && 'sent_bytes' in row) begun.push(row.sent_bytes)
      return Promise.resolve(result)
    },
  }
  const server = await startTestServer({
    adapt: (services) => ({ ...services, db: services.db.withPlugin(watching) }),
  })
  server.services.blobs.freeBytes = () => Promise.resolve(undefined)
  const browser = await server.signIn()
  const theirs = await beginUpload(server, await browser.createFolder(), tinyPartBytes)
  const mine = await beginUpload(server, await browser.createFolder(), 10 * tinyPartBytes)
  let releaseBytes = (): void => undefined
  const opened = new Promise<void>((resolve) => (releaseBytes = resolve))
  const delayedBytes = (bytes: number) =>
    Readable.from(
      (async function* () {
        await opened
        yield Buffer.alloc(bytes)
      })(),
    )
  const many = 40
  const sent = Array.from({ length: many }, () => theirs(delayedBytes(tinyPartBytes), '203.0.113.7'))
  await expect.poll(() => looked).toBe(many)
  sent.push(mine(delayedBytes(10 * tinyPartBytes), '198.51.100.8'))
  await expect.poll(() => looked).toBe(many + 1)
  await yieldToLoop()
  releaseBytes()
  const codes = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
  expect(new Set(codes)).toEqual(new Set([204]))
  expect(begun).toHaveLength(many + 1)
  expect(begun.indexOf(10 * tinyPartBytes)).toBeLessThan(3)
})
