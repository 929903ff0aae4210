import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileKeys, FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  deriveManifestKey,
  generateFileKey,
  importRecipientKey,
  sealManifest,
  seenMark,
  toBase64,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { keysWorker } from '../../../../core/keys/keysWorker.ts'
import type { DownloadLink } from '../../../../contract/schemas/downloads.ts'
import { addToLink, makeLink } from '../../../../src/features/share/makeLink.ts'
import { addOlderKey, dropAllKeys, type UnlockedKey } from '../../../../src/session/unlockedKey.ts'
import { store } from '../../../../src/store/store.ts'
import { newPair } from '../../../core/trust/people.ts'
import { withoutMovedOrReturned } from '../../../../src/features/folderFiles/download/downloadOwnFiles.ts'
import { openFilesToCopy } from '../../../../src/features/copyFiles/fileCopy.ts'
import { judgeFolder, rememberSeen } from '../../../../src/trust/judgedFolder.ts'
import { acceptReturned, rememberDeleted } from '../../../../src/trust/seenFilesMemory.ts'
import type { OwnFile } from '../../../../core/keys/ownFiles.ts'
import { sampleFolder } from '../sampleFolder.ts'
import { ModelServer } from '../../trust/modelServer.ts'
import { signIn, unlockedKeyOf } from '../../trust/signedIn.ts'

/** The same work on this thread. */
vi.mock('../../../../src/platform/keysPool.ts', () => ({
  withKeysWorkers: <T>(work: (ports: object) => Promise<T>) =>
    work({
      workers: { lease: <R>(use: (worker: typeof keysWorker) => R) => use(keysWorker) },
      fetchKeys: (ids: number[]) => Promise.resolve(fileKeys.filter(({ id }) => ids.includes(id))),
    }),
}))

const pair = await newPair()
const unlockedKey = unlockedKeyOf(pair)
const manifest = {
  ...{ v: 1 as const, size: 3, sha256: 'a'.repeat(64), name: 'a.pdf', path: '.' },
  ...{ batch: 'AAECAwQFBgcICQoLDA0ODw', index: 0, count: 1 },
}

let fileKeys: FileKeys[]
/** Bodies of the links that were asked for, and of their changes. */
let made: { file_ids: number[]; link_token: string; sealed_link: string; file_commitments: string }[]
let changed: { resealed: { added_keys_json: string } }[]

beforeEach(() => {
  fileKeys = []
  made = []
  changed = []
  vi.stubGlobal('window', { location: { origin: 'https://files.example.org' } })
  const server = new ModelServer()
  server.keys.add(pair.spkiB64)
  signIn(server, { id: 2, name: 'ben' }, (call, body) => {
    if (call.endsWith('/sealed?for=change')) return made[0]
    if (call.startsWith('PUT /api/download/links/')) {
      changed.push(JSON.parse(body) as (typeof changed)[number])
      return {}
    }
    if (call !== 'POST /api/download/links') return undefined
    made.push(JSON.parse(body) as (typeof made)[number])
    return {}
  })
})
afterEach(() => vi.unstubAllGlobals())

async function storeFile(id: number, { sealed = true } = {}) {
  const { rawKey, iv } = await generateFileKey()
  fileKeys.push({
    id,
    encrypted_key: await wrapFileKey(await importRecipientKey(pair.publicKey), rawKey),
    encryption_iv: toBase64(iv),
    manifest: sealed ? await sealManifest(await deriveManifestKey(rawKey, iv), manifest, null) : null,
    sealed_to: '',
  })
  const record = {
    ...{ id, original_filename: 'a.pdf', stored_filename: '7/a.pdf' },
    ...{ file_size: 3, file_hash: manifest.sha256 },
  } as FileRecord
  return { record, mark: await seenMark(rawKey) }
}

const make = (
  records: readonly FileRecord[],
  accepted: readonly string[] = [],
  folder = sampleFolder,
  sent?: ReadonlyMap<number, string>,
) =>
  store.dispatch(
    makeLink(
      {
        ...{ folder, records, password: null, expiration: null, maxDownloads: null },
        ...{ allowedEmails: null, introduction: {}, acceptedUnsealed: new Set(accepted) },
        ...(sent && { sent }),
      },
      unlockedKey,
      { signal: new AbortController().signal, onProgress: () => undefined },
    ),
  )

describe('a link with files that have no manifest', () => {
  it('is not made before the person has accepted them', async () => {
    const sealed = await storeFile(1)
    const bare = await storeFile(2, { sealed: false })
    const other = await storeFile(3, { sealed: false })
    const records = [sealed, bare, other].map(({ record }) => record)
    const refusal = (left: (typeof bare)[]) => ({
      problem: { text: 'share.unsealed' },
      records: left.map(({ record }) => record),
      files: left.map(({ mark, record: { id } }) => ({ id, mark })),
    })
    await expect(make(records)).rejects.toMatchObject(refusal([bare, other]))
    await expect(make(records, [bare.mark])).rejects.toMatchObject(refusal([other]))
    expect(made).toEqual([])
    await make(records, [bare.mark, other.mark])
    expect(made).toMatchObject([{ file_ids: [1, 2, 3] }])
  })
})

describe('a link of files that a page has just sent', () => {
  it('is made of those alone, whatever the server puts in their place', async () => {
    const { record } = await storeFile(1)
    const send = (hash: string) => make([record], [], sampleFolder, new Map([[record.id, hash.repeat(64)]]))
    await expect(send('b')).rejects.toMatchObject({ problem: { text: 'share.notAsSent' } })
    expect(made).toEqual([])
    await send('a')
    expect(made).toMatchObject([{ file_ids: [1] }])
  })
})

describe('files that are added to a link', () => {
  const add = async (
    records: readonly FileRecord[],
    key: UnlockedKey = unlockedKey,
    sent?: ReadonlyMap<number, string>,
  ) => {
    const { link_token = '', file_ids = [] } = made[0] ?? {}
    const link = { link_token, file_ids, has_password: false, files: ['a.pdf'], file_count: 1 }
    const request = {
      folder: sampleFolder,
      records,
      acceptedUnsealed: new Set<string>(),
      ...(sent && { sent }),
    }
    const options = { signal: new AbortController().signal, onProgress: () => undefined }
    await store.dispatch(addToLink(link as unknown as DownloadLink, request, key, options))
  }

  it('are those that were sent, whatever the server puts in their place', async () => {
    await make([(await storeFile(1)).record])
    const { record } = await storeFile(2)
    const sent = (hash: string) => new Map([[record.id, hash.repeat(64)]])
    await expect(add([record], unlockedKey, sent('b'))).rejects.toMatchObject({
      problem: { text: 'share.notAsSent' },
    })
    expect(changed).toEqual([])
    await add([record], unlockedKey, sent('a'))
    expect(changed).toHaveLength(1)
    expect(Object.keys(JSON.parse(changed[0]?.resealed.added_keys_json ?? '') as object)).toEqual(['2'])
  })

  it('are none where the link was sealed under an earlier key, which others may have', async () => {
    await make([(await storeFile(1)).record])
    const { record } = await storeFile(2)
    addOlderKey(unlockedKey)
    await expect(add([record], unlockedKeyOf(await newPair()))).rejects.toMatchObject({
      problem: { text: 'share.sealedEarlier' },
    })
    dropAllKeys()
    expect(changed).toEqual([])
  })
})

/** As the page opens it; what it shows of origin is that of a file that does not say by which link it came. */
const ownFile = ({ record, mark }: Awaited<ReturnType<typeof storeFile>>) =>
  ({ record, mark, source: { hasManifest: true }, origin: 'plain', sentTo: null }) as OwnFile

const other = { ...sampleFolder, id: 8, title: 'Public', link_token: 'B'.repeat(22) }

describe('what this device has seen in a folder of one person', () => {
  it('belongs to that folder, whatever the server says and leaves out', async () => {
    const { record, mark } = await storeFile(1)
    await make([record])
    made = []
    for (const manifest of [fileKeys[0]?.manifest ?? null, null]) {
      fileKeys = fileKeys.map((keys) => ({ ...keys, manifest }))
      await expect(make([record], [mark], other)).rejects.toMatchObject({
        problem: { text: 'share.sentElsewhere' },
        records: [record],
      })
    }
    expect(made).toEqual([])
  })

  it('does not belong to a folder because the server showed it there without its manifest', async () => {
    const { record, mark } = await storeFile(1)
    const sealed = fileKeys
    fileKeys = sealed.map((keys) => ({ ...keys, manifest: null }))
    await make([record], [mark], other)
    fileKeys = sealed
    await make([record])
    expect(made).toHaveLength(2)
  })

  it('is asked about when it is back after it was deleted, and left out of archives and copies', async () => {
    const kept = await storeFile(1)
    const deleted = await storeFile(2)
    const judged = () => store.dispatch(judgeFolder(sampleFolder, unlockedKey))
    const leftOut = async () => {
      const files = withoutMovedOrReturned(
        { opened: [kept, deleted].map(ownFile), unopened: [] },
        await judged(),
        true,
      )
      return files.unopened.map(({ record: { id }, fault }) => [id, fault.code])
    }
    const notCopied = async () => {
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      const copy = openFilesToCopy(sampleFolder, [kept.record, deleted.record], unlockedKey, options)
      return (await store.dispatch(copy)).returned.map(({ id }) => id)
    }
    await store.dispatch(rememberSeen([kept, deleted].map(ownFile), await judged(), unlockedKey))
    expect(await leftOut()).toEqual([])
    await store.dispatch(rememberDeleted(sampleFolder.id, [{ id: 2, mark: deleted.mark }], pair.fp, false))

    await expect(make([kept.record, deleted.record])).rejects.toMatchObject({
      problem: { text: 'share.returned' },
      question: 'returned',
      files: [{ id: 2, mark: deleted.mark }],
    })
    expect(await leftOut()).toEqual([[2, 'file-returned']])
    expect(await notCopied()).toEqual([2])
    expect(made).toEqual([])

    await store.dispatch(acceptReturned(sampleFolder.id, [{ id: 2, mark: deleted.mark }], unlockedKey))
    await make([kept.record, deleted.record])
    expect(made).toHaveLength(1)
    expect(await leftOut()).toEqual([])
    expect(await notCopied()).toEqual([])
  })
})
