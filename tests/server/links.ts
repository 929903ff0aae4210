import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { createDownloadLink, DownloadLink } from '../../contract/schemas/downloads.ts'
import type { CallBody, CallResponse } from '../../contract/call.ts'
import type { Folder, FileRecord } from '../../contract/schemas/folders.ts'
import { startTestServer, type Browser, type TestServer } from './testServer.ts'
import { uploadForm, type TestFile } from './uploads.ts'

export const linkVerifier = `v1.${'L'.repeat(43)}`
export const wrongVerifier = `v1.${'W'.repeat(43)}`
export const linkKdf = {
  kdf: 'pbkdf2-sha256' as const,
  iterations: 600_000,
  salt: Buffer.alloc(16, 3).toString('base64'),
}

type LinkPayload = CallBody<typeof createDownloadLink>
type CreatedLink = CallResponse<typeof createDownloadLink>

/** As long as a real one. */
export const randomSealedKey = (): string => randomBytes(60).toString('base64')

export const openKeys = (ids: readonly number[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, randomSealedKey()]))

export function protectedKeys(ids: readonly number[]): Record<string, string> {
  const part1 = randomSealedKey()
  return Object.fromEntries(ids.map((id) => [id, `${part1}:${randomSealedKey()}`]))
}

export const openLink = (ids: number[]): LinkPayload => ({
  file_ids: ids,
  password: null,
  expiration_date: null,
  reencrypted_keys_json: JSON.stringify(openKeys(ids)),
  ...sealedLinkFields(ids),
})

export const protectedLink = (ids: number[]): LinkPayload => ({
  ...openLink(ids),
  password: linkVerifier,
  password_kdf: linkKdf,
  reencrypted_keys_json: JSON.stringify(protectedKeys(ids)),
})

export const randomLinkToken = (): string => randomBytes(16).toString('base64url')

/** As long as a real one; the server cannot tell. */
export const sealedLinkFields = (ids: readonly number[]) => ({
  link_token: randomLinkToken(),
  sealed_link: randomBytes(304).toString('base64'),
  file_commitments: fileCommitments(ids),
})

export function fileCommitments(ids: readonly number[]): string {
  const entries = ids.map((id) => {
    const entry = randomBytes(40)
    entry.writeBigUInt64BE(BigInt(id))
    return entry
  })
  return Buffer.concat(entries).toString('base64')
}

export async function createLink(browser: Browser, payload: LinkPayload): Promise<CreatedLink> {
  const reply = await browser.post('/api/download/links', payload)
  if (reply.statusCode !== 200) throw new Error(`no link: ${reply.body}`)
  return reply.json()
}

export const listedLinks = async (browser: Browser, folder: Folder): Promise<DownloadLink[]> =>
  (await browser.get(`/api/download/links/folder/${folder.id}`)).json()

/** Ids of all files of the folder, after these have arrived through its link. */
export async function uploadFiles(
  app: FastifyInstance,
  browser: Browser,
  folder: Folder,
  files: TestFile[],
): Promise<number[]> {
  const url = `/api/upload/${folder.link_token}`
  await app.inject({ method: 'POST', url, ...uploadForm({ files }) })
  const records = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  return records.map((file) => file.id)
}

export interface UploadedFiles {
  server: TestServer
  /** The administrator's. */
  browser: Browser
  folder: Folder
  ids: number[]
}

/** A server with one administrator, who has one folder with these files. */
export async function startServerWithFiles(
  files: TestFile[] = [{ name: 'a.txt' }, { name: 'b.txt' }],
  options?: Parameters<typeof startTestServer>[0],
): Promise<UploadedFiles> {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  return { server, browser, folder, ids: await uploadFiles(server.app, browser, folder, files) }
}
