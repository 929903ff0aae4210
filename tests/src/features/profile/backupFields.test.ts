import { expect, it } from 'vitest'
import { backupSchema } from '../../../../src/features/profile/information/profileFields.ts'
import { problemsOf } from '../../forms/problemsOf.ts'

const backupFile = (name: string, type: string) => new File(['{}'], name, { type })

it('a backup form takes a .json file and the password', () => {
  const sent = { file: backupFile('key.json', 'application/json'), password: 'x' }
  expect(problemsOf(backupSchema, sent)).toEqual({})
  // Where no program claims .json, a browser knows no type for it.
  expect(problemsOf(backupSchema, { ...sent, file: backupFile('key.json', '') })).toEqual({})
  expect(problemsOf(backupSchema, { ...sent, file: backupFile('key.txt', 'text/plain') })).toEqual({
    file: 'Invalid file type. Please select the downloaded .json backup file.',
  })
  expect(problemsOf(backupSchema, { file: null, password: '' })).toEqual({
    file: 'Please select your .json backup file.',
    password: 'Please enter your current password to verify.',
  })
})
