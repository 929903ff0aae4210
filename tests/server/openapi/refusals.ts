import { randomBytes } from 'node:crypto'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { sealedChunkBytes } from '../../../contract/limits.ts'
import { everyCall } from '../../../server/openapi/everyCall.ts'
import { apiBase } from '../../../contract/call.ts'
import { admissions } from '../../../contract/scopes.ts'
import { createLink, linkVerifier, openLink, protectedLink, uploadFiles, wrongVerifier } from '../links.ts'
import { createSharedFolder, newPerson } from '../people.ts'
import type { Browser, TestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

const partSize = 20 * sealedChunkBytes

/** What generated requests hardly come upon: links that are over, uploads that have become files, too many tries. */
export async function provokeRefusals(server: TestServer): Promise<void> {
  const { browser } = await newPerson(server, 'otto')
  await useEndedLinks(server, browser)
  await useConfirmedUploads(server, browser)
  await fetchLostContent(server)
  await exhaustTries(server, browser)
}

async function useEndedLinks(server: TestServer, owner: Browser): Promise<void> {
  const folder = await owner.createFolder()
  const files = await uploadFiles(server.app, owner, folder, [{ name: 'a.txt' }])
  const link = `/api/upload/${folder.link_token}`
  await owner.put(`/api/folders/${folder.id}`, { title: 'Over', expiration_date: '2020-01-01T00:00:00Z' })
  const visitor = server.newBrowser()
  await visitor.get(`${link}/status`)
  await visitor.get(`${link}/public-key`)
  await visitor.post(`${link}/request-code`, { uploader_email: 'a@example.org' })
  await visitor.post(`${link}/verify-password`, { link_password: 'a password' })
  await visitor.post(`${link}/files`, { size: partSize + 5000, part_size: partSize })
  await visitor.send('POST', link, uploadForm({ files: [{ name: 'late.txt' }] }))

  for (const limited of [openLink(files), protectedLink(files)]) {
    const { link_token } = await createLink(owner, { ...limited, max_downloads: 1 })
    const used = `/api/download/${link_token}`
    // The first takes the only use.
    for (const one of [server.newBrowser(), server.newBrowser()]) {
      await one.get(`${used}/status`)
      await one.post(`${used}/verify-password`, { password: wrongVerifier })
      await one.post(`${used}/verify-password`, { password: linkVerifier })
      await one.get(`${used}/file/${files[0]}`)
      await one.send('HEAD', `${used}/file/${files[0]}`)
      await one.get(`${used}/files?ids=${files[0]}`)
    }
  }
}

async function useConfirmedUploads(server: TestServer, owner: Browser): Promise<void> {
  const { id, link_token } = await owner.createFolder()
  const sender = server.newBrowser()
  const link = `/api/upload/${link_token}`
  const begun = await sender.post(`${link}/files`, { size: partSize + 5000, part_size: partSize })
  const { upload_id: reference } = begun.json<{ upload_id: string }>()
  const parts = [randomBytes(partSize), randomBytes(5000)]
  const put = (n: number) =>
    sender.send('PUT', `${link}/files/${reference}/parts/${n}`, {
      payload: assertDefined(parts[n - 1]),
      headers: { 'content-type': 'application/octet-stream' },
    })
  await put(1)
  await put(2)
  const hash = 'a'.repeat(64)
  await sender.send('POST', link, uploadForm({ files: [{ name: 'large.bin', reference, hash }] }))
  await put(2)
  await sender.post(`${link}/files/${reference}/parts/2/address`)
  await sender.delete(`${link}/files/${reference}`)
  await owner.delete(`/api/folders/${id}/uploads/${reference}`)
}

/** Asks for lost content by every call that sends content. */
async function fetchLostContent(server: TestServer): Promise<void> {
  const owner = await newPerson(server, 'lotte')
  const { browser } = owner
  const from = await browser.createFolder()
  const manifest = Buffer.alloc(300, 1).toString('base64')
  const files = await uploadFiles(server.app, browser, from, [{ name: 'lost.txt', manifest }])
  const { folder, keys } = await createSharedFolder(owner)
  const { link_token } = await createLink(browser, openLink(files))
  const { db, blobs } = server.services
  const { blob_key } = await db
    .selectFrom('file')
    .select('blob_key')
    .where('folder_id', '=', from.id)
    .executeTakeFirstOrThrow()
  await blobs.delete([blob_key])
  const id = assertDefined(files[0])
  const replies = [
    await browser.get(`/api/folders/download/${id}`),
    await browser.get(`/api/folders/files/content?ids=${id}`),
    await browser.get(`/api/download/${link_token}/file/${id}`),
    await browser.get(`/api/download/${link_token}/files?ids=${id}`),
    await browser.post(`/api/folders/${folder.id}/copies`, {
      copy_id: randomBytes(16).toString('base64url'),
      sealed_to: assertDefined(keys.at(-1)).fp,
      files: [{ file_id: id, encrypted_key: randomBytes(256).toString('base64') }],
    }),
  ]
  const codes = replies.map((reply) => reply.json<{ code: string }>().code)
  if (codes.some((code) => code !== 'fileLost')) throw new Error(`Not lost: ${codes.join(', ')}`)
}

async function exhaustTries(server: TestServer, owner: Browser): Promise<void> {
  const { link_token } = await owner.createFolder({ link_password: 'a password' })
  const guesser = server.newBrowser()
  const guess = () =>
    guesser.post(`/api/upload/${link_token}/verify-password`, { link_password: 'a wrong one' })
  await untilTooMany(guess)

  const remoteAddress = '10.99.0.1'
  const headers = { authorization: `Bearer sealpost_${'A'.repeat(51)}` }
  const ofScripts = everyCall.filter(({ name }) => typeof admissions[name] !== 'string')
  const callWithUnknownToken = (method: (typeof ofScripts)[number]['method'], path: string) =>
    server.app.inject({ method, url: apiBase + path.replace(/:[a-z_]+/g, '1'), remoteAddress, headers })
  await untilTooMany(() => callWithUnknownToken('GET', '/folders/'))
  for (const { method, path } of ofScripts) await callWithUnknownToken(method, path)
}

async function untilTooMany(ask: () => Promise<{ statusCode: number }>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) if ((await ask()).statusCode === 429) return
  throw new Error('There is no limit.')
}
