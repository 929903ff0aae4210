import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { dropAllKeys, beginUnlock } from '../../../src/session/unlockedKey.ts'
import { store } from '../../../src/store/store.ts'
import { trustOf } from '../../../src/trust/trustService.ts'
import { prepareFolderDeletion } from '../../../src/trust/rememberOwnFolder.ts'
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

/** A folder of this person's, and what they remember after deleting what the list shows. */
async function countRememberedAfter(deleting: (important: Folder) => Folder): Promise<number> {
  const key = unlockedKeyOf(ownPair)
  await beginUnlock(key.fingerprint)(key, null)
  const trust = store.dispatch(trustOf(key))
  const id = await trust.createFolder('Important', (first) => Promise.resolve(server.create(first)))
  await trust.open(server.claim(id))
  const follow = await store.dispatch(prepareFolderDeletion(deleting(listedFolder(server, 2, id))))
  server.folders.delete(id)
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
