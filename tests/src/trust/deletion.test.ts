import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { dropAllKeys, beginUnlock } from '../../../src/session/unlockedKey.ts'
import { store } from '../../../src/store/store.ts'
import { ownFolderAlarms, withOwnFolder } from '../../../core/trust/ownFolders.ts'
import { withPrivate } from '../../../core/trust/privateNames.ts'
import { trustOf } from '../../../src/trust/trustService.ts'
import { prepareFolderDeletion, rememberRestoredFolder } from '../../../src/trust/rememberOwnFolder.ts'
import { ModelServer } from './modelServer.ts'
import { newPair, type UnlockedPair, useSmallFolderKeys } from '../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from './signedIn.ts'

let ownPair: UnlockedPair
let server: ModelServer

beforeEach(async () => {
  ownPair = await newPair()
  useSmallFolderKeys()
  server = new ModelServer()
  server.keys.add(ownPair.spkiB64)
  signIn(server, { id: 2, name: 'ben' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

async function createImportant() {
  const key = unlockedKeyOf(ownPair)
  await beginUnlock(key.fingerprint)(key, null)
  const trust = store.dispatch(trustOf(key))
  const id = await trust.createFolder('Important', (first) => Promise.resolve(server.create(first)))
  await trust.open(server.claim(id))
  return { trust, folder: listedFolder(server, 2, id) }
}

/** A folder of this person's, and what they remember after deleting what the list shows. */
async function countRememberedAfter(deleting: (important: Folder) => Folder): Promise<number> {
  const { trust, folder } = await createImportant()
  const follow = await store.dispatch(prepareFolderDeletion(deleting(folder)))
  server.folders.delete(folder.id)
  await follow()
  return (await trust.contacts.load()).folders.length
}

it('A folder of several people that is deleted as it was trusted is missed no more', async () => {
  expect(await countRememberedAfter((folder) => folder)).toBe(0)
})

it('A folder that a server shows under the id of another does not have that one forgotten', async () => {
  expect(await countRememberedAfter((folder) => ({ ...folder, title: 'Junk' }))).toBe(1)
})

it('A folder without a roster does not have the one forgotten whose id it is shown with', async () => {
  expect(await countRememberedAfter((folder) => ({ ...folder, id: 9, title: 'Junk' }))).toBe(1)
})

it('A folder of several people that is restored is remembered again, and that it hides names', async () => {
  const { trust, folder } = await createImportant()
  await trust.contacts.change(withPrivate(folder, true))
  const before = await trust.contacts.load()
  await (
    await store.dispatch(prepareFolderDeletion(folder))
  )()
  expect((await trust.contacts.load()).folders).toEqual([])
  await store.dispatch(rememberRestoredFolder(folder))
  expect((await trust.contacts.load()).folders).toEqual(before.folders)
  expect(before.folders).toMatchObject([{ private: true }])
})

it('A folder of one person is missed no more once it is deleted, and no surprise once it is restored', async () => {
  const { trust } = await createImportant()
  const folder = { id: 40, title: 'Own', several: null }
  await trust.contacts.change(withOwnFolder(folder, { secret: true }))
  const alarms = async (listed: readonly (typeof folder)[]) =>
    ownFolderAlarms((await trust.contacts.load()).own, listed).map(({ type }) => type)
  await (
    await store.dispatch(prepareFolderDeletion(folder))
  )()
  expect([await alarms([]), await alarms([folder])]).toEqual([[], ['returned']])
  await store.dispatch(rememberRestoredFolder(folder))
  expect([await alarms([]), await alarms([folder])]).toEqual([['missing'], []])
})
