import { describe, expect, it } from 'vitest'
import { folderPayload } from '../../../../contract/folders.ts'
import {
  checkFolder,
  type FolderFields,
  newFolder,
  toPayload,
  withExpirationMode,
} from '../../../../src/features/folderForm/folderFields.ts'

const titled: FolderFields = { ...newFolder, title: ' Tax 2026 ' }

it('defaults to thirty days and a MIME check', () => {
  expect(newFolder).toMatchObject({ expirationMode: 'days', expiresInDays: '30', performMimeCheck: true })
})

describe('checking', () => {
  it('asks for a title', () => {
    expect(checkFolder(titled)).toEqual({})
    expect(checkFolder({ ...titled, title: '  ' })).toEqual({ title: 'Title is required.' })
  })
  it.each(['0', '-1', '1.5', '', 'many', '36501'])('refuses %j days', (expiresInDays) => {
    expect(checkFolder({ ...titled, expiresInDays })).toHaveProperty('expiresInDays')
  })
  it('wants a date that can be read', () => {
    const dated = { ...titled, expirationMode: 'date' as const }
    expect(checkFolder({ ...dated, expirationDate: '' }).expirationDate).toBe('Invalid date format entered.')
    expect(checkFolder({ ...dated, expirationDate: 'soon' }).expirationDate).toBe(
      'Invalid date format entered.',
    )
    expect(checkFolder({ ...dated, expirationDate: '2026-13-45T10:00' }).expirationDate).toBe(
      'Invalid date/time value.',
    )
    expect(checkFolder({ ...dated, expirationDate: '2026-12-24T18:00' })).toEqual({})
  })
  it('leaves the value of another mode alone', () => {
    expect(checkFolder({ ...titled, expirationMode: 'none', expiresInDays: 'x' })).toEqual({})
  })
})

it('clears the value of the mode before', () => {
  const dated = { ...withExpirationMode(titled, 'date'), expirationDate: '2026-12-24T18:00' }
  expect(dated.expiresInDays).toBe('')
  expect(withExpirationMode(dated, 'none')).toMatchObject({ expirationDate: '', expiresInDays: '' })
  expect(withExpirationMode(dated, 'days')).toMatchObject({ expirationDate: '', expiresInDays: '30' })
})

describe('what is sent', () => {
  it('is days, or a date, or neither', () => {
    expect(toPayload(titled)).toMatchObject({ title: 'Tax 2026', expires_in_days: 30 })
    expect(toPayload(titled)).not.toHaveProperty('expiration_date')

    const dated = { ...withExpirationMode(titled, 'date'), expirationDate: '2026-12-24T18:00' }
    expect(toPayload(dated).expiration_date).toBe(new Date('2026-12-24T18:00').toISOString())
    expect(toPayload(dated)).not.toHaveProperty('expires_in_days')

    const endless = toPayload(withExpirationMode(titled, 'none'))
    expect(endless).not.toHaveProperty('expires_in_days')
    expect(endless).not.toHaveProperty('expiration_date')
  })
  it('leaves an empty description out and sends no e-mails as null', () => {
    expect(toPayload({ ...titled, description: '  ' })).not.toHaveProperty('description')
    expect(toPayload(titled).allowed_emails).toBeNull()
  })
  it('is what the contract takes', () => {
    const dated = { ...withExpirationMode(titled, 'date'), expirationDate: '2026-12-24T18:00' }
    for (const fields of [titled, dated, withExpirationMode(titled, 'none')])
      expect(folderPayload.safeParse(toPayload(fields)).success).toBe(true)
  })
})
