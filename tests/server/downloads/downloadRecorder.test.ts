import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { createLink, listedLinks, openLink, startServerWithFiles, type UploadedFiles } from '../links.ts'
import { addressOf, spawnServer } from '../serverProcess.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { uploadForm } from '../uploads.ts'

const manyFiles = Array.from({ length: 200 }, (_, i) => ({ name: `${i}.txt` }))

const downloadedFileIds = async ({ server }: UploadedFiles): Promise<number[]> => {
  const rows = await server.services.db
    .selectFrom('file')
    .select('id')
    .where('last_downloaded_admin', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

describe('notes of downloads', () => {
  it('of many files are one transaction', async () => {
    const all = await startServerWithFiles(manyFiles)
    const { app, services } = all.server
    await createLink(all.browser, openLink(all.ids))
    const begun = vi.spyOn(services.db, 'transaction')
    for (const id of all.ids) {
      app.downloadRecorder.recordMemberDownload(id)
      app.downloadRecorder.recordLinkDownload(1)
    }
    await app.downloadRecorder.flush()
    await app.downloadRecorder.flush()
    expect(begun).toHaveBeenCalledTimes(1)
    expect(await downloadedFileIds(all)).toEqual(all.ids)
    expect((await listedLinks(all.browser, all.folder))[0]?.download_count).toBe(200)
  })

  it('are written without anybody asking', async () => {
    const all = await startServerWithFiles()
    await all.browser.get(`/api/folders/download/${all.ids[0]}`)
    await expect.poll(() => downloadedFileIds(all)).toEqual(all.ids.slice(0, 1))
  })

  it('are in whatever an administrator is shown from then on', async () => {
    const all = await startServerWithFiles()
    const { browser, folder, ids } = all
    const { downloadRecorder } = all.server.app
    await createLink(browser, openLink(ids))
    const ask = async <T>(path: string) => (await browser.get(path)).json<T>()
    interface Summary {
      has_undownloaded_files: boolean
      undownloaded_count: number
    }
    const [first = 0, second = 0] = ids
    downloadRecorder.recordMemberDownload(first)
    const [record] = await ask<FileRecord[]>(`/api/folders/${folder.id}/files`)
    expect(record?.last_downloaded_admin).toMatch(/Z$/)
    const some = { has_undownloaded_files: true, undownloaded_count: 1 }
    expect(await ask<Summary>(`/api/folders/${folder.id}`)).toMatchObject(some)
    downloadRecorder.recordMemberDownload(second)
    const none = { has_undownloaded_files: false, undownloaded_count: 0 }
    expect(await ask<Summary>(`/api/folders/${folder.id}`)).toMatchObject(none)
    downloadRecorder.recordLinkDownload(1)
    expect((await listedLinks(browser, folder))[0]?.download_count).toBe(1)
  })

  it('survive a database that does not take them', async () => {
    const all = await startServerWithFiles()
    const { app, services, logged } = all.server
    await createLink(all.browser, openLink(all.ids))
    const { schema } = services.db
    await schema.alterTable('download_link').renameTo('elsewhere').execute()
    for (const id of all.ids) app.downloadRecorder.recordMemberDownload(id)
    app.downloadRecorder.recordLinkDownload(1)
    await app.downloadRecorder.flush()
    expect(logged()).toContain('downloads could not be noted')
    // Neither half of them: it was one transaction.
    expect(await downloadedFileIds(all)).toEqual([])
    app.downloadRecorder.recordLinkDownload(1)
    await schema.alterTable('elsewhere').renameTo('download_link').execute()
    await app.downloadRecorder.flush()
    expect(await downloadedFileIds(all)).toEqual(all.ids)
    expect((await listedLinks(all.browser, all.folder))[0]?.download_count).toBe(2)
  })

  it('of files and links that are gone by then are nothing', async () => {
    const all = await startServerWithFiles()
    const { app, logged } = all.server
    await createLink(all.browser, openLink(all.ids))
    for (const id of all.ids) app.downloadRecorder.recordMemberDownload(id)
    app.downloadRecorder.recordLinkDownload(1)
    await all.browser.post('/api/folders/files/delete', { file_ids: all.ids })
    await app.downloadRecorder.flush()
    expect(logged()).not.toContain('could not be noted')
  })

  it('are written when the server ends', async () => {
    const all = await startServerWithFiles()
    for (const id of all.ids) all.server.app.downloadRecorder.recordMemberDownload(id)
    await all.server.app.close()
    expect(await downloadedFileIds(all)).toEqual(all.ids)
  })

  it('outlive a SIGTERM right after the last byte', async () => {
    const folder = await scratchFolder()
    const password = 'correct horse battery'
    const server = await spawnServer(folder, { ADMIN_PASSWORD: password })
    const origin = await addressOf(server)
    const login = new URLSearchParams({ username: 'admin', password })
    const reply = await fetch(`${origin}/api/auth/token`, { method: 'POST', body: login })
    const cookies = reply.headers.getSetCookie().map((text) => text.split(';', 1)[0])
    const [, token = ''] = /csrftoken=([^;]+)/.exec(cookies.join('; ')) ?? []
    const headers = { cookie: cookies.join('; '), 'x-csrftoken': token }
    const body = new URLSearchParams({ title: 'Tax' })
    const created = await fetch(`${origin}/api/folders/`, { method: 'POST', headers, body })
    const { link_token } = (await created.json()) as Folder
    const form = uploadForm({ files: [{ name: 'a.txt' }] })
    await fetch(`${origin}/api/upload/${link_token}`, {
      method: 'POST',
      headers: form.headers,
      body: new Uint8Array(form.payload),
    })
    const download = await fetch(`${origin}/api/folders/download/1`, { headers })
    expect((await download.arrayBuffer()).byteLength).toBe(16)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
    onTestFinished(() => db.destroy())
    const file = await db.selectFrom('file').select('last_downloaded_admin').executeTakeFirst()
    expect(file?.last_downloaded_admin).toMatch(/Z$/)
  })
})
