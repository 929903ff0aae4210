import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { FileKeys, HashedFileRecord } from '../../contract/schemas/folders.ts'
import { MiB } from '../../contract/limits.ts'
import { FaultyProxy } from '../../e2e/faultyProxy.ts'
import { rsaAlgorithm } from '../../core/crypto/keyWrap.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import {
  type Browser,
  recipientKey,
  recipientPrivateKey,
  startTestServer,
  type TestServer,
} from '../server/testServer.ts'
import { newBatchId } from '../server/uploads.ts'
import { openSealed, sha256 } from '../core/seal/openSealed.ts'
import { type Batch, stateDirectoryIn } from './nodeUpload.ts'

/** Small ones, those of two and three parts, and one that is not sealed ahead as a whole. */
export const fileSizes = {
  ...{ 'a.bin': 3000, 'b.bin': 700_000 },
  ...{ 'large.bin': 17 * MiB + 321, 'threeParts.bin': 34 * MiB + 321, 'longer.bin': 66 * MiB },
  // In parts of 6 MiB.
  ...{ 'manyParts.bin': 192 * MiB },
}
export type FileName = keyof typeof fileSizes

const privateKey = crypto.subtle.importKey('pkcs8', recipientPrivateKey, rsaAlgorithm, false, ['decrypt'])

export interface TransferSetup {
  server: TestServer
  admin: Browser
  folder: Awaited<ReturnType<Browser['createFolder']>>
  proxy: FaultyProxy
  batch: Batch
  pathOf: (name: string) => string
}

/** A real server behind a bad network, a folder of files, and an upload link. */
export async function setUpTransfer(
  names: readonly FileName[] = ['a.bin', 'b.bin', 'large.bin'],
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TransferSetup> {
  const server = await startTestServer(options)
  const admin = await server.signIn()
  const folder = await admin.createFolder({ perform_mime_check: false })
  const proxy = await FaultyProxy.start(await server.listen())
  onTestFinished(() => proxy.stop())
  const root = await scratchFolder()
  const pathOf = (name: string) => join(root, name)
  for (const name of names) await writeFile(pathOf(name), randomBytes(fileSizes[name]))
  const batch: Batch = {
    ...{ origin: proxy.origin, linkToken: folder.link_token, recipientKey, batchId: newBatchId() },
    ...{ paths: names.map(pathOf), stateDirectory: stateDirectoryIn(root) },
  }
  return { server, admin, folder, proxy, batch, pathOf }
}

/** Opens what the server has with the private key alone: the hash of each file, by name; a repeated name fails. */
export async function storedHashes({
  admin,
  folder,
}: Pick<TransferSetup, 'admin' | 'folder'>): Promise<Record<string, string>> {
  const files = (await admin.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>()
  if (files.length === 0) return {}
  const keysReply = await admin.post('/api/folders/files/keys', { file_ids: files.map(({ id }) => id) })
  const keys = new Map(keysReply.json<FileKeys[]>().map((one) => [one.id, one]))
  const hashes: Record<string, string> = {}
  for (const { id, stored_filename, file_hash } of files) {
    const fileKeys = keys.get(id)
    if (!fileKeys?.manifest) throw new Error(`File ${id} has no manifest.`)
    const fields = {
      ...{ hash: file_hash, encryptedKeyB64: fileKeys.encrypted_key },
      ...{ ivB64: fileKeys.encryption_iv, manifestB64: fileKeys.manifest },
    }
    // As a stream: otherwise all of it would be decoded as text besides.
    const reply = await admin.get(`/api/folders/download/${id}`, { payloadAsStream: true })
    const { plain, manifest } = await openSealed(
      new Blob([new Uint8Array(await buffer(reply.stream()))]),
      fields,
      await privateKey,
    )
    const hash = sha256(plain)
    expect([manifest.sha256, file_hash]).toEqual([hash, hash])
    hashes[stored_filename.replace(/.*\//, '')] = hash
  }
  return hashes
}

/** Of the files on the disk, by name. */
export async function diskHashes({ pathOf }: Pick<TransferSetup, 'pathOf'>, names: readonly string[]) {
  const hashes = await Promise.all(names.map(async (name) => sha256(await readFile(pathOf(name)))))
  return Object.fromEntries(names.map((name, at) => [name, hashes[at]]))
}

/** Uploads in parts, each with a key of its own, of which parts came through. */
export const uploadIdsThrough = ({ partTransfers }: FaultyProxy) =>
  new Set([...partTransfers.keys()].map((url) => /files\/([^/]+)\//.exec(url)?.[1]))

export const listUnfinishedUploads = async ({ admin, folder }: TransferSetup) =>
  (await admin.get(`/api/folders/${folder.id}/uploads`)).json<unknown[]>()

export const defaultNames: readonly FileName[] = ['a.bin', 'b.bin', 'large.bin']
