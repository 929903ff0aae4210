import { expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../../contract/schemas/folders.ts'
import { maxKeysPerRequest } from '../../../contract/limits.ts'
import {
  deriveManifestKey,
  generateFileKey,
  generateKeyPair,
  importOriginKey,
  importPrivateKey,
  importRecipientKey,
  type OriginKey,
  randomBytes,
  sealManifest,
  toBase64,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import { fault } from '../../../core/faults/fault.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import {
  fetchKeyCommitments,
  fetchKeysAhead,
  openOwnFiles,
  type OwnKeysOptions,
} from '../../../core/keys/ownFiles.ts'

const fileRecord = (id: number) =>
  ({ id, original_filename: `${id}.pdf`, stored_filename: `7/${id}.pdf` }) as FileRecord

async function newPair() {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  return { privateKey: await importPrivateKey(pkcs8Bytes), recipient: await importRecipientKey(spkiBytes) }
}

const newOriginKey = () => importOriginKey(randomBytes(16))
const manifest = {
  ...{ v: 1 as const, size: 3, sha256: 'a'.repeat(64), name: 'a.pdf', path: '.' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 },
}

async function sealedFileKeys(
  id: number,
  recipient: CryptoKey,
  origin: OriginKey | null = null,
): Promise<FileKeys> {
  const { rawKey, iv } = await generateFileKey()
  return {
    id,
    encrypted_key: await wrapFileKey(recipient, rawKey),
    encryption_iv: toBase64(iv),
    manifest: await sealManifest(await deriveManifestKey(rawKey, iv), manifest, origin),
    sealed_to: '',
  }
}

const openOptions = (privateKeys: CryptoKey[], kept: FileKeys[]): OwnKeysOptions => ({
  decryptionKeys: privateKeys.map((privateKey) => ({ privateKey, origin: null })),
  workers: { lease: (work) => work(keysWorker) },
  fetchKeys: (ids) => Promise.resolve(kept.filter(({ id }) => ids.includes(id))),
  signal: new AbortController().signal,
  onProgress: () => undefined,
})

it('opens each file with the key it was sealed to, of those at hand, in the order of the list', async () => {
  const [now, before, never] = await Promise.all([newPair(), newPair(), newPair()])
  const kept = await Promise.all([
    sealedFileKeys(1, before.recipient),
    sealedFileKeys(2, never.recipient),
    sealedFileKeys(3, now.recipient),
  ])
  const at = openOptions([now.privateKey, before.privateKey], kept)
  const { opened, unopened } = await openOwnFiles([3, 2, 1].map(fileRecord), at)
  expect(opened.map(({ record: { id } }) => id)).toEqual([3, 1])
  expect(unopened.map(({ record: { id }, fault: { code } }) => [id, code])).toEqual([[2, 'wrong-key']])
  const committed = await fetchKeyCommitments([1, 2, 3], at)
  expect([1, 2, 3].map((id) => committed.get(id)?.ok)).toEqual([true, false, true])
})

it('judges the origin of a file by the secret of the key that opened it', async () => {
  const [now, before] = await Promise.all([newPair(), newPair()])
  const [ofNow, ofBefore] = await Promise.all([newOriginKey(), newOriginKey()])
  const kept = await Promise.all([
    sealedFileKeys(1, now.recipient, ofNow),
    sealedFileKeys(2, before.recipient, ofBefore),
    // Whoever has the link of today can seal to the key of before, but not with its secret.
    sealedFileKeys(3, before.recipient, ofNow),
    sealedFileKeys(4, now.recipient, null),
    sealedFileKeys(5, now.recipient, ofNow),
  ])
  const bare = kept.map((keys) => (keys.id === 5 ? { ...keys, manifest: null } : keys))
  const decryptionKeys = [
    { privateKey: now.privateKey, origin: ofNow },
    { privateKey: before.privateKey, origin: ofBefore },
  ]
  const { opened } = await openOwnFiles([1, 2, 3, 4, 5].map(fileRecord), {
    ...openOptions([], bare),
    decryptionKeys,
  })
  expect(opened.map(({ origin }) => origin)).toEqual(['proven', 'proven', 'wrong', 'plain', null])
})

it('compares the hash that comes with the keys where the list has none, and takes it without a manifest', async () => {
  const { privateKey, recipient } = await newPair()
  const kept = await Promise.all([1, 2, 3].map((id) => sealedFileKeys(id, recipient)))
  const hashes = [manifest.sha256, 'b'.repeat(64), 'c'.repeat(64)]
  const answered = kept.map((keys, n) => ({
    ...keys,
    file_hash: hashes[n] ?? '',
    ...(keys.id === 3 && { manifest: null }),
  }))
  const { opened } = await openOwnFiles([1, 2, 3].map(fileRecord), openOptions([privateKey], answered))
  expect(opened.map(({ differences }) => differences.includes('sha256'))).toEqual([false, true, false])
  expect(opened.map(({ source }) => source.sha256)).toEqual([manifest.sha256, manifest.sha256, hashes[2]])
})

it('names a file whose keys the server does not give', async () => {
  const { opened, unopened } = await openOwnFiles([fileRecord(1)], openOptions([], []))
  expect(opened).toEqual([])
  expect(unopened).toEqual([
    { record: fileRecord(1), fault: fault('key-not-sent', { values: { name: '1.pdf' } }) },
  ])
})

it('asks for no more keys at a time than a request takes, and stops where the server refuses them', async () => {
  const requestSizes: number[] = []
  const records = Array.from({ length: maxKeysPerRequest + 1 }, (_, id) => fileRecord(id))
  const fetchKeys = (ids: readonly number[]) => {
    requestSizes.push(ids.length)
    return ids.length === 1 ? Promise.reject(new Error('refused')) : Promise.resolve([])
  }
  await expect(openOwnFiles(records, { ...openOptions([], []), fetchKeys })).rejects.toThrow('refused')
  expect(requestSizes).toEqual([maxKeysPerRequest, 1])
})

it('asks for the first keys before it is known what opens them, and for each once', async () => {
  const asked: number[][] = []
  const records = Array.from({ length: maxKeysPerRequest + 1 }, (_, id) => fileRecord(id))
  const options = openOptions([], [])
  const askingFor = (ids: readonly number[]) => {
    asked.push([...ids])
    return options.fetchKeys(ids, options.signal)
  }
  const fetchKeys = fetchKeysAhead(records, { ...options, fetchKeys: askingFor })
  expect(asked.map(({ length }) => length)).toEqual([maxKeysPerRequest])
  await openOwnFiles(records, { ...options, fetchKeys })
  expect(asked.flat()).toEqual(records.map(({ id }) => id))
  fetchKeysAhead([], { ...options, fetchKeys: askingFor })
  expect(asked).toHaveLength(2)
})
