import { describe, expect, it } from 'vitest'
import { openContacts, sealContacts } from '../../../core/crypto/index.ts'
import { emptyContacts } from '../../../core/trust/contactsChanges.ts'
import {
  ifOwnFolderKnown,
  ownFolderAlarms,
  ownFolderTrust,
  withDeletedFolder,
  withOwnFolder,
} from '../../../core/trust/ownFolders.ts'
import { pairs } from './people.ts'

const ownFolders = [
  { id: 1, title: 'Tax' },
  { id: 2, title: 'Letters' },
  { id: 3, title: null },
  { id: 4, title: 'Tax' },
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
    expect(ownFolderAlarms(ownFolders, listed)).toEqual([
      { type: 'renamed', id: 1, before: 'Tax', now: 'Letters' },
      { type: 'missing', id: 2, before: 'Letters' },
      { type: 'returned', id: 3, now: 'New' },
    ])
  })
})

describe('what a person does to a folder', () => {
  it('is remembered', () => {
    expect(withOwnFolder({ id: 7, title: 'A' })(contacts).own).toContainEqual({ id: 7, title: 'A' })
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
