import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLink, listedLinks, openLink, startServerWithFiles } from '../links.ts'

/** More than the buffers of both ends of a connection take. */
const largeBytes = randomBytes(12 * 1024 * 1024)

async function startServerWithLargeFile() {
  const all = await startServerWithFiles([{ name: 'large.bin', bytes: largeBytes }])
  const { link_token } = await createLink(all.browser, openLink(all.ids))
  const path = `/api/download/${link_token}/file/${all.ids[0]}`
  const url = `${await all.server.listen()}${path}`
  return { ...all, path, recipient: all.server.newBrowser(), begin: () => openDownload(url) }
}

async function openDownload(url: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(largeBytes.length))
  return answer
}

it('a file comes as it was, however slowly it is taken', async () => {
  const { begin } = await startServerWithLargeFile()
  const answer = await begin()
  const received: Buffer[] = []
  for await (const piece of answer as AsyncIterable<Buffer>) {
    received.push(piece)
    if (received.length % 10 === 0) await sleep(5)
  }
  expect(Buffer.concat(received).equals(largeBytes)).toBe(true)
})

it('a file that becomes shorter ends its answer early, which is in the log', async () => {
  const { server, begin } = await startServerWithLargeFile()
  const answer = await begin()
  for (const path of await server.storedFiles())
    await truncate(join(server.dataDir, 'blobs', path), largeBytes.length / 2)
  await expect(answer.resume().toArray()).rejects.toThrow('aborted')
  expect(answer.complete).toBe(false)
  expect(server.logged()).toContain('An answer ended early.')
})

it('a file of which not all is there is lost, and no download', async () => {
  const { server, browser, folder, recipient, path } = await startServerWithLargeFile()
  for (const stored of await server.storedFiles())
    await truncate(join(server.dataDir, 'blobs', stored), largeBytes.length / 2)
  const reply = await recipient.get(path)
  expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'fileLost' }])
  expect(reply.headers).not.toHaveProperty('content-disposition')
  expect((await listedLinks(browser, folder))[0]?.download_count).toBe(0)
})

it('an answer of pieces sets cookies as every other does', async () => {
  const { recipient, path } = await startServerWithLargeFile()
  expect((await recipient.get(path)).cookies.map(({ name }) => name)).toContain('csrftoken')
})

it('who leaves keeps nothing open, and has not downloaded it', async () => {
  const { server, browser, folder, begin } = await startServerWithLargeFile()
  const answer = await begin()
  await once(answer, 'readable')
  expect(await server.openFiles()).toHaveLength(1)
  answer.destroy()
  await expect.poll(() => server.openFiles()).toEqual([])
  expect((await listedLinks(browser, folder))[0]?.download_count).toBe(0)
  expect(server.logged()).not.toContain('An answer ended early.')
})
