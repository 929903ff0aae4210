import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DownloadLink } from '../contract/schemas/downloads.ts'
import type { FileRecord, Folder } from '../contract/schemas/folders.ts'
import { drawingPdf, photoPng } from '../demo/documents.ts'
import { createDemoData } from '../demo/demoData.ts'
import { TestServer } from '../e2e/server.ts'
import { scratchFolder } from './server/scratchFolder.ts'

it('the demo shows folders, files and links in every state', { tags: 'thorough' }, async () => {
  const distDir = await scratchFolder()
  await writeFile(join(distDir, 'index.html'), 'the shell')
  vi.stubEnv('DIST_DIR', distDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  const server = await TestServer.start()
  onTestFinished(() => server.stop())
  const { api } = await createDemoData(server)

  const folders = await api.json<Folder[]>('GET', '/folders/')
  const lists = await Promise.all(
    folders.map(({ id }) => api.json<FileRecord[]>('GET', `/folders/${id}/files`)),
  )
  const files = lists.flat()
  const links = await Promise.all(
    folders.map(({ id }) => api.json<DownloadLink[]>('GET', `/download/links/folder/${id}`)),
  )
  const now = new Date().toISOString()
  const states = {
    inactive: folders.some((folder) => !folder.is_active),
    expired: folders.some(({ expiration_date }) => expiration_date !== null && expiration_date < now),
    forever: folders.some(({ expiration_date }) => expiration_date === null),
    password: folders.some((folder) => folder.has_password),
    email: folders.some((folder) => folder.require_email_verification && folder.allowed_emails === null),
    listOfEmails: folders.some(({ allowed_emails }) => (allowed_emails?.length ?? 0) > 0),
    empty: folders.some(({ file_count }) => file_count === 0),
    allDownloaded: folders.some((folder) => folder.file_count > 0 && !folder.has_undownloaded_files),
    downloaded: files.some(({ last_downloaded_admin }) => last_downloaded_admin !== null),
    neverDownloaded: files.some(({ last_downloaded_admin }) => last_downloaded_admin === null),
    nested: files.some(({ stored_filename }) => stored_filename.split('/').length > 3),
    duplicate: new Set(files.map(({ file_hash }) => file_hash)).size < files.length,
    normalizedName: files.some(({ stored_filename }) => stored_filename.includes(' (2)')),
    olderKey: files.some(({ sealed_to }) => sealed_to !== undefined),
    uploader: files.some(({ uploader_email }) => uploader_email !== null),
    publicLink: links.flat().some(({ has_password }) => !has_password),
    protectedLink: links.flat().some(({ has_password }) => has_password),
  }
  expect(Object.entries(states).filter(([, shown]) => !shown)).toEqual([])
  // Nothing happens in the future, nor before its folder.
  for (const [index, { creation_date }] of folders.entries()) {
    for (const { upload_time } of lists[index] ?? []) {
      expect(upload_time > creation_date && upload_time < now).toBe(true)
    }
  }
})

it('its documents are the same every time', () => {
  expect(drawingPdf('Attic').equals(drawingPdf('Attic'))).toBe(true)
  expect(drawingPdf('Attic').toString('latin1', 0, 8)).toBe('%PDF-1.4')
  expect(photoPng('roof', 40, 30).equals(photoPng('roof', 40, 30))).toBe(true)
})
