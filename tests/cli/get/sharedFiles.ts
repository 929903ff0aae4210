import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { createDownloadLink } from '../../../contract/schemas/downloads.ts'
import type { CallBody } from '../../../contract/call.ts'
import type { FileKeys } from '../../../contract/schemas/folders.ts'
import { chunkBytes } from '../../../contract/limits.ts'
import {
  contentRootB64u,
  stretchLinkPassword,
  deriveManifestKey,
  type FileKeyBytes,
  generateFileKey,
  generateLinkMaster,
  importRecipientKey,
  joinLinkKeyString,
  type Manifest,
  newPasswordKdf,
  sealLinkFileKey,
  sealLinkMaster,
  sealManifest,
  toBase64,
  unwrapFileKey,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import { filesFragment } from '../../filesFragment.ts'
import { rsaAlgorithm } from '../../../core/crypto/keyWrap.ts'
import { sealAll } from '../../core/crypto/wholeFiles.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { createLink, uploadFiles } from '../../server/links.ts'
import {
  type Browser,
  recipientKey,
  recipientPrivateKey,
  startTestServer,
  type TestServer,
} from '../../server/testServer.ts'
import { newBatchId, type TestFile } from '../../server/uploads.ts'
import { startNodeUpload, stateDirectoryIn } from '../../transfer/nodeUpload.ts'

/** Files that a browser sent, and a download link for them, on a real server that listens. */
export interface SharedFiles {
  readonly server: TestServer
  readonly admin: Browser
  readonly origin: string
  readonly folderId: number
  /** With its keys. */
  readonly link: string
  readonly linkToken: string
  readonly password: string
}

export interface ShareOptions {
  readonly hasPassword?: boolean
  readonly max_downloads?: number
  /** The fragment has the one key of all files. */
  readonly isOneKey?: boolean
  /** Of single files, by name: what is sealed of them otherwise; null for no manifest. */
  readonly manifests?: Readonly<Record<string, Partial<Manifest> | null>>
  readonly server?: Parameters<typeof startTestServer>[0]
}

const linkPassword = 'TischSonne26417'
/** Stretched once: each derivation takes a third of a second. */
const linkKdf = newPasswordKdf()
let derivedPassword: ReturnType<typeof stretchLinkPassword> | undefined
const privateKey = crypto.subtle.importKey('pkcs8', recipientPrivateKey, rsaAlgorithm, false, ['decrypt'])
const publicKey = importRecipientKey(new Uint8Array(Buffer.from(recipientKey, 'base64')))

/** @param contents by path */
export async function shareFiles(
  contents: Readonly<Record<string, Buffer>>,
  options: ShareOptions = {},
): Promise<SharedFiles> {
  const server = await startTestServer(options.server)
  const admin = await server.signIn()
  const folder = await admin.createFolder({ perform_mime_check: false })
  const batch = newBatchId()
  const all = Object.entries(contents)
  const sealed = await Promise.all(
    all.map(([path, content], index) =>
      sealTestFile(path, content, { batch, index, count: all.length }, options.manifests?.[path]),
    ),
  )
  await uploadFiles(server.app, admin, folder, sealed)
  const origin = await server.listen()
  return shareFolder({ server, admin, origin, folderId: folder.id }, options)
}

/** Like `shareFiles`, for files too large for one request: they are sent in parts, as a program sends them. */
export async function shareFilesInParts(
  contents: Readonly<Record<string, Buffer>>,
  options: ShareOptions = {},
): Promise<SharedFiles> {
  const server = await startTestServer(options.server)
  const admin = await server.signIn()
  const folder = await admin.createFolder({ perform_mime_check: false })
  const origin = await server.listen()
  const root = await scratchFolder()
  const paths = Object.keys(contents).map((name) => join(root, name))
  for (const [name, content] of Object.entries(contents)) await writeFile(join(root, name), content)
  const batch = { origin, linkToken: folder.link_token, recipientKey, batchId: newBatchId() }
  const sent = await startNodeUpload({ ...batch, paths, stateDirectory: stateDirectoryIn(root) })
  await sent.over()
  return shareFolder({ server, admin, origin, folderId: folder.id }, options)
}

/** A link to all files of a folder. */
async function shareFolder(
  { server, admin, origin, folderId }: Pick<SharedFiles, 'server' | 'admin' | 'origin' | 'folderId'>,
  { hasPassword = false, max_downloads, isOneKey = false }: ShareOptions = {},
): Promise<SharedFiles> {
  const records = (await admin.get(`/api/folders/${folderId}/files`)).json<{ id: number }[]>()
  const file_ids = records.map(({ id }) => id)
  const wrapped: FileKeys[] = []
  for (let at = 0; at < file_ids.length; at += 500) {
    const ids = file_ids.slice(at, at + 500)
    wrapped.push(...(await admin.post('/api/folders/files/keys', { file_ids: ids })).json<FileKeys[]>())
  }
  const linkMaster = generateLinkMaster()
  const derived = hasPassword ? await (derivedPassword ??= stretchLinkPassword(linkPassword, linkKdf)) : null
  const kdf = derived && linkKdf
  const part1B64 = derived && (await sealLinkMaster(derived, linkMaster))
  const fileKeys = new Map<string, FileKeyBytes>()
  const strings: Record<string, string> = {}
  for (const { id, encrypted_key } of wrapped) {
    const rawKey = await unwrapFileKey(await privateKey, encrypted_key)
    fileKeys.set(String(id), rawKey)
    strings[id] = joinLinkKeyString({ part1B64, part2B64: await sealLinkFileKey(linkMaster, id, rawKey) })
  }
  const payload: CallBody<typeof createDownloadLink> = {
    ...{ file_ids, password: derived?.verifier ?? null, password_kdf: kdf, expiration_date: null },
    ...(max_downloads !== undefined && { max_downloads }),
    reencrypted_keys_json: JSON.stringify(strings),
  }
  const { link_token: linkToken } = await createLink(admin, payload)
  const fragment = isOneKey ? `*:${toBase64(linkMaster)}` : filesFragment(fileKeys)
  const link = `${origin}/download/${linkToken}${hasPassword ? '' : `#${fragment}`}`
  return { server, admin, origin, folderId, link, linkToken, password: linkPassword }
}

async function sealTestFile(
  path: string,
  content: Buffer,
  place: Pick<Manifest, 'batch' | 'index' | 'count'>,
  otherwise: Partial<Manifest> | null | undefined,
): Promise<TestFile> {
  const { key, rawKey, iv } = await generateFileKey()
  const plain = new Uint8Array(content)
  const sha256 = sha256Of(content)
  const folder = dirname(path)
  const manifest: Manifest = {
    ...{ v: 1, size: plain.length, sha256, name: basename(path), path: folder, ...place },
    mtime: 1_700_000_000_000,
    root: plain.length > chunkBytes ? await contentRootB64u(plain) : undefined,
    ...otherwise,
  }
  return {
    name: basename(path),
    ...(folder !== '.' && { path: folder }),
    ...{ bytes: Buffer.from(await sealAll({ key, iv }, plain)), hash: sha256 },
    ...{ key: await wrapFileKey(await publicKey, rawKey), iv: toBase64(iv), index: place.index },
    ...(otherwise !== null && {
      manifest: await sealManifest(await deriveManifestKey(rawKey, iv), manifest),
    }),
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Of no bytes, of one chunk, of several, in a folder. */
export const someFiles = (): Record<string, Buffer> => ({
  'empty.txt': Buffer.alloc(0),
  'small.txt': Buffer.from('a small secret'),
  'docs/2026/chunks.bin': randomBytes(2 * chunkBytes + 12_345),
  'docs/exact.bin': randomBytes(chunkBytes),
})
