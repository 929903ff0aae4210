import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import { maxNamesHidden } from '../../../../contract/limits.ts'
import {
  deriveManifestKey,
  fromBase64,
  generateFileKey,
  deriveNamesKey,
  hiddenRow,
  importRecipientKey,
  keyCommitment,
  sealManifest,
  toBase64,
  toBase64Url,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { keysWorker } from '../../../../core/keys/keysWorker.ts'
import { hideNames, type HidingProgress } from '../../../../src/features/folderFiles/hideNames/hideNames.ts'
import { store } from '../../../../src/store/store.ts'
import { newPair, skipWaiting } from '../../../core/trust/people.ts'
import { ModelServer, refusal } from '../../trust/modelServer.ts'
import { signIn, unlockedKeyOf } from '../../trust/signedIn.ts'
import { sampleFolder as folder } from '../sampleFolder.ts'

/** The same work on this thread. */
vi.mock('../../../../src/platform/keysPool.ts', () => ({
  withKeysWorkers: <T>(work: (ports: object) => Promise<T>) =>
    work({
      workers: { lease: <R>(use: (worker: typeof keysWorker) => R) => use(keysWorker) },
      fetchKeys: (ids: number[]) => Promise.resolve(fileKeys.filter(({ id }) => ids.includes(id))),
    }),
}))

interface Entry {
  file_id: number
  key_commitment: string
  name: string
  file_hash: string
}

const pair = await newPair()
const otherPair = await newPair()
const unlockedKey = unlockedKeyOf(pair)
const server = new ModelServer()
const until = '2026-12-07T10:00:00.000Z'

let fileKeys: FileKeys[]
let requests: Entry[][]
let respond: (entries: Entry[]) => object

beforeEach(() => {
  skipWaiting()
  fileKeys = []
  requests = []
  respond = ({ length }) => ({ hidden: length, waiting: 0, waiting_until: null })
  server.keys.add(pair.spkiB64)
  signIn(server, { id: 2, name: 'ben' }, (call, body) => {
    if (call !== `POST /api/folders/${folder.id}/hidden-names`) return undefined
    const { files } = JSON.parse(body) as { files: Entry[] }
    requests.push(files)
    return respond(files)
  })
})
afterEach(() => vi.unstubAllGlobals())

const manifestOf = (name: string) => ({
  ...{ v: 1 as const, size: 3, sha256: 'a'.repeat(64), name, path: 'in' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 },
})

async function storeFile(
  id: number,
  { shownName = `${id}.pdf`, isSealed = true, publicKey = pair.publicKey } = {},
): Promise<FileRecord> {
  const { rawKey, iv } = await generateFileKey()
  const manifest = manifestOf(`${id}.pdf`)
  fileKeys.push({
    id,
    encrypted_key: await wrapFileKey(await importRecipientKey(publicKey), rawKey),
    encryption_iv: toBase64(iv),
    manifest: isSealed ? await sealManifest(await deriveManifestKey(rawKey, iv), manifest, null) : null,
    sealed_to: '',
  })
  expectedRows.set(id, {
    ...(await hiddenRow(await deriveNamesKey(rawKey, iv), await keyCommitment(rawKey, iv), manifest)),
    commitment: toBase64Url(await keyCommitment(rawKey, iv)),
  })
  return {
    id,
    original_filename: shownName,
    stored_filename: `${folder.id}/in/${shownName}`,
    file_size: 3,
    file_hash: 'a'.repeat(64),
  } as FileRecord
}
const expectedRows = new Map<number, { name: string; sha256: string; commitment: string }>()

async function hide(records: FileRecord[], signal = new AbortController().signal) {
  const reached: HidingProgress[] = []
  const onProgress = (progress: HidingProgress) => void reached.push(progress)
  const ended = store.dispatch(hideNames({ folder, records }, unlockedKey, { signal, onProgress }))
  return { reached, error: await ended.catch((error: unknown) => error) }
}

it('tells the server placeholders with the commitment of each key, and none of the names', async () => {
  const { reached } = await hide([await storeFile(1), await storeFile(2)])
  expect(requests).toEqual([
    [1, 2].map((id) => {
      const { name, sha256, commitment } = expectedRows.get(id) ?? { name: '', sha256: '', commitment: '' }
      return { file_id: id, key_commitment: commitment, name, file_hash: sha256 }
    }),
  ])
  expect(fromBase64(fileKeys[0]?.manifest ?? '').subarray(4, 36)).toEqual(
    fromBase64(Buffer.from(expectedRows.get(1)?.commitment ?? '', 'base64url').toString('base64')),
  )
  expect(reached).toMatchObject([{ done: 2, hidden: 2, contradicted: [] }])
})

it('leaves files that the server describes otherwise, that came without a manifest, or that do not open', async () => {
  respond = () => ({ hidden: 0, waiting: 1, waiting_until: until })
  const { reached } = await hide([
    await storeFile(1, { shownName: 'other.pdf' }),
    await storeFile(2, { isSealed: false }),
    await storeFile(3, { publicKey: otherPair.publicKey }),
    await storeFile(4),
  ])
  expect(requests.flat().map(({ file_id }) => file_id)).toEqual([4])
  expect(reached).toEqual([
    {
      ...{ done: 4, hidden: 0, waiting: 1, waitingUntil: until },
      ...{ withoutManifest: 1, unopened: 1, contradicted: ['1.pdf'] },
    },
  ])
})

it('goes on in portions, and tells of those that were hidden before it failed', async () => {
  const first = await storeFile(1)
  const records = Array.from({ length: maxNamesHidden + 1 }, (_, i) => ({ ...first, id: i + 1 }))
  fileKeys = records.map(({ id }) => ({ ...fileKeys[0], id }) as FileKeys)
  respond = (entries) => {
    if (requests.length === 2) throw refusal('namesNotHidden', 409)
    return { hidden: entries.length, waiting: 0, waiting_until: null }
  }
  const { reached, error } = await hide(records)
  expect(requests.map(({ length }) => length)).toEqual([maxNamesHidden, 1])
  expect(reached).toMatchObject([{ done: maxNamesHidden, hidden: maxNamesHidden }])
  expect(error).toMatchObject({ fault: { code: 'namesNotHidden' } })
})

it('stops between portions', async () => {
  const stopped = new AbortController()
  respond = ({ length }) => {
    stopped.abort()
    return { hidden: length, waiting: 0, waiting_until: null }
  }
  const first = await storeFile(1)
  const records = Array.from({ length: maxNamesHidden + 1 }, (_, i) => ({ ...first, id: i + 1 }))
  fileKeys = records.map(({ id }) => ({ ...fileKeys[0], id }) as FileKeys)
  const { error } = await hide(records, stopped.signal)
  expect(requests).toHaveLength(1)
  expect(error).toMatchObject({ name: 'AbortError' })
})
