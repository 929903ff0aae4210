import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import { maxFilesPerCopy } from '../../../../contract/limits.ts'
import {
  deriveManifestKey,
  generateFileKey,
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
import { trustOf } from '../../../../src/trust/trustService.ts'
import { ModelServer, newestStatement, refusal } from '../../trust/modelServer.ts'
import { newPair, skipWaiting } from '../../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from '../../trust/signedIn.ts'
import { sampleFolder as own } from '../sampleFolder.ts'

interface Copying {
  copy_id: string
  sealed_to: string
  files: { file_id: number; encrypted_key: string }[]
}

/** The same work on this thread. */
vi.mock('../../../../src/platform/keysPool.ts', () => ({
  withKeysWorkers: <T>(work: (ports: object) => Promise<T>) =>
    work({
      workers: { lease: <R>(use: (worker: typeof keysWorker) => R) => use(keysWorker) },
      fetchKeys: (ids: number[]) => Promise.resolve(kept.filter(({ id }) => ids.includes(id))),
    }),
}))

const pair = await newPair()
const other = await newPair()
const me = { id: 2, name: 'ben' }
const manifest = {
  ...{ v: 1 as const, size: 3, sha256: 'a'.repeat(64), name: 'a.pdf', path: '.' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 },
}

let kept: FileKeys[]
/** What arrived, and what comes of it. */
let copyings: Copying[]
let outcome: (nth: number) => object

const key = unlockedKeyOf(pair)
const server = new ModelServer()

beforeAll(async () => {
  server.keys.add(pair.spkiB64)
  signIn(server, me)
  await store.dispatch(trustOf(key)).createFolder('Board', (first) => Promise.resolve(server.create(first)))
})
beforeEach(() => {
  skipWaiting()
  kept = []
  copyings = []
  outcome = () => ({ copied: 1 })
  signIn(server, me, (call, body) => {
    if (call !== 'POST /api/folders/1/copies') return undefined
    copyings.push(JSON.parse(body) as Copying)
    return outcome(copyings.length)
  })
})
afterEach(() => vi.unstubAllGlobals())

const record = (id: number) =>
  ({ id, original_filename: `server says ${id}`, stored_filename: `7/${id}` }) as FileRecord

async function keep(id: number, { to = pair, sealed = true } = {}): Promise<FileRecord> {
  const { rawKey, iv } = await generateFileKey()
  kept.push({
    id,
    encrypted_key: await wrapFileKey(await importRecipientKey(to.publicKey), rawKey),
    encryption_iv: toBase64(iv),
    manifest: sealed ? await sealManifest(await deriveManifestKey(rawKey, iv), manifest, null) : null,
    sealed_to: '',
  })
  return record(id)
}

const options = (signal = new AbortController().signal) => {
  const told: number[] = []
  return { signal, onProgress: (done: number) => void told.push(done), told }
}
const target = () => listedFolder(server, me.id, 1)
const ids = (files: readonly { id: number }[]) => files.map(({ id }) => id)

/** With a key that nobody else has. */
const ownFile = (id: number, rawKey = new Uint8Array(32).fill(id)) =>
  ({ source: { id, rawKey }, record: record(id) }) as OwnFile

describe('files that were chosen', () => {
  it('are told apart: by the names in their manifests, without one, and not to be opened', async () => {
    const records = [await keep(1), await keep(2, { sealed: false }), await keep(3, { to: other }), record(4)]
    const { files, withoutManifest, unopened } = await store.dispatch(
      openFilesToCopy(own, records, key, options()),
    )
    expect(files.map(({ record: { id }, name }) => [id, name])).toEqual([[1, 'a.pdf']])
    expect(ids(withoutManifest)).toEqual([2])
    expect(ids(unopened)).toEqual([3, 4])
  })
})

describe('copying', () => {
  const copy = (files: OwnFile[], at = options(), fromIndex = 0) =>
    store.dispatch(
      copyFiles({ copyId: 'AAECAwQFBgcICQoLDA0ODw', target: target(), files, fromIndex }, key, at),
    )

  it('wraps each file’s own key to the folder’s newest, which the folder opens', async () => {
    const rawKey = crypto.getRandomValues(new Uint8Array(32))
    await copy([ownFile(7, rawKey)])
    const [sent] = copyings
    expect(sent?.sealed_to).toBe(newestStatement(server.folder(1)).key)
    const folder = await store.dispatch(trustOf(key)).open(server.claim(1))
    const [newest] = folder.generations
    if (!newest) throw new Error('no key')
    const opened = await unwrapFileKey(newest.privateKey, sent?.files[0]?.encrypted_key ?? '')
    expect(toBase64(opened)).toBe(toBase64(rawKey))
  })

  it('goes in steps of one copying, tells what is there, and goes on from there', async () => {
    const files = Array.from({ length: maxFilesPerCopy + 2 }, (_, i) => ownFile(i + 1))
    const at = options()
    await copy(files, at)
    expect(copyings.map(({ files: { length } }) => length)).toEqual([maxFilesPerCopy, 2])
    expect(new Set(copyings.map(({ copy_id }) => copy_id)).size).toBe(1)
    expect(at.told).toEqual([maxFilesPerCopy, maxFilesPerCopy + 2])

    await copy(files, options(), maxFilesPerCopy)
    expect(copyings[2]?.files.map(({ file_id }) => file_id)).toEqual([
      maxFilesPerCopy + 1,
      maxFilesPerCopy + 2,
    ])
  })

  it('sends the very same again where no answer came', async () => {
    outcome = (nth) => {
      if (nth === 1) throw new TypeError('Failed to fetch')
      return { copied: 1 }
    }
    await copy([ownFile(7)])
    expect(copyings).toHaveLength(2)
    expect(copyings[1]).toEqual(copyings[0])
  })

  it('stops where the folder has another key by now, and says so', async () => {
    outcome = () => {
      throw refusal('rosterMoved', 409)
    }
    const at = options()
    await expect(copy([ownFile(7)], at)).rejects.toMatchObject({ fault: { code: 'rosterMoved' } })
    expect(at.told).toEqual([])
  })

  it('begins no further step once it is stopped', async () => {
    const stopping = new AbortController()
    outcome = () => {
      stopping.abort()
      return { copied: maxFilesPerCopy }
    }
    const files = Array.from({ length: maxFilesPerCopy + 1 }, (_, i) => ownFile(i + 1))
    await expect(copy(files, options(stopping.signal))).rejects.toThrow()
    expect(copyings).toHaveLength(1)
  })

  it('sends nothing into a folder under another title than is signed, or of one person', async () => {
    const wish = { copyId: newCopyId(), files: [ownFile(7)], fromIndex: 0 }
    for (const to of [{ ...target(), title: 'Another' }, own])
      await expect(store.dispatch(copyFiles({ ...wish, target: to }, key, options()))).rejects.toMatchObject({
        fault: { code: 'folder-not-trusted' },
      })
    expect(copyings).toEqual([])
  })

  it('has an id of its own each time', () => {
    expect(newCopyId()).not.toBe(newCopyId())
    expect(newCopyId()).toHaveLength(toBase64Url(new Uint8Array(16)).length)
  })
})
