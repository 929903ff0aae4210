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
let mine: UnlockedPair
let server: ModelServer

beforeEach(async () => {
  mine = await newPair()
  useSmallFolderKeys()
  server = new ModelServer()
  for (const { spkiB64 } of [...Object.values(pairs), mine]) server.keys.add(spkiB64)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

/** Ada’s folder, with this person in it. */
async function addedBy(role: 'member' | 'owner') {
  const ada = new Trust(personOf('ada'), {
    ...{ calls: server.calls(1), memory: new ModelMemory(), now: server.now },
  })
  await ada.createFolder('Tax', (first) => Promise.resolve(server.create(first)))
  await ada.change(
    await ada.open(server.claim(1)),
    { type: 'add', person: { user: 2, name: 'ben', fp: mine.fp, role } },
    new Map([[mine.fp, mine.publicKey]]),
  )
  return ada
}

const me = { id: 2, name: 'ben' }
const listed = () => listedFolder(server, 2, 1)
/** Whatever the list says otherwise has the folder judged once more. */
const listedAnew = () => {
  server.folder(1).leaving.add(1)
  return listed()
}
const compareAda = (key: ReturnType<typeof unlockedKeyOf>) =>
  store.dispatch(trustOf(key)).contacts.change(withPerson({ user: 1, name: 'ada', fp: pairs.ada.fp }))

async function accept(key: ReturnType<typeof unlockedKeyOf>) {
  await compareAda(key)
  const trust = store.dispatch(trustOf(key))
  await trust.accept(await trust.open(server.claim(1)))
}

const refused = (code: string) => ({ fault: expect.objectContaining({ code }) as unknown })

describe('a folder of one person', () => {
  it('opens with the person’s own key, and is nothing to be judged', async () => {
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    const [opener, ...others] = await store.dispatch(folderDecryptionKeys(own, key))
    expect(opener?.privateKey).toBe(mine.privateKey)
    expect(others).toEqual([])
    expect(await store.dispatch(folderOwnerSecrets(own, key))).toEqual([{ secret: mine.root, generation: 0 }])
    expect(await store.dispatch(recipientOf(own, key))).toEqual({
      ...{ fingerprint: mine.fp, ownerSecret: mine.root, folder: '7' },
    })
    expect(await store.dispatch(requireTrustedFolder(own, key))).toBeNull()
    await expect(store.dispatch(newestFolderKey(own, key))).rejects.toMatchObject(
      refused('folder-not-trusted'),
    )
  })
})

describe('a folder of several people', () => {
  it('opens with its own keys of every generation, never with a personal one', async () => {
    const ada = await addedBy('member')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const decryptionKeys = await store.dispatch(folderDecryptionKeys(listed(), unlockedKeyOf(mine)))
    expect(decryptionKeys).toHaveLength(2)
    expect(decryptionKeys.map(({ privateKey }) => privateKey)).not.toContain(mine.privateKey)
    // Newest first; what the older one opens and came later is told.
    expect(decryptionKeys.map(({ replacedAt }) => replacedAt)).toEqual([
      undefined,
      server.folder(1).generations[1]?.since,
    ])
  })

  it('seals and brings in nothing before its invitation is accepted, though its files open', async () => {
    await addedBy('owner')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await compareAda(key)
    expect(await store.dispatch(folderDecryptionKeys(listed(), key))).toHaveLength(1)
    for (const work of [folderOwnerSecrets, recipientOf, requireTrustedFolder, newestFolderKey])
      await expect(store.dispatch<Promise<unknown>>(work(listed(), key))).rejects.toMatchObject(
        refused('folder-not-trusted'),
      )
  })

  it('proves nothing before its invitation is accepted: the server may have invented it', async () => {
    const ada = await addedBy('owner')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    const standing = async (shown: Folder) => {
      if (!isShared(shown)) throw new Error('of one person')
      const folder = await store.dispatch(openSharedFolder(shown, key))
      return sharedFolderTrust({ type: 'open', folder, key }).type
    }
    expect(await standing(listed())).toBe('untrusted')
    await accept(key)
    expect(await standing(listedAnew())).toBe('known')
    // Changed by somebody who is not compared any more.
    await store.dispatch(trustOf(key)).contacts.change(withoutPerson(pairs.ada.fp))
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    expect(await standing(listed())).toBe('untrusted')
  })

  it('opens nothing in the place of a folder of one person, until that one is said to be gone', async () => {
    await addedBy('owner')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    const { contacts } = store.dispatch(trustOf(key))
    await contacts.change(withOwnFolder({ id: 1, title: 'Tax' }))
    await expect(store.dispatch(folderDecryptionKeys(listed(), key))).rejects.toMatchObject(
      refused('folder-not-trusted'),
    )
    await contacts.change(withDeletedFolder(1))
    expect(await store.dispatch(folderDecryptionKeys(listedAnew(), key))).toHaveLength(1)
  })

  it('is sealed to by the key that its newest statement names, once it is accepted', async () => {
    // Files are wrapped to none that is small.
    vi.restoreAllMocks()
    const ada = await addedBy('owner')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    const { key: fp, folder } = newestStatement(server.folder(1))
    expect(await store.dispatch(recipientOf(listed(), key))).toMatchObject({ fingerprint: fp, folder })
    expect(await store.dispatch(newestFolderKey(listed(), key))).toMatchObject({ fingerprint: fp })
    const secrets = await store.dispatch(folderOwnerSecrets(listed(), key))
    expect(secrets.map(({ generation }) => generation)).toEqual([2, 1])
  })

  it('lets owners alone bring files in', async () => {
    await addedBy('member')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    expect(await store.dispatch(requireTrustedFolder(listed(), key))).not.toBeNull()
    await expect(store.dispatch(newestFolderKey(listed(), key))).rejects.toMatchObject(
      refused('folder-not-trusted'),
    )
  })

  it('opens nothing under another title than is signed', async () => {
    await addedBy('member')
    signIn(server, me)
    const renamed = { ...listed(), title: 'Job applications' }
    await expect(store.dispatch(folderDecryptionKeys(renamed, unlockedKeyOf(mine)))).rejects.toMatchObject(
      refused('folder-not-trusted'),
    )
  })

  it('makes nothing with an older key while the newest is held back', async () => {
    const ada = await addedBy('owner')
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    const stored = server.folder(1)
    stored.grants = stored.grants.filter(({ user, gen }) => user !== 2 || gen === 1)
    const again = listedAnew()
    expect(await store.dispatch(folderDecryptionKeys(again, key))).toHaveLength(1)
    for (const work of [folderOwnerSecrets, recipientOf, newestFolderKey])
      await expect(store.dispatch<Promise<unknown>>(work(again, key))).rejects.toMatchObject(
        refused('generation-closed'),
      )
  })

  it('is built on no more once another device has seen somebody removed, though the list says the old thing', async () => {
    // Files are wrapped to none that is small.
    vi.restoreAllMocks()
    const ada = await addedBy('owner')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    const before = listed()
    const old = structuredClone(server.folder(1))
    expect(await store.dispatch(newestFolderKey(before, key))).toMatchObject({
      fingerprint: newestStatement(old).key,
    })
    const other = new Trust(personOf('ben', mine), {
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
        refused('folder-not-trusted'),
      )
  })

  it('opens nothing where what the person remembers is not what they left', async () => {
    await addedBy('member')
    signIn(server, me)
    const key = unlockedKeyOf(mine)
    await accept(key)
    server.contacts.delete(2)
    await expect(store.dispatch(folderDecryptionKeys(listedAnew(), key))).rejects.toMatchObject(
      refused('contacts-not-believed'),
    )
  })
})
