import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import { maxFilesPerCopy } from '../../../../contract/limits.ts'
import {
  asFileKeyBytes,
  deriveManifestKey,
  generateFileKey,
  deriveNamesKey,
  hiddenRow,
  keyCommitment,
  importRecipientKey,
  sealManifest,
  toBase64,
  toBase64Url,
  unwrapFileKey,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { openFilesToCopy, copyFiles, newCopyId } from '../../../../src/features/copyFiles/fileCopy.ts'
import { store } from '../../../../src/store/store.ts'
import { keysWorker } from '../../../../core/keys/keysWorker.ts'
import type { OwnFile } from '../../../../core/keys/ownFiles.ts'
import { newestFolderKey } from '../../../../src/trust/folderSecrets.ts'
import { trustOf } from '../../../../src/trust/trustService.ts'
import { ModelServer, newestStatement, refusal } from '../../trust/modelServer.ts'
import { newPair, skipWaiting } from '../../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from '../../trust/signedIn.ts'
import { sampleFolder as own } from '../sampleFolder.ts'

interface CopyRequest {
  copy_id: string
  sealed_to: string
  files: { file_id: number; encrypted_key: string; hidden?: { name: string; file_hash: string } }[]
}

/** The same work on this thread. */
vi.mock('../../../../src/platform/keysPool.ts', () => ({
  withKeysWorkers: <T>(work: (ports: object) => Promise<T>) =>
    work({
      workers: { lease: <R>(use: (worker: typeof keysWorker) => R) => use(keysWorker) },
      fetchKeys: (ids: number[]) => Promise.resolve(fileKeys.filter(({ id }) => ids.includes(id))),
    }),
}))

const ownPair = await newPair()
const otherPair = await newPair()
const me = { id: 2, name: 'ben' }
const manifest = {
  ...{ v: 1 as const, size: 3, sha256: 'a'.repeat(64), name: 'a.pdf', path: '.' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 },
}

let fileKeys: FileKeys[]
/** What arrived, and what comes of it. */
let copyRequests: CopyRequest[]
let respond: (nth: number) => object

const unlockedKey = unlockedKeyOf(ownPair)
const server = new ModelServer()

beforeAll(async () => {
  server.keys.add(ownPair.spkiB64)
  signIn(server, me)
  await store
    .dispatch(trustOf(unlockedKey))
    .createFolder('Board', (first) => Promise.resolve(server.create(first)))
})
beforeEach(() => {
  skipWaiting()
  fileKeys = []
  copyRequests = []
  respond = () => ({ copied: 1 })
  signIn(server, me, (call, body) => {
    if (call !== 'POST /api/folders/1/copies') return undefined
    copyRequests.push(JSON.parse(body) as CopyRequest)
    return respond(copyRequests.length)
  })
})
afterEach(() => vi.unstubAllGlobals())

const fileRecord = (id: number) =>
  ({ id, original_filename: `server says ${id}`, stored_filename: `7/${id}` }) as FileRecord

async function storeFile(
  id: number,
  { to = importRecipientKey(ownPair.publicKey), sealed = true } = {},
): Promise<FileRecord> {
  const { rawKey, iv } = await generateFileKey()
  fileKeys.push({
    id,
    encrypted_key: await wrapFileKey(await to, rawKey),
    encryption_iv: toBase64(iv),
    manifest: sealed ? await sealManifest(await deriveManifestKey(rawKey, iv), manifest, null) : null,
    sealed_to: '',
  })
  return fileRecord(id)
}

const copyOptions = (signal = new AbortController().signal) => {
  const progress: number[] = []
  return { signal, onProgress: (done: number) => void progress.push(done), told: progress }
}
const targetFolder = () => listedFolder(server, me.id, 1)
const idsOf = (files: readonly { id: number }[]) => files.map(({ id }) => id)

/** With a key that nobody else has. */
const ownFile = (id: number, rawKey = new Uint8Array(32).fill(id)) =>
  ({ source: { id, rawKey }, record: fileRecord(id) }) as OwnFile

describe.each([
  { whose: 'one person', isOwn: true },
  { whose: 'several people', isOwn: false },
])('files of $whose that were chosen', ({ isOwn }) => {
  it('are told apart: by the names in their manifests, without one, and not to be opened', async () => {
    const folder = isOwn ? own : targetFolder()
    const to = isOwn
      ? importRecipientKey(ownPair.publicKey)
      : store.dispatch(newestFolderKey(targetFolder(), unlockedKey)).then(({ recipientKey }) => recipientKey)
    const records = [
      await storeFile(1, { to }),
      await storeFile(2, { to, sealed: false }),
      await storeFile(3, { to: importRecipientKey(otherPair.publicKey) }),
      fileRecord(4),
    ]
    const { files, withoutManifest, unopened } = await store.dispatch(
      openFilesToCopy(folder, records, unlockedKey, copyOptions()),
    )
    expect(files.map(({ record: { id }, name }) => [id, name])).toEqual([[1, 'a.pdf']])
    expect(idsOf(withoutManifest)).toEqual([2])
    expect(idsOf(unopened)).toEqual([3, 4])
  })
})

describe('copying', () => {
  const copy = (files: OwnFile[], at = copyOptions(), fromIndex = 0, target = targetFolder()) =>
    store.dispatch(copyFiles({ copyId: 'AAECAwQFBgcICQoLDA0ODw', target, files, fromIndex }, unlockedKey, at))

  it('wraps each file’s own key to the folder’s newest, which the folder opens', async () => {
    const rawKey = crypto.getRandomValues(new Uint8Array(32))
    await copy([ownFile(7, rawKey)])
    const [sent] = copyRequests
    expect(sent?.sealed_to).toBe(newestStatement(server.folder(1)).key)
    const folder = await store.dispatch(trustOf(unlockedKey)).open(server.claim(1))
    const [newest] = folder.generations
    if (!newest) throw new Error('no key')
    const opened = await unwrapFileKey(newest.privateKey, sent?.files[0]?.encrypted_key ?? '')
    expect(toBase64(opened)).toBe(toBase64(rawKey))
  })

  it('sends placeholders into a folder that hides names, and none elsewhere', async () => {
    const record = await storeFile(1)
    const { files } = await store.dispatch(openFilesToCopy(own, [record], unlockedKey, copyOptions()))
    const target = { ...targetFolder(), private_names: true }
    await copy([...files], copyOptions(), 0, target)
    const [file] = files
    if (!file) throw new Error('no file')
    const { rawKey, iv } = file.source
    const { name, sha256 } = await hiddenRow(
      await deriveNamesKey(asFileKeyBytes(rawKey), iv),
      await keyCommitment(asFileKeyBytes(rawKey), iv),
      manifest,
    )
    expect(copyRequests[0]?.files).toMatchObject([{ file_id: 1, hidden: { name, file_hash: sha256 } }])

    await copy([...files])
    expect(copyRequests[1]?.files[0]).not.toHaveProperty('hidden')
  })

  it('goes in steps of one copying, tells what is there, and goes on from there', async () => {
    const files = Array.from({ length: maxFilesPerCopy + 2 }, (_, i) => ownFile(i + 1))
    const at = copyOptions()
    await copy(files, at)
    expect(copyRequests.map(({ files: { length } }) => length)).toEqual([maxFilesPerCopy, 2])
    expect(new Set(copyRequests.map(({ copy_id }) => copy_id)).size).toBe(1)
    expect(at.told).toEqual([maxFilesPerCopy, maxFilesPerCopy + 2])

    await copy(files, copyOptions(), maxFilesPerCopy)
    expect(copyRequests[2]?.files.map(({ file_id }) => file_id)).toEqual([
      maxFilesPerCopy + 1,
      maxFilesPerCopy + 2,
    ])
  })

  it('sends the very same again where no answer came', async () => {
    respond = (nth) => {
      if (nth === 1) throw new TypeError('Failed to fetch')
      return { copied: 1 }
    }
    await copy([ownFile(7)])
    expect(copyRequests).toHaveLength(2)
    expect(copyRequests[1]).toEqual(copyRequests[0])
  })

  it('stops where the folder has another key by now, and says so', async () => {
    respond = () => {
      throw refusal('rosterMoved', 409)
    }
    const at = copyOptions()
    await expect(copy([ownFile(7)], at)).rejects.toMatchObject({ fault: { code: 'rosterMoved' } })
    expect(at.told).toEqual([])
  })

  it('begins no further step once it is stopped', async () => {
    const stopping = new AbortController()
    respond = () => {
      stopping.abort()
      return { copied: maxFilesPerCopy }
    }
    const files = Array.from({ length: maxFilesPerCopy + 1 }, (_, i) => ownFile(i + 1))
    await expect(copy(files, copyOptions(stopping.signal))).rejects.toThrow()
    expect(copyRequests).toHaveLength(1)
  })

  it('sends nothing into a folder under another title than is signed, or of one person', async () => {
    const wish = { copyId: newCopyId(), files: [ownFile(7)], fromIndex: 0 }
    for (const to of [{ ...targetFolder(), title: 'Another' }, own])
      await expect(
        store.dispatch(copyFiles({ ...wish, target: to }, unlockedKey, copyOptions())),
      ).rejects.toMatchObject({
        fault: { code: 'folder-not-trusted' },
      })
    expect(copyRequests).toEqual([])
  })

  it('has an id of its own each time', () => {
    expect(newCopyId()).not.toBe(newCopyId())
    expect(newCopyId()).toHaveLength(toBase64Url(new Uint8Array(16)).length)
  })
})
