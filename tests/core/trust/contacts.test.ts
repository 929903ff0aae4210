import fc from '../../fastCheck.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Contacts,
  CryptoError,
  fromHex,
  openContacts,
  type OwnFolder,
  sealContacts,
} from '../../../core/crypto/index.ts'
import { importHkdfKey } from '../../../core/crypto/primitives.ts'
import bound from '../../fixtures/boundFiles.json'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { ContactsStore, retryIfTemporary } from '../../../core/trust/contactsStore.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import {
  emptyContacts,
  withHead,
  withoutFolder,
  withoutPerson,
  withoutPending,
  withPending,
  withPerson,
  withAcceptedHead,
} from '../../../core/trust/contactsChanges.ts'
import { ownFolderAlarms, ownFolderTrust, withOwnFolder } from '../../../core/trust/ownFolders.ts'
import { ModelServer, type CallOutcome } from '../../src/trust/modelServer.ts'
import { ModelMemory, pairs, skipWaiting } from './people.ts'
import { caseCount } from '../../volume.ts'

const { ada, ben } = pairs
const person = (fp: string) => ({ user: 2, name: 'ben', fp })

let server: ModelServer
let memory: ModelMemory
beforeEach(() => {
  skipWaiting()
  server = new ModelServer()
  memory = new ModelMemory()
})

const newStore = (weather?: CallOutcome, at = memory, turn?: () => Promise<void>) =>
  new ContactsStore(
    { root: ada.root, fingerprint: ada.fp },
    { calls: server.calls(1, weather, turn), memory: at },
  )

const outcomesInOrder =
  (...hows: ReturnType<CallOutcome>[]): CallOutcome =>
  () =>
    hows.shift() ?? 'fine'

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof ContactsAlarm ? error.problem : error
}

const alarmOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ContactsAlarm)) throw new Error('no alarm')
  return error
}

const storeContacts = async (contacts: Contacts, root = ada.root) =>
  server.contacts.set(1, { n: contacts.n, sealed: await sealContacts(root, contacts) })

describe('what a person remembers', () => {
  it('is nothing at first, and what was written from then on', async () => {
    expect(await newStore().load()).toEqual(emptyContacts)
    await newStore().change(withPerson(person('b')))
    expect(await newStore().load()).toEqual({ ...emptyContacts, n: 1, people: [person('b')] })
    expect(server.contactsOf(1).n).toBe(1)
  })

  it('is not written where nothing changes', async () => {
    await newStore().change(withPerson(person('b')))
    await newStore().change(withPerson(person('b')))
    expect(server.contactsOf(1).n).toBe(1)
  })

  it('is as it was on the person’s other devices too', async () => {
    await newStore().change(withPerson(person('b')))
    const other = newStore(undefined, new ModelMemory())
    expect((await other.load()).people).toEqual([person('b')])
  })
})

describe('two windows at once', () => {
  it('keep what both have added', async () => {
    await Promise.all([
      newStore().change(withPerson(person('b'))),
      newStore().change(withPerson(person('c'))),
      newStore(undefined, new ModelMemory()).change(withPerson(person('d'))),
    ])
    const { people, n } = await newStore().load()
    expect(people.map(({ fp }) => fp).sort()).toEqual(['b', 'c', 'd'])
    expect(n).toBe(3)
  })

  it('are no alarm for each other while an answer is on its way', async () => {
    let write: (() => Promise<unknown>) | null = () => newStore().change(withPerson(person('c')))
    const meanwhile = async () => {
      const now = write
      write = null
      await now?.()
    }
    // Both before and after the server has read what it answers.
    for (const isAfter of [false, true]) {
      write = () => newStore().change(withPerson(person(String(isAfter))))
      let calls = 0
      const turn = () => (calls++ === Number(isAfter) ? meanwhile() : Promise.resolve())
      expect(await problemOf(newStore(undefined, memory, turn).load())).toBeNull()
    }
  })
})

describe('a bad line', () => {
  it('loses nothing where an answer is lost, and writes once', async () => {
    const lossy = newStore(outcomesInOrder('fine', 'unanswered', 'unsent', 'fine'))
    expect((await lossy.change(withPerson(person('b')))).n).toBe(1)
    expect((await newStore().load()).people).toEqual([person('b')])
    expect(server.contactsOf(1).n).toBe(1)
  })

  it('raises no alarm where a write was stored and this device never heard of it', async () => {
    const never: CallOutcome = outcomesInOrder(
      'fine',
      ...Array.from({ length: 5 }, () => 'unanswered' as const),
    )
    await expect(newStore(never).change(withPerson(person('b')))).rejects.toMatchObject({
      fault: { code: 'unanswered' },
    })
    expect((await newStore().load()).people).toEqual([person('b')])
  })

  it('makes a change again on top of one that came between', async () => {
    let calls = 0
    const between = async () => {
      // After the load, before the write arrives.
      if (++calls === 3) await newStore().change(withPerson(person('c')))
    }
    await newStore(undefined, memory, between).change(withPerson(person('b')))
    expect((await newStore().load()).people.map(({ fp }) => fp)).toEqual(['c', 'b'])
  })
})

describe('what the server gives back is refused', () => {
  beforeEach(async () => {
    await newStore().change(withPerson(person('b')))
    await newStore().change(withPerson(person('c')))
  })

  it('where it is older', async () => {
    await storeContacts({ ...emptyContacts, n: 1 })
    expect(await problemOf(newStore().load())).toBe('older')
    expect(await problemOf(newStore().change(withPerson(person('d'))))).toBe('older')
  })

  it('where there is nothing any more', async () => {
    server.contacts.clear()
    expect(await problemOf(newStore().load())).toBe('older')
  })

  it('where another content has the same count', async () => {
    await storeContacts({ ...emptyContacts, n: 2 })
    expect(await problemOf(newStore().load())).toBe('other')
  })

  it('where it was sealed for another, or with another key', async () => {
    await storeContacts({ ...emptyContacts, n: 3 }, ben.root)
    expect(await problemOf(newStore().load())).toBe('altered')
  })

  it('where any byte is altered', async () => {
    const sealed = Buffer.from(server.contactsOf(1).sealed ?? '', 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (i, mask) => {
        const altered = Buffer.from(sealed)
        altered.writeUInt8(sealed.readUInt8(i) ^ mask, i)
        server.contacts.set(1, { n: 3, sealed: altered.toString('base64') })
        expect(await problemOf(newStore().load())).toBe('altered')
      }),
      { numRuns: caseCount(20, 60) },
    )
  })

  it('and what was seen stays what it was', async () => {
    const kept = { ...server.contactsOf(1) }
    await storeContacts({ ...emptyContacts, n: 2 })
    await problemOf(newStore().load())
    server.contacts.set(1, kept)
    expect((await newStore().load()).people).toHaveLength(2)
  })
})

describe('a server that was restored', () => {
  it('gives back an older state, which is taken when the person says so', async () => {
    await newStore().change(withPerson(person('b')))
    const backup = { ...server.contactsOf(1) }
    await newStore().change(withPerson(person('c')))
    server.contacts.set(1, backup)
    const one = newStore()
    const alarm = await alarmOf(one.load())
    expect(alarm.problem).toBe('older')
    expect((await one.acceptOlder(alarm)).people).toEqual([person('b')])
    await newStore().change(withPerson(person('d')))
    expect((await newStore().load()).n).toBe(2)
  })

  it('has nothing taken but what was shown, whatever else was asked for meanwhile', async () => {
    for (const fp of ['b', 'c', 'd']) await newStore().change(withPerson(person(fp)))
    const kept = { ...server.contactsOf(1) }
    await storeContacts({ ...emptyContacts, n: 2, people: [person('b')] })
    const one = newStore()
    const alarm = await alarmOf(one.load())
    for (const n of [1, 3]) {
      await storeContacts({ ...emptyContacts, n })
      expect(await problemOf(one.load())).toBe(n === 3 ? 'other' : 'older')
      expect(await problemOf(one.acceptOlder(alarm))).toBe(n === 3 ? 'other' : 'older')
    }
    server.contacts.clear()
    expect(await problemOf(one.acceptOlder(alarm))).toBe('older')
    server.contacts.set(1, kept)
    expect((await one.acceptOlder(alarm)).people).toHaveLength(3)
  })

  it('has nothing taken where nothing that opens was shown', async () => {
    await newStore().change(withPerson(person('b')))
    await storeContacts({ ...emptyContacts, n: 2 }, ben.root)
    const one = newStore()
    const alarm = await alarmOf(one.load())
    await storeContacts({ ...emptyContacts, n: 1 })
    await expect(one.acceptOlder(alarm)).rejects.toMatchObject({ fault: { code: 'contacts-not-believed' } })
    expect(await problemOf(one.load())).toBe('other')
  })

  it('may have nothing any more', async () => {
    await newStore().change(withPerson(person('b')))
    server.contacts.clear()
    const one = newStore()
    expect(await one.acceptOlder(await alarmOf(one.load()))).toEqual(emptyContacts)
    expect(await one.load()).toEqual(emptyContacts)
  })
})

describe('changes', () => {
  const head = (seq: number, hash: string) => ({ folder: 'f', seq, hash, private: null })
  const withChanges = (contacts: Contacts, ...changes: ((contacts: Contacts) => Contacts)[]) =>
    changes.reduce((one, change) => change(one), contacts)

  it('hang on the fingerprint: another key is another person', () => {
    const both = withChanges(emptyContacts, withPerson(person('b')), withPerson(person('c')))
    expect(both.people).toHaveLength(2)
    expect(withChanges(both, withoutPerson('b')).people).toEqual([person('c')])
    expect(withChanges(both, withPerson({ ...person('b'), name: 'Ben' })).people).toHaveLength(2)
  })

  it('keep the later head only where its chain contains the other', () => {
    const known = withChanges(emptyContacts, withHead(head(2, 'b'), ['a', 'b']))
    expect(withChanges(known, withHead(head(3, 'c'), ['a', 'b', 'c'])).folders).toEqual([head(3, 'c')])
    expect(withChanges(known, withHead(head(3, 'y'), ['a', 'x', 'y']))).toBe(known)
    expect(withChanges(known, withHead(head(2, 'x'), ['a', 'x']))).toBe(known)
    expect(withChanges(known, withHead(head(1, 'a'), ['a']))).toBe(known)
    expect(withChanges(known, withHead(head(2, 'b'), ['a', 'b']))).toBe(known)
  })

  it('keep what else is remembered of a folder', () => {
    const { folders } = emptyContacts
    const known = { ...emptyContacts, folders: [...folders, { ...head(2, 'b'), private: true }] }
    expect(withChanges(known, withHead(head(3, 'c'), ['a', 'b', 'c'])).folders).toEqual([
      { ...head(3, 'c'), private: true },
    ])
  })

  it('go back only where the person has said so', () => {
    const known = withChanges(emptyContacts, withHead(head(2, 'b'), ['a', 'b']))
    expect(withChanges(known, withAcceptedHead(head(1, 'a'))).folders).toEqual([head(1, 'a')])
    expect(withChanges(known, withoutFolder('f')).folders).toEqual([])
  })

  it('keep what is pending until it is settled', () => {
    const signed = { statement: 's', signature: 'x' }
    const pending = withChanges(emptyContacts, withPending(signed), withPending(signed))
    expect(pending.pending).toEqual([signed])
    expect(withChanges(pending, withoutPending([{ ...signed, signature: 'y' }])).pending).toEqual([signed])
    expect(withChanges(pending, withoutPending([signed]))).toEqual(emptyContacts)
  })
})

it('is sealed so that its length says little, and opens for its own root alone', async () => {
  const [short, longer] = await Promise.all(
    [emptyContacts, { ...emptyContacts, people: [person('b')] }].map((one) => sealContacts(ada.root, one)),
  )
  expect(short?.length).toBe(longer?.length)
  await expect(openContacts(ben.root, short ?? '')).rejects.toMatchObject({ code: 'wrong-key' })
})

const ownFolder: OwnFolder = { id: 1, title: null, secret: false, private: null, to: [] }

describe('contacts of a later version', () => {
  it('are no alarm, and ask for an update', async () => {
    const { root, stored, ofLaterVersion } = bound.contacts
    const key = { root: await importHkdfKey(fromHex(root)), fingerprint: ada.fp }
    const [first] = stored
    if (!first) throw new Error('no vector')
    const store = () => new ContactsStore(key, { calls: server.calls(1), memory })
    server.contacts.set(1, { n: 4, sealed: first.boxB64 })
    expect((await store().load()).own.map(({ id }) => id)).toEqual([41, 42])
    server.contacts.set(1, { n: 9, sealed: ofLaterVersion.boxB64 })
    expect(await problemOf(store().load())).toMatchObject({ code: 'newer-version' })
    expect(await problemOf(store().change(withPerson(person('b'))))).toMatchObject({ code: 'newer-version' })
  })
})

describe('what would not open again is not sealed', () => {
  const wrong: [string, Partial<Contacts>][] = [
    ...[-1, 1.5, '7', undefined, 2 ** 60].map((user): [string, Partial<Contacts>] => [
      `somebody with the id ${user}`,
      { people: [{ ...person('b'), user: user as number }] },
    ]),
    ['a name with half a character', { people: [{ ...person('b'), name: '\ud800' }] }],
    ['a name in another spelling', { people: [{ ...person('b'), name: 'u\u0308' }] }],
    ['a folder without a number', { own: [{ ...ownFolder, id: NaN }] }],
    ['a link that is none', { own: [{ ...ownFolder, to: ['abc'] }] }],
    ['more links than are remembered', { own: [{ ...ownFolder, to: Array(33).fill('A'.repeat(43)) }] }],
    ['a count that is none', { n: -1 }],
  ]
  it.each(wrong)('%s', async (_, part) => {
    await expect(sealContacts(ada.root, { ...emptyContacts, ...part })).rejects.toThrow(TypeError)
    await newStore().change(withPerson(person('c')))
    if (!('n' in part))
      await expect(newStore().change((one) => ({ ...one, ...part }))).rejects.toThrow(TypeError)
    expect((await newStore().load()).people).toEqual([person('c')])
  })

  it('any title of a folder of one’s own is', async () => {
    for (const title of ['u\u0308', '\ud800']) {
      const { own } = await newStore().change(withOwnFolder({ id: 1, title }, { secret: true }))
      expect(ownFolderTrust(own, { id: 1, title })).toEqual({ type: 'known' })
      expect(ownFolderAlarms(own, [{ id: 1, title }])).toEqual([])
      expect((await newStore().load()).own).toEqual(own)
    }
  })
})

describe('the same is sent again', () => {
  const tries = async (error: Error) => {
    let calls = 0
    const call = () => {
      calls++
      return Promise.reject(error)
    }
    await expect(retryIfTemporary(call)).rejects.toBe(error)
    return calls
  }

  it.each([
    new FaultError(fault('unanswered')),
    new FaultError(fault('refused', { status: 502 })),
    new FaultError(fault('refused', { status: 429 })),
  ])('where an answer may come yet', async (error) => {
    expect(await tries(error)).toBe(5)
  })

  it.each([
    new DOMException('ended', 'AbortError'),
    new TypeError('not what a person can remember'),
    new CryptoError('bad-format'),
    new FaultError(fault('contactsMoved', { status: 409 })),
    new FaultError(fault('device-memory')),
  ])('not after %s', async (error) => {
    expect(await tries(error)).toBe(1)
  })
})
