import { randomBytes } from 'node:crypto'
import { createDownloadLink, listDownloadLinks } from '../../../contract/schemas/downloads.ts'
import { callUrl, type Call, type CallResponse } from '../../../contract/call.ts'
import { createFolder, listFiles } from '../../../contract/schemas/folders.ts'
import { login } from '../../../contract/schemas/auth.ts'
import { sealedChunkBytes } from '../../../contract/limits.ts'
import { createPartsUpload, putPart } from '../../../contract/schemas/uploads.ts'
import type { Db } from '../../../server/db/schema.ts'
import { linkVerifier, openLink, protectedLink } from '../links.ts'
import { addUser, recipientKey, verifier } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

/** Stands in much that is sent, and so never in the log. */
export const canary = `canary-${randomBytes(8).toString('hex')}`

const folderPassword = 'the password of a folder'
const partSize = 20 * sealedChunkBytes
/** A last part of one chunk. */
const partsBody = { size: partSize + 5000, part_size: partSize }

/** What requests name by what it is, since it exists only when they are sent. */
export type PlaceholderValues = ReturnType<typeof placeholderValues>
/** Stands for a thing of the world. */
export class Placeholder {
  readonly name: keyof PlaceholderValues
  constructor(name: keyof PlaceholderValues) {
    this.name = name
  }
}

/** An administrator with folders, files and links of every kind. */
export interface FuzzWorld {
  origin: string
  reals: PlaceholderValues
  cookies: { admin: Map<string, string>; visitor: Map<string, string> }
}

/** `value` with everything real filled in. */
export function fillPlaceholders(value: unknown, reals: PlaceholderValues): unknown {
  if (value instanceof Placeholder) return reals[value.name]
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, reals))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, reals)]))
}

export async function buildWorld(origin: string, db: Db): Promise<FuzzWorld> {
  const username = `admin ${randomBytes(6).toString('hex')}`
  await addUser({ db }, username)
  const admin = new Map<string, string>()
  const visitor = new Map<string, string>()
  const createBy = <C extends Call>(call: C, body: object, params: Record<string, string | number> = {}) =>
    sendOrThrow(origin, admin, call.method, callUrl(call, params), JSON.stringify(body)) as Promise<
      CallResponse<C>
    >
  const get = <C extends Call>(call: C, id: number) =>
    sendOrThrow(origin, admin, 'GET', callUrl(call, { id })) as Promise<CallResponse<C>>

  await createBy(login, { username, password: verifier })
  const folder = await createBy(createFolder, { title: 'open' })
  const locked = await createBy(createFolder, { title: 'locked', link_password: folderPassword })
  const mailed = await createBy(createFolder, { title: 'mailed', require_email_verification: true })
  const { link_token } = folder
  const form = uploadForm({ files: [{ name: 'a.txt' }, { name: 'b.txt', bytes: randomBytes(9000) }] })
  await sendOrThrow(origin, visitor, 'POST', `/api/upload/${link_token}`, form.payload, form.headers)
  const fileIds = (await get(listFiles, folder.id)).map((file) => file.id)
  const open = await createBy(createDownloadLink, openLink(fileIds))
  const closed = await createBy(createDownloadLink, protectedLink(fileIds))
  const [link] = await get(listDownloadLinks, folder.id)
  const { upload_id } = await createBy(createPartsUpload, partsBody, { link_token })
  const part = callUrl(putPart, { link_token, upload_id, n: 2 })
  await sendOrThrow(origin, visitor, 'PUT', part, randomBytes(5000), {
    'content-type': 'application/octet-stream',
  })
  return {
    origin,
    cookies: { admin, visitor },
    reals: placeholderValues({
      username,
      folderId: folder.id,
      folderTokens: [link_token, locked.link_token, mailed.link_token],
      fileIds,
      linkTokens: [open.link_token, closed.link_token],
      linkId: link?.id ?? 0,
      uploadId: upload_id,
    }),
  }
}

interface WorldIds {
  username: string
  folderId: number
  folderTokens: [open: string, locked: string, mailed: string]
  fileIds: number[]
  linkTokens: [open: string, closed: string]
  linkId: number
  uploadId: string
}

function placeholderValues({
  username,
  folderId,
  folderTokens,
  fileIds,
  linkTokens,
  linkId,
  uploadId,
}: WorldIds) {
  return {
    username,
    folderId,
    folderToken: folderTokens[0],
    lockedToken: folderTokens[1],
    mailedToken: folderTokens[2],
    fileId: fileIds[0],
    fileIds,
    linkId,
    openLinkToken: linkTokens[0],
    closedLinkToken: linkTokens[1],
    uploadId,
    secret: verifier,
    folderPassword,
    linkVerifier,
    publicKey: recipientKey,
    email: 'someone@example.org',
    salt: Buffer.alloc(16, 3).toString('base64'),
    iterations: 600_000,
    sealedKey: Buffer.alloc(1246, 1).toString('base64'),
    openLink: openLink(fileIds),
    protectedLink: protectedLink(fileIds),
    parts: partsBody,
    partNumber: 2,
  }
}

/** Of all that a world holds, what nobody may read in the log. */
export function secretsOf({ reals, cookies }: FuzzWorld): string[] {
  const tokens = [reals.folderToken, reals.lockedToken, reals.mailedToken, reals.openLinkToken]
  const sent = [...cookies.admin.values(), ...cookies.visitor.values()]
  return [canary, reals.secret, folderPassword, linkVerifier, reals.closedLinkToken, ...tokens, ...sent]
}

/** For what has to succeed; keeps cookies. */
async function sendOrThrow(
  origin: string,
  cookies: Map<string, string>,
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<unknown> {
  const reply = await fetch(origin + path, {
    method,
    headers: {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      // The counts of its sign-ins are its own.
      'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
      ...(body !== undefined && headers),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  for (const text of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    cookies.set(name, value)
  }
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
