import { describe, expect, it } from 'vitest'
import { maxRememberedTags, openContacts, sealContacts } from '../../../core/crypto/index.ts'
import { emptyContacts } from '../../../core/trust/contactsChanges.ts'
import {
  ifOwnFolderDeleted,
  ifOwnFolderKnown,
  ownFolderAlarms,
  ownFolderTrust,
  withDeletedFolder,
  withOwnFolder,
} from '../../../core/trust/ownFolders.ts'
import { pairs } from './people.ts'

const remembered = { secret: true, private: null, to: [] }
const tag = 'A'.repeat(43)
const ownFolders = [
  { id: 1, title: 'Tax', ...remembered },
  { id: 2, title: 'Letters', ...remembered },
  { id: 3, title: null, ...remembered },
  { id: 4, title: 'Tax', ...remembered },
  { id: 6, title: 'Plain', ...remembered, secret: false, to: [tag] },
]
const contacts = { ...emptyContacts, own: ownFolders }

it.each([
  ['as it was', { id: 1, title: 'Tax' }, { type: 'known' }],
  ['the other of one title', { id: 4, title: 'Tax' }, { type: 'known' }],
  ['one of which nothing is remembered', { id: 5, title: 'Tax' }, { type: 'unknown' }],
  [
    'the id of one under the title of another',
    { id: 1, title: 'Letters' },
    { type: 'renamed', before: 'Tax' },
  ],
  ['one whose secret link was never copied', { id: 6, title: 'Plain' }, { type: 'unknown' }],
  ['that one renamed', { id: 6, title: 'Other' }, { type: 'renamed', before: 'Plain' }],
  ['without its title', { id: 2, title: '' }, { type: 'renamed', before: 'Letters' }],
  ['in other letters', { id: 2, title: 'letters' }, { type: 'renamed', before: 'Letters' }],
  ['the id of one that was deleted', { id: 3, title: 'New' }, { type: 'returned' }],
])('a folder of one person that is shown: %s', (_, folder, trust) => {
  expect(ownFolderTrust(ownFolders, folder)).toEqual(trust)
})

describe('a list of folders', () => {
  it('says nothing where all is as it was, with new ones beside', () => {
    const listed = [
      ...ownFolders.flatMap(({ id, title }) => (title === null ? [] : [{ id, title }])),
      { id: 9, title: 'x' },
    ]
    expect(ownFolderAlarms(ownFolders, listed)).toEqual([])
  })

  it('is an alarm for each that is missing, has another title, or was deleted', () => {
    const listed = [
      { id: 1, title: 'Letters' },
      { id: 3, title: 'New' },
      { id: 4, title: 'Tax' },
    ]
    // The one whose secret link was never copied may be missing: deleting it on another device is not remembered.
    expect(ownFolderAlarms(ownFolders, listed)).toEqual([
      { type: 'renamed', id: 1, before: 'Tax', now: 'Letters' },
      { type: 'missing', id: 2, before: 'Letters' },
      { type: 'returned', id: 3, now: 'New' },
    ])
  })
})

describe('what a person does to a folder', () => {
  it('is remembered', () => {
    const made = { id: 7, title: 'A', secret: false, private: null, to: [tag] }
    expect(withOwnFolder({ id: 7, title: 'A' }, { tag })(contacts).own).toContainEqual(made)
    const renamed = ifOwnFolderKnown(
      { id: 2, title: 'Letters' },
      withOwnFolder({ id: 2, title: 'Post' }),
    )(contacts)
    expect(ownFolderTrust(renamed.own, { id: 2, title: 'Post' })).toEqual({ type: 'known' })
    const deleted = ifOwnFolderKnown({ id: 2, title: 'Letters' }, withDeletedFolder(2))(contacts)
    expect(ownFolderTrust(deleted.own, { id: 2, title: 'Letters' })).toEqual({ type: 'returned' })
    expect(
      ownFolderAlarms(
        deleted.own,
        ownFolders.flatMap(({ id, title }) => (title === null || id === 2 ? [] : [{ id, title }])),
      ),
    ).toEqual([])
  })

  it('keeps what else is remembered of it, and links of deleted ones, too', () => {
    const plain = { id: 6, title: 'Plain' }
    const other = 'E'.repeat(43)
    const changed = withOwnFolder({ ...plain, title: 'New' }, { secret: true, tag: other })(contacts)
    const now = { id: 6, title: 'New', secret: true, private: null, to: [other, tag] }
    expect(changed.own.at(-1)).toEqual(now)
    expect(withOwnFolder(plain)(changed).own.at(-1)).toEqual({ ...now, title: 'Plain' })
    expect(withDeletedFolder(6)(changed).own.at(-1)).toEqual({ ...now, title: null })
    const full = Array.from({ length: maxRememberedTags }, (_, n) => `${String(n).padStart(42, '-')}A`)
    const own = [{ ...now, to: full }]
    expect(withOwnFolder(plain, { tag })({ ...contacts, own }).own[0]?.to).toEqual(full)
  })

  it('is remembered again when it is restored, with its links and whether it hides names', () => {
    const plain = { id: 6, title: 'Plain' }
    const own = withOwnFolder(plain, { secret: true, tag })({
      ...contacts,
      own: contacts.own.map((one) => (one.id === 6 ? { ...one, private: true } : one)),
    })
    const restored = ifOwnFolderDeleted(6, withOwnFolder(plain))(withDeletedFolder(6)(own))
    expect(restored).toEqual(own)
    expect(restored.own.at(-1)).toMatchObject({ private: true, secret: true, to: [tag] })
    // What was not deleted here is no other folder's title to settle.
    expect(ifOwnFolderDeleted(6, withOwnFolder({ ...plain, title: 'Post' }))(own)).toBe(own)
    expect(ifOwnFolderDeleted(8, withOwnFolder({ id: 8, title: 'New' }))(own)).toBe(own)
  })

  it.each([
    ['under another title', { id: 2, title: 'Post' }],
    ['deleted before', { id: 3, title: 'New' }],
    ['of which nothing is remembered', { id: 8, title: 'Never shared' }],
  ])('settles no alarm: %s', (_, shown) => {
    expect(ifOwnFolderKnown(shown, withOwnFolder({ ...shown, title: 'Mine' }))(contacts)).toBe(contacts)
    expect(ifOwnFolderKnown(shown, withDeletedFolder(shown.id))(contacts)).toBe(contacts)
  })
})

it('is sealed with what else the person remembers, deleted ones too', async () => {
  const { root } = pairs.ada
  const stored = { ...contacts, n: 4 }
  expect(await openContacts(root, await sealContacts(root, stored))).toEqual(stored)
})
