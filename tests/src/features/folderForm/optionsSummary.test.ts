import { expect, it } from 'vitest'
import { newFolderFields } from '../../../../src/features/folderForm/folderFields.ts'
import { newDraft } from '../../../../src/features/folderForm/senderFieldDrafts.ts'
import { optionsSummary } from '../../../../src/features/folderForm/MoreOptions.tsx'

it.each([
  ['what a folder begins with', newFolderFields, false, 'Check file types'],
  ['nothing', { ...newFolderFields, performMimeCheck: false }, false, ''],
  ['a password that stays', newFolderFields, true, 'Password protection · Check file types'],
  ['no password that goes', { ...newFolderFields, passwordProtection: true }, true, 'Check file types'],
  [
    'all that is set, in the order of the form',
    {
      ...newFolderFields,
      isActive: false,
      senderFields: [newDraft, newDraft],
      passwordProtection: true,
      password: 'a link password',
      requireEmail: true,
      allowedEmails: 'anna@example.org',
      limitsSize: true,
      maxSize: '1.5',
    },
    false,
    'Inactive · 2 questions · Password protection · E-mail verification (1 allowed) · Check file types · at most 1.5 GB',
  ],
])('names %s', (_, fields, hasPassword, expected) => {
  expect(optionsSummary(fields, hasPassword)).toBe(expected)
})
