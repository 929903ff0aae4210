import { beforeAll, describe, expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../../contract/schemas/folders.ts'
import {
  type DecryptionKey,
  deriveManifestKey,
  deriveNamesKey,
  fingerprint,
  generateFileKey,
  generateKeyPair,
  hiddenRow,
  importOriginKey,
  importPrivateKey,
  importRecipientKey,
  type IndexedFile,
  type Manifest,
  randomBytes,
  sealManifest,
  segmentFiles,
  toBase64,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import { knownFile } from '../../../core/keys/indexedFiles.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import { openOwnFiles } from '../../../core/keys/ownFiles.ts'

const manifest: Manifest = {
  ...{ v: 1, size: 3, sha256: 'a'.repeat(64), name: 'offer.pdf', path: 'Offers/2026' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1, private: 1 },
}

let recipient: CryptoKey
let decryptionKeys: DecryptionKey[]
beforeAll(async () => {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair()
  recipient = await importRecipientKey(spkiBytes)
  decryptionKeys = [
    {
      privateKey: await importPrivateKey(pkcs8Bytes),
      fingerprint: (await fingerprint(spkiBytes)).b64u,
      origin: await importOriginKey(randomBytes(16)),
    },
  ]
})

interface StoredFile {
  record: FileRecord
  keys: FileKeys
  /** Seals another manifest with the same key, as whoever has it can. */
  withManifest: (changed: Partial<Manifest>) => Promise<FileKeys>
}

/** A file as the server has it; by default with hidden names. */
async function storedFile(id: number, more: Partial<Manifest> = {}): Promise<StoredFile> {
  const { rawKey, iv } = await generateFileKey()
  const key = await deriveManifestKey(rawKey, iv)
  const said = { ...manifest, ...more }
  const hidden = await hiddenRow(await deriveNamesKey(rawKey, iv), key.commitment, said)
  const row = said.private ? hidden : { name: said.name, path: '.', sha256: said.sha256 }
  const record = {
    ...{ id, original_filename: row.name, stored_filename: `7/${row.name}`, file_size: said.size },
    upload_time: '2026-01-01T00:00:00.000Z',
  } as FileRecord
  const withManifest = async (changed: Partial<Manifest>): Promise<FileKeys> => ({
    id,
    encrypted_key: await wrapFileKey(recipient, rawKey),
    encryption_iv: toBase64(iv),
    manifest: await sealManifest(key, { ...said, ...changed }),
    ...{ sealed_to: '', file_hash: row.sha256 },
  })
  return { record, keys: await withManifest({}), withManifest }
}

const openWith = (record: FileRecord, keys: FileKeys, indexed: ReadonlyMap<number, IndexedFile>) =>
  openOwnFiles([record], {
    ...{ decryptionKeys, indexed, workers: { lease: (work) => work(keysWorker) } },
    fetchKeys: () => Promise.resolve([{ ...keys, id: record.id }]),
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  })

async function indexOf({ record, keys }: StoredFile): Promise<IndexedFile[]> {
  return (await openWith(record, keys, new Map())).toIndex
}

const firstSegment = { folder: 7, segment: 0 }

/** The entry, sealed and opened. */
async function readIndex(files: readonly IndexedFile[]) {
  const root = await importHkdfKey(new Uint8Array(32).fill(1))
  return keysWorker.openIndex(root, 7, await keysWorker.sealIndex(root, firstSegment, files))
}

async function known(file: StoredFile, record = file.record) {
  const [entry] = await readIndex(await indexOf(file))
  return entry ? knownFile(record, entry, decryptionKeys) : undefined
}

describe('the index of names', () => {
  it('describes a file as its manifest did', async () => {
    const file = await storedFile(5)
    const { opened } = await openWith(file.record, file.keys, new Map())
    const { record, name, path, namesVerdict, differences, mark, origin, batchPosition } = opened[0] ?? {}
    expect(name).toBe('offer.pdf')
    expect(await known(file)).toMatchObject({
      ...{ record, name, path, namesVerdict, differences, mark, origin, batchPosition },
      source: { sha256: manifest.sha256, hasManifest: true },
    })
  })

  it('has no file whose name the server knows, or whose row it altered', async () => {
    expect(await indexOf(await storedFile(5, { private: undefined }))).toEqual([])
    const file = await storedFile(5)
    expect(await indexOf({ ...file, record: { ...file.record, file_size: 4 } })).toEqual([])
    expect(
      await indexOf({
        ...file,
        record: { ...file.record, stored_filename: `7/a/${file.record.original_filename}` },
      }),
    ).toEqual([])
  })

  it.each([
    { file_size: 4 },
    { original_filename: 'sealed-00000000000000000000000000000000' },
    { stored_filename: '7/elsewhere/sealed-00000000000000000000000000000000' },
    { file_hash: 'b'.repeat(64) },
  ])('says nothing of a row that is another one now: %o', async (more) => {
    const file = await storedFile(5)
    expect(await known(file)).not.toBeNull()
    expect(await known(file, { ...file.record, ...more })).toBeNull()
  })

  it('says nothing of a file whose key the page does not have', async () => {
    const file = await storedFile(5)
    const [entry] = await readIndex(await indexOf(file))
    expect(entry && knownFile(file.record, entry, [])).toBeNull()
    expect(
      entry &&
        knownFile(file.record, entry, [{ ...decryptionKeys[0], fingerprint: 'another' } as DecryptionKey]),
    ).toBeNull()
  })

  it('judges anew whether a file arrived after its key had been replaced', async () => {
    const file = await storedFile(5)
    const [entry] = await readIndex(await indexOf(file))
    const replaced = decryptionKeys.map((key) => ({ ...key, replacedAt: '2025-01-01T00:00:00.000Z' }))
    expect(entry && knownFile(file.record, entry, decryptionKeys)).toMatchObject({ isLate: false })
    expect(entry && knownFile(file.record, entry, replaced)).toMatchObject({ isLate: true })
  })

  it('of another folder or another key opens as nothing', async () => {
    const files = await indexOf(await storedFile(5))
    const [root, other] = await Promise.all([1, 2].map((n) => importHkdfKey(new Uint8Array(32).fill(n))))
    if (!root || !other) throw new Error('no keys')
    const sealed = await keysWorker.sealIndex(root, firstSegment, files)
    expect(await keysWorker.openIndex(root, 7, sealed)).toHaveLength(1)
    expect(await keysWorker.openIndex(root, 8, sealed)).toEqual([])
    expect(await keysWorker.openIndex(other, 7, sealed)).toEqual([])
    expect(await keysWorker.openIndex(root, 7, { ...sealed, segment: 1 })).toEqual([])
    const damaged = { ...sealed, box: sealed.box.map((byte, n) => byte ^ Number(n === 99)) }
    expect(await keysWorker.openIndex(root, 7, damaged)).toEqual([])
  })

  it('seals to lengths that do not tell how long names are, or whether they repeat', async () => {
    const root = await importHkdfKey(new Uint8Array(32).fill(1))
    const file = (await indexOf(await storedFile(5)))[0]
    if (!file) throw new Error('no entry')
    const lengthOf = async (files: IndexedFile[]) =>
      (await keysWorker.sealIndex(root, firstSegment, files)).box.length
    const named = (name: string, n: number) => ({ ...file, id: n, manifest: { ...file.manifest, name } })
    const equal = Array.from({ length: 40 }, (_, n) => named('x'.repeat(200), n))
    const other = Array.from({ length: 40 }, (_, n) =>
      named(toBase64(randomBytes(150)).replaceAll('/', '_'), n),
    )
    expect(await lengthOf(equal)).toBe(await lengthOf(other))
    expect(await lengthOf([named('a', 1)])).toBe(await lengthOf([named('a'.repeat(1000), 1)]))
    expect(segmentFiles).toBe(1024)
  })
})

describe('a file behind an indexed row', () => {
  const openIndexed = async (file: StoredFile, keys: FileKeys) => {
    const [entry] = await indexOf(file)
    if (!entry) throw new Error('no entry')
    const { opened, unopened, toIndex } = await openWith(file.record, keys, new Map([[5, entry]]))
    return {
      names: opened.map(({ name }) => name),
      faults: unopened.map(({ fault: { code } }) => code),
      toIndex,
    }
  }

  it('opens again as it was, and is not indexed twice', async () => {
    const file = await storedFile(5)
    expect(await openIndexed(file, file.keys)).toEqual({ names: ['offer.pdf'], faults: [], toIndex: [] })
    expect(await openIndexed(file, await file.withManifest({}))).toMatchObject({ faults: [] })
  })

  it('is refused with the key of another file', async () => {
    const { keys } = await storedFile(6)
    expect(await openIndexed(await storedFile(5), keys)).toMatchObject({
      names: [],
      faults: ['file-exchanged'],
    })
  })

  it.each([
    { name: 'other.pdf' },
    { path: '.' },
    { sha256: 'b'.repeat(64) },
    { count: 2 },
    { private: undefined },
  ])('is refused with another manifest of its own key: %o', async (changed) => {
    const file = await storedFile(5)
    expect(await openIndexed(file, await file.withManifest(changed))).toMatchObject({
      ...{ names: [], faults: ['file-exchanged'] },
    })
  })

  it('is refused without its manifest', async () => {
    const file = await storedFile(5)
    expect(await openIndexed(file, { ...file.keys, manifest: null })).toMatchObject({
      ...{ names: [], faults: ['file-exchanged'] },
    })
  })

  it('is opened anew where its id was used again', async () => {
    const [before, now] = [await storedFile(5), await storedFile(5, { name: 'after.pdf' })]
    const [entry] = await readIndex(await indexOf(before))
    if (!entry) throw new Error('no entry')
    expect(knownFile(now.record, entry, decryptionKeys)).toBeNull()
    const { opened, toIndex } = await openWith(now.record, now.keys, new Map())
    expect(opened.map(({ name }) => name)).toEqual(['after.pdf'])
    expect(toIndex.map(({ manifest: { name } }) => name)).toEqual(['after.pdf'])
  })
})
