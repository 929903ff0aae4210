import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SharedFile } from '../../contract/schemas/downloads.ts'
import type { FileKeys } from '../../contract/schemas/folders.ts'
import { chunkBytes } from '../../contract/limits.ts'
import {
  contentHashHex,
  contentRootB64u,
  stretchLinkPassword,
  deriveManifestKey,
  fromBase64,
  generateFileKey,
  generateKeyPair,
  generateLinkMaster,
  importFileKey,
  importPrivateKey,
  importRecipientKey,
  isCryptoError,
  joinLinkKeyString,
  newPasswordKdf,
  openLinkFileKey,
  openLinkMaster,
  openManifest,
  parseLinkFragment,
  readFileIv,
  sealLinkFileKey,
  sealLinkMaster,
  sealManifest,
  splitLinkKeyString,
  toBase64,
  unwrapFileKey,
  wrapFileKey,
  type Bytes,
  type FileKeyBytes,
  type LinkMaster,
} from '../../core/crypto/index.ts'
import { filesFragment } from '../filesFragment.ts'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import { openAll, sealAll } from '../core/crypto/wholeFiles.ts'
import { rememberStretching } from '../rememberStretching.ts'
import { createLink, uploadFiles } from './links.ts'
import { startTestServer, type Browser } from './testServer.ts'
import { newBatchId, type TestFile } from './uploads.ts'

/*
 * Links as browsers make and open them: the formats of core/crypto, the real calls, and nothing of the server's own.
 */

const linkPassword = 'TischSonne26417'
const keyPair = await generateKeyPair()
const recipientKey = await importRecipientKey(keyPair.spkiBytes)
const privateKey = await importPrivateKey(keyPair.pkcs8Bytes)

async function sealTestFile(name: string, content: Bytes): Promise<TestFile> {
  const { key, rawKey, iv } = await generateFileKey()
  const hash = await contentHashHex(content)
  const size = content.length
  const root = size > chunkBytes ? await contentRootB64u(content) : undefined
  const place = { path: '.', batch: newBatchId(), index: 0, count: 1 }
  return {
    name,
    bytes: Buffer.from(await sealAll({ key, iv }, content)),
    hash,
    key: await wrapFileKey(recipientKey, rawKey),
    iv: toBase64(iv),
    manifest: await sealManifest(await deriveManifestKey(rawKey, iv), {
      v: 1,
      size,
      sha256: hash,
      name,
      ...place,
      root,
    }),
  }
}

const contents = new Map([
  ['empty.txt', new Uint8Array(0)],
  ['small.txt', new TextEncoder().encode('a small secret')],
  ['large.bin', new Uint8Array(randomBytes(2 * chunkBytes + 12345))],
])

/** A folder with sealed files; its administrator has unwrapped their keys. */
async function createSealedFolder() {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const sealed = await Promise.all([...contents].map(([name, content]) => sealTestFile(name, content)))
  const ids = await uploadFiles(server.app, browser, folder, sealed)
  const wrapped = (await browser.post('/api/folders/files/keys', { file_ids: ids })).json<FileKeys[]>()
  const fileKeys = new Map<string, FileKeyBytes>()
  for (const file of wrapped) {
    fileKeys.set(String(file.id), await unwrapFileKey(privateKey, file.encrypted_key))
  }
  return { server, browser, folder, ids, fileKeys, linkMaster: generateLinkMaster() }
}

type SealedFolder = Awaited<ReturnType<typeof createSealedFolder>>

async function makeLink(
  { browser, ids, fileKeys, linkMaster }: SealedFolder,
  password: { text: string; kdf: KdfParameters } | null,
): Promise<string> {
  const derived = password && (await stretchLinkPassword(password.text, password.kdf))
  const part1B64 = derived && (await sealLinkMaster(derived, linkMaster))
  const keys: Record<string, string> = {}
  for (const [id, rawKey] of fileKeys) {
    keys[id] = joinLinkKeyString({ part1B64, part2B64: await sealLinkFileKey(linkMaster, id, rawKey) })
  }
  const { full_url } = await createLink(browser, {
    file_ids: ids,
    password: derived?.verifier ?? null,
    password_kdf: password?.kdf ?? null,
    expiration_date: null,
    reencrypted_keys_json: JSON.stringify(keys),
  })
  return new URL(full_url).pathname.replace('/download/', '/api/download/')
}

/** What a recipient makes of a file: its bytes, once name, size and hash fit what was sealed. */
async function openSharedFile(
  by: Browser,
  url: string,
  file: SharedFile,
  rawKey: FileKeyBytes,
): Promise<Bytes> {
  const reply = await by.get(`${url}/file/${file.id}`)
  expect(reply.statusCode).toBe(200)
  const iv = readFileIv(String(reply.headers['x-encryption-iv']))
  expect(toBase64(iv)).toBe(file.encryption_iv)
  const manifest = await openManifest(rawKey, iv, file.manifest ?? '')
  expect(reply.rawPayload).toHaveLength(Number(reply.headers['content-length']))
  const content = await openAll({ key: await importFileKey(rawKey), iv }, Uint8Array.from(reply.rawPayload))
  expect(manifest).toMatchObject({ name: file.original_filename, size: content.length })
  expect([manifest.sha256, file.file_hash]).toEqual(Array(2).fill(await contentHashHex(content)))
  return content
}

const expectAllContents = (opened: Map<string, Bytes>) => {
  expect([...opened.keys()].sort()).toEqual([...contents.keys()].sort())
  for (const [name, content] of contents) {
    expect(Buffer.from(opened.get(name) ?? 'none').equals(content), name).toBe(true)
  }
}

interface LinkStatus {
  files: SharedFile[]
  password_kdf: KdfParameters | null
  reencrypted_keys: Record<string, string> | null
}

describe('a link without a password', () => {
  it.each(['the keys of its files', 'its one key'])('is opened with %s', async (fragmentKind) => {
    const sealed = await createSealedFolder()
    const url = await makeLink(sealed, null)
    const fragment =
      fragmentKind === 'its one key' ? `*:${toBase64(sealed.linkMaster)}` : filesFragment(sealed.fileKeys)

    const recipient = sealed.server.newBrowser()
    const status = (await recipient.get(`${url}/status`)).json<LinkStatus>()
    const keys = parseLinkFragment(fragment)
    const opened = new Map<string, Bytes>()
    for (const file of status.files) {
      const id = String(file.id)
      const rawKey =
        keys.kind === 'files'
          ? keys.fileKeys.get(id)
          : await openLinkFileKey(keys.linkMaster, id, status.reencrypted_keys?.[id] ?? '')
      if (!rawKey) throw new Error(`no key for ${id}`)
      opened.set(file.original_filename, await openSharedFile(recipient, url, file, rawKey))
    }
    expectAllContents(opened)
  })

  it('gives its keys to nobody who has no fragment, the server included', async () => {
    const sealed = await createSealedFolder()
    await makeLink(sealed, null)
    expect(await linkMastersIn(sealed)).toEqual([])
    const key = toBase64(sealed.linkMaster)
    expect(await linkMastersIn(sealed, [key])).toEqual([key])
  })
})

describe('a link with a password', () => {
  it('is opened with it', async () => {
    const sealed = await createSealedFolder()
    const url = await makeLink(sealed, { text: linkPassword, kdf: newPasswordKdf() })
    const recipient = sealed.server.newBrowser()
    const { password_kdf, reencrypted_keys } = (await recipient.get(`${url}/status`)).json<LinkStatus>()
    expect(reencrypted_keys).toBeNull()
    if (!password_kdf) throw new Error('no parameters')
    const derived = await stretchLinkPassword(linkPassword, password_kdf)
    const reply = await recipient.post(`${url}/verify-password`, { password: derived.verifier })
    const answer = reply.json<{ reencrypted_keys: Record<string, string>; files: SharedFile[] }>()

    const opened = new Map<string, Bytes>()
    for (const file of answer.files) {
      const { part1B64, part2B64 } = splitLinkKeyString(answer.reencrypted_keys[file.id] ?? '')
      const linkMaster = await openLinkMaster(derived, part1B64 ?? '')
      const rawKey = await openLinkFileKey(linkMaster, file.id, part2B64)
      opened.set(file.original_filename, await openSharedFile(recipient, url, file, rawKey))
    }
    expectAllContents(opened)
  })

  it('opens no file with the key of another', async () => {
    const sealed = await createSealedFolder()
    await makeLink(sealed, { text: linkPassword, kdf: newPasswordKdf() })
    const [first, second] = await sealed.server.services.db
      .selectFrom('download_link_file')
      .selectAll()
      .execute()
    if (!first || !second) throw new Error('no keys')
    for (const [file, other] of [
      [first, second],
      [second, first],
    ] as const) {
      await expect(openLinkFileKey(sealed.linkMaster, file.file_id, other.sealed_key)).rejects.toMatchObject({
        code: 'wrong-key',
      })
    }
  })

  it(
    'does not open for who holds the whole database and the log, but for the password',
    { tags: 'thorough' },
    async () => {
      const sealed = await createSealedFolder()
      const kdf = newPasswordKdf()
      const url = await makeLink(sealed, { text: linkPassword, kdf })
      const { verifier } = await stretchLinkPassword(linkPassword, kdf)
      const recipient = sealed.server.newBrowser()
      const reply = await recipient.post(`${url}/verify-password`, { password: verifier })
      expect(reply.statusCode).toBe(200)
      // Both searches try the same texts, each of them as a password.
      rememberStretching()
      onTestFinished(() => void vi.restoreAllMocks())
      expect(await linkMastersIn(sealed)).toEqual([])
      // The same search finds it once the password is there, so it does search.
      expect(await linkMastersIn(sealed, [linkPassword])).toEqual([toBase64(sealed.linkMaster)])
      for (const secret of [linkPassword, verifier, toBase64(sealed.linkMaster)]) {
        expect(JSON.stringify(await readEveryRow(sealed))).not.toContain(secret)
        expect(sealed.server.logged()).not.toContain(secret)
      }
    },
  )
})

async function readEveryRow({ server }: SealedFolder): Promise<unknown[]> {
  const { db } = server.services
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'file')
        .selectAll()
        .execute(),
    ),
  )
  return rows.flat()
}

/**
 * What a thief of database and log can do with what is in them: take every text, and every key that is made from one,
 * for the key of a link, and every text for its password. Returns the link keys (base64) with which a file key opens.
 */
async function linkMastersIn(sealed: SealedFolder, guesses: readonly string[] = []): Promise<string[]> {
  const rows = await readEveryRow(sealed)
  const texts = new Set(guesses)
  for (const row of rows as Record<string, unknown>[]) {
    for (const value of Object.values(row)) if (typeof value === 'string') texts.add(value)
  }
  for (const [word] of sealed.server.logged().matchAll(/[A-Za-z0-9+/_=.-]{16,}/g)) texts.add(word)
  expect(texts.size).toBeGreaterThan(30)

  const links = await sealed.server.services.db.selectFrom('download_link').selectAll().execute()
  const candidates = [...texts].flatMap((text) => possibleKeysIn(text))
  for (const link of links) {
    const { password_salt, password_iterations, sealed_master } = link
    if (password_salt === null || password_iterations === null || sealed_master === null) continue
    const kdf = { kdf: 'pbkdf2-sha256', salt: password_salt, iterations: password_iterations }
    // Every text for the password would take minutes at 600 000 rounds: those that could be one.
    const passwords = [...texts].filter((text) => text.length <= 20 && !/^[0-9a-f:TZ.-]+$/.test(text))
    for (const password of passwords) {
      const derived = await stretchLinkPassword(password, kdf)
      candidates.push(...(await openOrNothing(openLinkMaster(derived, sealed_master))))
    }
    for (const wrapKey of candidates.slice()) {
      const password = { verifier: '', wrapKey, salt: fromBase64(password_salt) }
      candidates.push(...(await openOrNothing(openLinkMaster(password, sealed_master))))
    }
  }
  const file = await sealed.server.services.db
    .selectFrom('download_link_file')
    .selectAll()
    .executeTakeFirstOrThrow()
  const found = new Set<string>()
  for (const candidate of candidates) {
    const opened = await openOrNothing(
      openLinkFileKey(candidate as LinkMaster, file.file_id, file.sealed_key),
    )
    if (opened.length > 0) found.add(toBase64(candidate))
  }
  return [...found]
}

/** 32 bytes that a text may stand for. */
function possibleKeysIn(text: string): Bytes[] {
  const readings = [
    Buffer.from(text, 'base64'),
    Buffer.from(text, 'hex'),
    Buffer.from(text.replace(/^v1\./, ''), 'base64url'),
    createHash('sha256').update(text).digest(),
  ]
  return readings
    .flatMap((bytes) => {
      const whole = new Uint8Array(bytes)
      return whole.length < 32 ? [] : [whole.slice(0, 32), whole.slice(-32), whole.slice(12, 44)]
    })
    .filter((bytes) => bytes.length === 32)
}

async function openOrNothing<T>(opening: Promise<T>): Promise<T[]> {
  try {
    return [await opening]
  } catch (error) {
    if (isCryptoError(error)) return []
    throw error
  }
}
