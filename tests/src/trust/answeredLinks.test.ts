import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openContacts, type OwnFolder, sealContacts, uploadLinkTag } from '../../../core/crypto/index.ts'
import { emptyContacts } from '../../../core/trust/contactsChanges.ts'
import {
  areNamesUnasked,
  rememberOwnFolder,
  rememberPrivateNames,
} from '../../../src/trust/rememberOwnFolder.ts'
import { trustOf } from '../../../src/trust/trustService.ts'
import { store } from '../../../src/store/store.ts'
import { newPair } from '../../core/trust/people.ts'
import { sampleFolder } from '../features/sampleFolder.ts'
import { ModelServer } from './modelServer.ts'
import { signIn, unlockedKeyOf } from './signedIn.ts'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://files.example.org' } }))

const tagOf = (letter: string) => uploadLinkTag(letter.repeat(22))
const own = (id: number, title: string | null, to: string[]): OwnFolder => ({
  id,
  title,
  secret: true,
  private: null,
  to,
})

/** Contacts with these folders, and a page of their owner, to whom the server gives older ones first. */
async function setUp(folders: ReturnType<typeof own>[]) {
  const pair = await newPair()
  const key = unlockedKeyOf(pair)
  const server = new ModelServer()
  server.keys.add(pair.spkiB64)
  const sealed = (n: number, list: typeof folders) =>
    sealContacts(key.root, { ...emptyContacts, n, own: list })
  const older = { n: 5, sealed: await sealed(5, []) }
  server.contacts.set(2, { n: 9, sealed: await sealed(9, folders) })
  return {
    key,
    signIn: (givesOlderFirst: boolean) => {
      let isFirst = givesOlderFirst
      signIn(server, { id: 2, name: 'ben' }, (call) => {
        if (call !== 'GET /api/contacts' || !isFirst) return undefined
        isFirst = false
        return older
      })
    },
    stored: async () => (await openContacts(key.root, server.contactsOf(2).sealed ?? '')).own,
  }
}

describe('a link', () => {
  it('is not added to newer contacts than those that it was compared with', async () => {
    const folders = [own(sampleFolder.id, 'Tax', [await tagOf('A')])]
    const { key, stored, ...setup } = await setUp(folders)
    setup.signIn(true)
    const folder = { ...sampleFolder, title: 'Tax', link_token: 'E'.repeat(22) }
    await expect(store.dispatch(rememberOwnFolder(folder, key))).rejects.toMatchObject({
      fault: { code: 'link-other' },
    })
    expect(await stored()).toEqual(folders)
  })

  it('is not copied of a folder that hides names, as the person knows, while the server denies it', async () => {
    const folders = [{ ...own(sampleFolder.id, 'Tax', [await tagOf('A')]), private: true }]
    const { key, stored, ...setup } = await setUp(folders)
    setup.signIn(false)
    const folder = { ...sampleFolder, title: 'Tax', link_token: 'A'.repeat(22) }
    await expect(store.dispatch(rememberOwnFolder(folder, key))).rejects.toMatchObject({
      fault: { code: 'names-other' },
    })
    expect(await stored()).toEqual(folders)
    await store.dispatch(rememberPrivateNames(folder, false, key))
    await store.dispatch(rememberOwnFolder(folder, key))
    expect(await stored()).toEqual([{ ...folders[0], private: false }])
  })

  it('asks whether names are to be hidden where nothing is remembered of it and the server denies it', async () => {
    const { key, stored, ...setup } = await setUp([])
    setup.signIn(false)
    const folder = { ...sampleFolder, title: 'Tax', link_token: 'A'.repeat(22) }
    const isAsked = () => store.dispatch(areNamesUnasked(folder, key))
    expect(await isAsked()).toBe(true)
    await store.dispatch(rememberOwnFolder(folder, key))
    expect((await stored())[0]?.private).toBeNull()
    expect(await isAsked()).toBe(true)
    await store.dispatch(rememberPrivateNames(folder, false, key))
    expect(await isAsked()).toBe(false)
  })

  it('of a folder with another title leaves that title when its names are hidden', async () => {
    const { key, stored, ...setup } = await setUp([own(sampleFolder.id, 'Tax', [await tagOf('A')])])
    setup.signIn(false)
    await store.dispatch(rememberPrivateNames({ ...sampleFolder, title: 'Other' }, true, key))
    expect(await stored()).toEqual([{ ...own(sampleFolder.id, 'Tax', [await tagOf('A')]), private: true }])
  })

  it('of another folder is not accepted by an answer', async () => {
    const folders = [own(sampleFolder.id, 'Tax', [await tagOf('A')]), own(99, 'Bank', [await tagOf('B')])]
    const { key, stored, ...setup } = await setUp(folders)
    setup.signIn(false)
    await expect(
      store.dispatch(trustOf(key)).acceptLink(sampleFolder, await tagOf('B')),
    ).rejects.toMatchObject({ fault: { code: 'link-other' } })
    expect(await stored()).toEqual(folders)
  })

  it.each(['Tax', null])('that is accepted leaves the title %s as it is', async (title) => {
    const { key, stored, ...setup } = await setUp([own(sampleFolder.id, title, [await tagOf('A')])])
    setup.signIn(false)
    await store.dispatch(trustOf(key)).acceptLink({ id: sampleFolder.id, title: 'Public' }, await tagOf('E'))
    expect(await stored()).toEqual([own(sampleFolder.id, title, [await tagOf('E'), await tagOf('A')])])
  })
})
