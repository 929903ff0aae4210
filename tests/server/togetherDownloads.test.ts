import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../contract/schemas/folders.ts'
import { maxFilesTogether } from '../../contract/limits.ts'
import {
  createLink,
  linkVerifier,
  listedLinks,
  openLink,
  protectedLink,
  uploadFiles,
  startServerWithFiles,
} from './links.ts'

const fileContents = [randomBytes(16), randomBytes(1000), randomBytes(70_000)]
const files = fileContents.map((bytes, index) => ({ name: `${index}.bin`, bytes }))
const concatContents = (...order: number[]) =>
  Buffer.concat(order.map((index) => fileContents[index] ?? Buffer.alloc(0)))

async function startServerWithLink(isProtected = false) {
  const all = await startServerWithFiles(files)
  const payload = (isProtected ? protectedLink : openLink)(all.ids.slice(0, 2))
  const { link_token } = await createLink(all.browser, payload)
  return { ...all, url: `/api/download/${link_token}`, recipient: all.server.newBrowser() }
}

describe('several files of the administrator in one answer', () => {
  it('come one after the other in the order asked for, and count as downloaded', async () => {
    const { browser, folder, ids } = await startServerWithFiles(files)
    const [a, b, c] = ids
    const reply = await browser.get(`/api/folders/files/content?ids=${c},${a},${b}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(concatContents(2, 0, 1))).toBe(true)
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
    const records = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
    expect(records.every(({ last_downloaded_admin }) => last_downloaded_admin !== null)).toBe(true)
  })

  it('are refused whole when one of them is unknown or somebody else’s', async () => {
    const { server, ids } = await startServerWithFiles(files)
    const other = await server.signIn('other')
    const folder = await other.createFolder()
    const [theirs] = await uploadFiles(server.app, other, folder, files)
    for (const list of [`${ids[0]}`, `${theirs},${ids[0]}`, `${theirs},999999`]) {
      expect((await other.get(`/api/folders/files/content?ids=${list}`)).statusCode).toBe(404)
    }
    expect((await server.newBrowser().get(`/api/folders/files/content?ids=${ids[0]}`)).statusCode).toBe(401)
  })

  it.each([
    ['none', ''],
    ['one twice', '1,1'],
    ['no number', '1,x'],
    ['too many', Array.from({ length: maxFilesTogether + 1 }, (_, index) => index + 1).join(',')],
  ])('cannot be %s', async (_, ids) => {
    const { browser } = await startServerWithFiles()
    expect((await browser.get(`/api/folders/files/content?ids=${ids}`)).statusCode).toBe(422)
  })
})

describe('several files of a link in one answer', () => {
  it('come one after the other, and each is counted', async () => {
    const { browser, folder, recipient, url, ids } = await startServerWithLink()
    const reply = await recipient.get(`${url}/files?ids=${ids[1]},${ids[0]}`)
    expect(reply.rawPayload.equals(concatContents(1, 0))).toBe(true)
    expect((await listedLinks(browser, folder))[0]?.download_count).toBe(2)
  })

  it('are those of the link, and no other', async () => {
    const { recipient, url, ids } = await startServerWithLink()
    expect((await recipient.get(`${url}/files?ids=${ids[0]},${ids[2]}`)).statusCode).toBe(404)
  })

  it('need the password of a protected link', async () => {
    const { recipient, url, ids } = await startServerWithLink(true)
    const fetchBoth = () => recipient.get(`${url}/files?ids=${ids[0]},${ids[1]}`)
    expect((await fetchBoth()).statusCode).toBe(401)
    await recipient.post(`${url}/verify-password`, { password: linkVerifier })
    expect((await fetchBoth()).rawPayload.equals(concatContents(0, 1))).toBe(true)
  })

  it('are gone with the link', async () => {
    const { server, recipient, url, ids } = await startServerWithFiles(files).then(async (all) => {
      const expiration_date = new Date(Date.now() + 3_600_000).toISOString()
      const { link_token } = await createLink(all.browser, { ...openLink(all.ids), expiration_date })
      return { ...all, url: `/api/download/${link_token}`, recipient: all.server.newBrowser() }
    })
    server.passTime(7200)
    expect((await recipient.get(`${url}/files?ids=${ids[0]}`)).statusCode).toBe(410)
  })
})
