import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import type { UploadResult } from '../../../../contract/schemas/uploads.ts'
import type { S3Config } from '../../../../server/config/config.ts'
import { saveLogo, saveLook } from '../../../../server/db/installation/look.ts'
import type { Tables } from '../../../../server/db/schema.ts'
import { sanitizeLogo } from '../../../../server/branding/logo.ts'
import { moveInstallation, type MoveResult } from '../../../../server/ops/move/moveInstallation.ts'
import type { InstallationConfig } from '../../../../server/ops/move/movePlan.ts'
import { openDatabase } from '../../../../server/services.ts'
import { createLink, openLink } from '../../links.ts'
import { plainPng } from '../../../../e2e/pngs.ts'
import { addPeople, createSharedFolder, newPerson, removePerson } from '../../people.ts'
import { scratchFolder } from '../../scratchFolder.ts'
import { scratchBucket } from '../../scratchBucket.ts'
import { scratchDatabase } from '../../scratchDatabase.ts'
import { type Browser, startTestServer, type TestServer } from '../../testServer.ts'
import { newBatchId, sealedAnswers, uploadForm, type TestForm } from '../../uploads.ts'

const partSize = 20 * 262160
/** Two parts. */
const largeContent = randomBytes(partSize + 1000)
const partBytes = (n: number) => largeContent.subarray((n - 1) * partSize, n * partSize)

export const newEmbeddedConfig = async (): Promise<InstallationConfig> => ({
  dataDir: join(await scratchFolder(), 'data'),
  databaseUrl: undefined,
  s3: undefined,
})

export const newScaledConfig = async (): Promise<
  InstallationConfig & { databaseUrl: string; s3: S3Config }
> => ({
  dataDir: join(await scratchFolder(), 'data'),
  databaseUrl: assertDefined(await scratchDatabase()),
  s3: assertDefined(await scratchBucket()),
})

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export interface FilledInstallation {
  folderId: number
  linkToken: string
  /** SHA-256 of what each file was sent as, by id. */
  hashes: Map<number, string>
  /** The id of a file that was deleted: the highest that was given. */
  deletedId: number
  /** An upload with one of its two parts. */
  uploadId: string
}

const sendForm = async ({ app }: TestServer, linkToken: string, form: TestForm): Promise<UploadResult> => {
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${linkToken}`, ...uploadForm(form) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

export async function sendFile(server: TestServer, linkToken: string, bytes: Buffer): Promise<number> {
  const { successful_files } = await sendForm(server, linkToken, { files: [{ name: 'one', bytes }] })
  return successful_files[0]?.id ?? 0
}

async function beginUpload({ app }: TestServer, linkToken: string): Promise<string> {
  const payload = { size: largeContent.length, part_size: partSize }
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${linkToken}/files`, payload })
  return reply.json<{ upload_id: string }>().upload_id
}

async function putPart({ app }: TestServer, linkToken: string, id: string, n: number): Promise<void> {
  const reply = await app.inject({
    method: 'PUT',
    url: `/api/upload/${linkToken}/files/${id}/parts/${n}`,
    payload: partBytes(n),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(reply.statusCode, reply.body).toBe(204)
}

/** A folder of several people with rows in all its tables. */
async function createFolderOfSeveral(server: TestServer): Promise<void> {
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  const carl = await newPerson(server, 'carl')
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert, carl])
  await removePerson(shared, anna, carl)
  await bert.browser.put(`/api/folders/${shared.folder.id}/leaving`)
  await anna.browser.put('/api/contacts', { n: 1, sealed: 'AAAA' })
}

/** Files that came in every way, a link, an unfinished upload, and what was deleted. */
export async function fillInstallation(where: InstallationConfig): Promise<FilledInstallation> {
  const server = await startTestServer({ where })
  const admin = await server.signIn()
  const identity = { user_id: 1, issuer: 'https://login.example.org/', sub: 'admin', linked_at: '2026' }
  await server.services.db.insertInto('oidc_identity').values(identity).execute()
  const passkey = {
    ...{ user_id: 1, credential_id: 'AAAA', rp_id: 'files.example.org', transports: '["internal"]' },
    ...{ name: 'Laptop', wrap: 'AAAA', created_at: '2026', last_used_at: null },
  }
  await server.services.db.insertInto('passkey').values(passkey).execute()
  const texts = {
    name: 'Acme',
    accent: '#123456',
    greeting: null,
    imprint_url: null,
    privacy_url: null,
    support: null,
  }
  await saveLook(server.services.db, texts, '2026')
  await saveLogo(server.services.db, await sanitizeLogo(plainPng(4, 4)), '2026')
  const { id: folderId, link_token: linkToken } = await admin.createFolder()
  // In memory, streamed, and in several parts of an S3 store.
  const sizes = [40, 5000, 200_000, 11 * 1024 ** 2]
  const contents = sizes.map((size) => randomBytes(size))
  const files = contents.map((bytes, i) => ({ name: `${i}.bin`, bytes }))
  const uploaded = await beginUpload(server, linkToken)
  for (const n of [1, 2]) await putPart(server, linkToken, uploaded, n)
  const { successful_files } = await sendForm(server, linkToken, {
    files: [...files, { name: 'large', reference: uploaded }],
    batchId: newBatchId(),
    answers: sealedAnswers,
  })
  const hashes = new Map(successful_files.map(({ id }, i) => [id, sha256(contents[i] ?? largeContent)]))
  for (const size of [30, 31]) {
    const bytes = randomBytes(size)
    hashes.set(await sendFile(server, linkToken, bytes), sha256(bytes))
  }
  await createLink(admin, openLink([...hashes.keys()]))
  await createFolderOfSeveral(server)
  const deletedId = await sendFile(server, linkToken, randomBytes(32))
  await removeFile(admin, deletedId)
  const { id: deletedFolder } = await admin.createFolder()
  await admin.delete(`/api/folders/${deletedFolder}`)
  const uploadId = await beginUpload(server, linkToken)
  await putPart(server, linkToken, uploadId, 1)
  await server.app.housekeeping.whenIdle()
  await server.stop()
  return { folderId, linkToken, hashes, deletedId, uploadId }
}

export async function removeFile(admin: Browser, id: number): Promise<void> {
  expect((await admin.post('/api/folders/files/delete', { file_ids: [id] })).statusCode).toBe(200)
}

/** A signed-in administrator of what was filled. */
export const signInAgain = (server: TestServer): Promise<Browser> => server.newBrowser().signIn('admin')

export async function expectFiles(admin: Browser, hashes: FilledInstallation['hashes']): Promise<void> {
  for (const [id, hash] of hashes) {
    const reply = await admin.get(`/api/folders/download/${id}`)
    expect([id, reply.statusCode, sha256(reply.rawPayload)]).toEqual([id, 200, hash])
  }
}

/** Sends the parts that are missing and confirms: the file has all bytes. */
export async function finishUpload(
  server: TestServer,
  admin: Browser,
  filled: FilledInstallation,
): Promise<number> {
  const { linkToken, uploadId } = filled
  const url = `/api/upload/${linkToken}/files/${uploadId}`
  const { parts } = (await server.app.inject(url)).json<{ parts: number[] }>()
  for (const n of [1, 2].filter((one) => !parts.includes(one))) await putPart(server, linkToken, uploadId, n)
  const { successful_files } = await sendForm(server, linkToken, {
    files: [{ name: 'unfinished', reference: uploadId }],
    batchId: newBatchId(),
  })
  await expectFiles(admin, new Map(successful_files.map(({ id }) => [id, sha256(largeContent)])))
  return parts.length
}

export const silentMove = { onPlan: () => undefined, onProgress: () => undefined }

export const moveAll = (from: InstallationConfig, to: InstallationConfig): Promise<MoveResult> =>
  moveInstallation(from, to, false, silentMove)

/** Rows of all tables, as sets: but for those that are about objects of a store, and of the settings those of it. */
export async function rowsOf(where: InstallationConfig): Promise<Record<string, Set<string>>> {
  const database = await openDatabase(where)
  const tables: readonly (keyof Tables)[] = [
    ...(['user', 'former_key_pair', 'login_ticket', 'session', 'folder', 'file', 'download_link'] as const),
    'oidc_identity' as const,
    'passkey' as const,
    ...([
      'download_link_file',
      'link_box',
      'used_link_token',
      'upload',
      'batch_result',
      'setting',
      'look',
    ] as const),
    'batch_answers' as const,
    ...(['folder_member', 'shared_folder', 'roster_statement', 'roster_key', 'folder_generation'] as const),
    ...(['folder_grant', 'leave_notice', 'member_notice', 'replaced_upload_link', 'contacts'] as const),
    ...(['audit_event', 'deleted_folder_owner'] as const),
    ...(['gate_pass', 'upload_code', 'code_request', 'rate_limit'] as const),
  ]
  const rows: Record<string, Set<string>> = {}
  for (const table of tables) {
    const found = await database.db.selectFrom(table).selectAll().execute()
    const sorted = found.map((row) => JSON.stringify(Object.entries(row).sort()))
    rows[table] = new Set(sorted.filter((row) => !/"(?:store|ready_at|installation)"/.test(row)))
  }
  await database.close()
  return rows
}
