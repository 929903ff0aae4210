import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { Contacts } from '../../../core/crypto/index.ts'
import { emptyContacts } from '../../../core/trust/contactsChanges.ts'
import { withOwnFolder } from '../../../core/trust/ownFolders.ts'
import { isOtherPrivate, rememberedPrivate, withPrivate } from '../../../core/trust/privateNames.ts'

type Shown = Pick<Folder, 'id' | 'several' | 'private_names'>

const mine: Shown = { id: 7, several: null, private_names: true }
const several = { folder: 'f', role: 'owner', people: 2, seq: 1, leaving: 0 } as const
const ours: Shown = { id: 8, several, private_names: true }
const contacts = {
  ...withOwnFolder({ id: 7, title: 'Tax' })(emptyContacts),
  folders: [{ folder: 'f', seq: 1, hash: 'h', private: null }],
}

describe.each([
  ['of one person', mine],
  ['of several people', ours],
])('whether a folder %s hides names', (_, folder) => {
  const open: Shown = { ...folder, private_names: false }
  const alarms = (known: Contacts) =>
    [folder, open].map((shown) => isOtherPrivate(rememberedPrivate(known, folder), shown))

  it('is not known before it was remembered: nothing that the server shows is an alarm', () => {
    expect(rememberedPrivate(contacts, folder)).toBeNull()
    expect(alarms(contacts)).toEqual([false, false])
  })

  it('is compared with what is remembered, either way', () => {
    const hiding = withPrivate(folder, true)(contacts)
    expect(alarms(hiding)).toEqual([false, true])
    const telling = withPrivate(folder, false)(hiding)
    expect(alarms(telling)).toEqual([true, false])
  })

  it('is what this device noted, until it is remembered', () => {
    expect([true, false].map((noted) => rememberedPrivate(contacts, folder, noted))).toEqual([true, false])
    expect(rememberedPrivate(withPrivate(folder, true)(contacts), folder, false)).toBe(true)
  })

  it('writes nothing that is remembered, or of a folder that is not known', () => {
    const hiding = withPrivate(folder, true)(contacts)
    expect(withPrivate(folder, true)(hiding)).toBe(hiding)
    expect(withPrivate(folder, true)(emptyContacts)).toBe(emptyContacts)
  })
})
