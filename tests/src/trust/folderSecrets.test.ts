import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { dropAllKeys } from '../../../src/session/unlockedKey.ts'
import { store } from '../../../src/store/store.ts'
import { withoutPerson, withPerson } from '../../../core/trust/contactsChanges.ts'
import { openSharedFolder, trustOf } from '../../../src/trust/trustService.ts'
import {
  newestFolderKey,
  folderDecryptionKeys,
  folderOwnerSecrets,
  recipientOf,
  requireTrustedFolder,
} from '../../../src/trust/folderSecrets.ts'
import { withDeletedFolder, withOwnFolder } from '../../../core/trust/ownFolders.ts'
import { isShared } from '../../../core/trust/folderKeyFields.ts'
import { Trust } from '../../../core/trust/trust.ts'
import { sharedFolderTrust } from '../../../src/trust/useFolderTrust.ts'
import { sampleFolder as own } from '../features/sampleFolder.ts'
import { ModelServer, newestStatement } from './modelServer.ts'
import {
  ModelMemory,
  newPair,
  type UnlockedPair,
  pairs,
  personOf,
  useSmallFolderKeys,
} from '../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from './signedIn.ts'

/** A new key each time: what a device remembers hangs on it. */
let ownPair: UnlockedPair
let server: ModelServer

beforeEach(async () => {
  ownPair = await newPair()
  useSmallFolderKeys()
  server = new ModelServer()
  for (const { spkiB64 } of [...Object.values(pairs), ownPair]) server.keys.add(spkiB64)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

/** Ada’s folder, with this person in it. */
async function createFolderAndAddBen(role: 'member' | 'owner') {
  const ada = new Trust(personOf('ada'), {
    ...{ calls: server.calls(1), memory: new ModelMemory(), now: server.now },
  })
  await ada.createFolder('Tax', (first) => Promise.resolve(server.create(first)))
  await ada.change(
    await ada.open(server.claim(1)),
    { type: 'add', person: { user: 2, name: 'ben', fp: ownPair.fp, role } },
    new Map([[ownPair.fp, ownPair.publicKey]]),
  )
  return ada
}

const me = { id: 2, name: 'ben' }
const listFolder = () => listedFolder(server, 2, 1)
/** Whatever the list says otherwise has the folder judged once more. */
const listFolderChanged = () => {
  server.folder(1).leaving.add(1)
  return listFolder()
}
const compareAda = (key: ReturnType<typeof unlockedKeyOf>) =>
  store.dispatch(trustOf(key)).contacts.change(withPerson({ user: 1, name: 'ada', fp: pairs.ada.fp }))

async function acceptFolder(key: ReturnType<typeof unlockedKeyOf>) {
  await compareAda(key)
  const trust = store.dispatch(trustOf(key))
  await trust.accept(await trust.open(server.claim(1)))
}

const refusedWith = (code: string) => ({ fault: expect.objectContaining({ code }) as unknown })

describe('a folder of one person', () => {
  it('opens with the person’s own key, and is nothing to be judged', async () => {
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    const [opener, ...others] = await store.dispatch(folderDecryptionKeys(own, key))
    expect(opener?.privateKey).toBe(ownPair.privateKey)
    expect(others).toEqual([])
    expect(await store.dispatch(folderOwnerSecrets(own, key))).toEqual([
      { secret: ownPair.root, generation: 0 },
    ])
    expect(await store.dispatch(recipientOf(own, key))).toEqual({
      ...{ fingerprint: ownPair.fp, ownerSecret: ownPair.root, folder: '7' },
    })
    expect(await store.dispatch(requireTrustedFolder(own, key))).toBeNull()
    await expect(store.dispatch(newestFolderKey(own, key))).rejects.toMatchObject(
      refusedWith('folder-not-trusted'),
    )
  })
})

describe('a folder of several people', () => {
  it('opens with its own keys of every generation, never with a personal one', async () => {
    const ada = await createFolderAndAddBen('member')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const decryptionKeys = await store.dispatch(folderDecryptionKeys(listFolder(), unlockedKeyOf(ownPair)))
    expect(decryptionKeys).toHaveLength(2)
    expect(decryptionKeys.map(({ privateKey }) => privateKey)).not.toContain(ownPair.privateKey)
    // Newest first; what the older one opens and came later is told.
    expect(decryptionKeys.map(({ replacedAt }) => replacedAt)).toEqual([
      undefined,
      server.folder(1).generations[1]?.since,
    ])
  })

  it('seals and brings in nothing before its invitation is accepted, though its files open', async () => {
    await createFolderAndAddBen('owner')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await compareAda(key)
    expect(await store.dispatch(folderDecryptionKeys(listFolder(), key))).toHaveLength(1)
    for (const work of [folderOwnerSecrets, recipientOf, requireTrustedFolder, newestFolderKey])
      await expect(store.dispatch<Promise<unknown>>(work(listFolder(), key))).rejects.toMatchObject(
        refusedWith('folder-not-trusted'),
      )
  })

  it('proves nothing before its invitation is accepted: the server may have invented it', async () => {
    const ada = await createFolderAndAddBen('owner')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    const standing = async (shown: Folder) => {
      if (!isShared(shown)) throw new Error('of one person')
      const folder = await store.dispatch(openSharedFolder(shown, key))
      return sharedFolderTrust({ type: 'open', folder, key }).type
    }
    expect(await standing(listFolder())).toBe('untrusted')
    await acceptFolder(key)
    expect(await standing(listFolderChanged())).toBe('known')
    // Changed by somebody who is not compared any more.
    await store.dispatch(trustOf(key)).contacts.change(withoutPerson(pairs.ada.fp))
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    expect(await standing(listFolder())).toBe('untrusted')
  })

  it('opens nothing in the place of a folder of one person, until that one is said to be gone', async () => {
    await createFolderAndAddBen('owner')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    const { contacts } = store.dispatch(trustOf(key))
    await contacts.change(withOwnFolder({ id: 1, title: 'Tax' }))
    await expect(store.dispatch(folderDecryptionKeys(listFolder(), key))).rejects.toMatchObject(
      refusedWith('folder-not-trusted'),
    )
    await contacts.change(withDeletedFolder(1))
    expect(await store.dispatch(folderDecryptionKeys(listFolderChanged(), key))).toHaveLength(1)
  })

  it('is sealed to by the key that its newest statement names, once it is accepted', async () => {
    // Files are wrapped to none that is small.
    vi.restoreAllMocks()
    const ada = await createFolderAndAddBen('owner')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    const { key: fp, folder } = newestStatement(server.folder(1))
    expect(await store.dispatch(recipientOf(listFolder(), key))).toMatchObject({ fingerprint: fp, folder })
    expect(await store.dispatch(newestFolderKey(listFolder(), key))).toMatchObject({ fingerprint: fp })
    const secrets = await store.dispatch(folderOwnerSecrets(listFolder(), key))
    expect(secrets.map(({ generation }) => generation)).toEqual([2, 1])
  })

  it('lets owners alone bring files in', async () => {
    await createFolderAndAddBen('member')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    expect(await store.dispatch(requireTrustedFolder(listFolder(), key))).not.toBeNull()
    await expect(store.dispatch(newestFolderKey(listFolder(), key))).rejects.toMatchObject(
      refusedWith('folder-not-trusted'),
    )
  })

  it('opens nothing under another title than is signed', async () => {
    await createFolderAndAddBen('member')
    signIn(server, me)
    const renamed = { ...listFolder(), title: 'Job applications' }
    await expect(store.dispatch(folderDecryptionKeys(renamed, unlockedKeyOf(ownPair)))).rejects.toMatchObject(
      refusedWith('folder-not-trusted'),
    )
  })

  it('makes nothing with an older key while the newest is held back', async () => {
    const ada = await createFolderAndAddBen('owner')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    const stored = server.folder(1)
    stored.grants = stored.grants.filter(({ user, gen }) => user !== 2 || gen === 1)
    const again = listFolderChanged()
    expect(await store.dispatch(folderDecryptionKeys(again, key))).toHaveLength(1)
    for (const work of [folderOwnerSecrets, recipientOf, newestFolderKey])
      await expect(store.dispatch<Promise<unknown>>(work(again, key))).rejects.toMatchObject(
        refusedWith('generation-closed'),
      )
  })

  it('is built on no more once another device has seen somebody removed, though the list says the old thing', async () => {
    // Files are wrapped to none that is small.
    vi.restoreAllMocks()
    const ada = await createFolderAndAddBen('owner')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    const before = listFolder()
    const old = structuredClone(server.folder(1))
    expect(await store.dispatch(newestFolderKey(before, key))).toMatchObject({
      fingerprint: newestStatement(old).key,
    })
    const other = new Trust(personOf('ben', ownPair), {
      ...{ calls: server.calls(2), memory: new ModelMemory(), now: server.now },
    })
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    await other.open(server.claim(1))
    // With an honest server the new key is used.
    const { key: fp } = newestStatement(server.folder(1))
    expect(await store.dispatch(recipientOf(before, key))).toMatchObject({ fingerprint: fp })
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    await other.open(server.claim(1))
    server.folders.set(1, old)
    for (const work of [folderOwnerSecrets, recipientOf, requireTrustedFolder, newestFolderKey])
      await expect(store.dispatch<Promise<unknown>>(work(before, key))).rejects.toMatchObject(
        refusedWith('folder-not-trusted'),
      )
  })

  it('opens nothing where what the person remembers is not what they left', async () => {
    await createFolderAndAddBen('member')
    signIn(server, me)
    const key = unlockedKeyOf(ownPair)
    await acceptFolder(key)
    server.contacts.delete(2)
    await expect(store.dispatch(folderDecryptionKeys(listFolderChanged(), key))).rejects.toMatchObject(
      refusedWith('contacts-not-believed'),
    )
  })
})
