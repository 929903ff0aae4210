import { afterEach, expect, it } from 'vitest'
import { createApiToken } from '../../../contract/schemas/apiTokens.ts'
import { enableTwoFactor, updateCurrentUser } from '../../../contract/schemas/auth.ts'
import { emailAddress } from '../../../contract/schemas/fields.ts'
import { folderPayload } from '../../../contract/schemas/folders.ts'
import { maxTitleLength } from '../../../contract/limits.ts'
import { badWebhookAddress } from '../../../contract/schemas/notices.ts'
import { senderField } from '../../../contract/schemas/senderFields.ts'
import type { z } from '../../../contract/schemas/zod.ts'
import { schemaIssueMessage } from '../../../src/forms/schemaIssues.ts'
import { translateSchemaMessage } from '../../../i18n/translateSchemaMessage.ts'
import { changeLanguage } from '../../../i18n/language.ts'

const folderRules = folderPayload.shape
const tokenRules = createApiToken.body.shape

/** What forms check by the contract's own rules, and say then. */
const brokenRules: [z.ZodType, unknown, string, string][] = [
  [folderRules.title, ' ', 'Title is required.', 'Geben Sie einen Titel ein.'],
  [folderRules.title, 'x'.repeat(maxTitleLength + 1), 'At most 200 characters.', 'Höchstens 200 Zeichen.'],
  [folderRules.expiration_date, 'soon', 'Invalid date/time value.', 'Datum oder Uhrzeit ist ungültig.'],
  [
    emailAddress,
    'nobody',
    'Please enter a valid e-mail address.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  ],
  [
    emailAddress,
    'jürgen@example.org',
    'Letters with accents or of other alphabets cannot be used before the @ here. Please use another address.',
    'Umlaute, Akzente und andere Schriften sind hier vor dem @ nicht möglich. Bitte verwenden Sie eine andere Adresse.',
  ],
  [
    enableTwoFactor.body.shape.code,
    '12',
    'Verification code must be exactly 6 digits.',
    'Der Bestätigungscode muss genau 6 Ziffern haben.',
  ],
  [
    updateCurrentUser.body.shape.username,
    'ab',
    'Username must be at least 3 characters long.',
    'Der Benutzername muss mindestens 3 Zeichen haben.',
  ],
  [tokenRules.name, ' ', 'Field required.', 'Bitte ausfüllen.'],
  [
    senderField.shape.options,
    Array.from({ length: 51 }, (_, n) => `${n}`),
    'At most 50 of them.',
    'Höchstens 50 davon.',
  ],
  [tokenRules.scopes, [], 'Choose at least one.', 'Wählen Sie mindestens eines.'],
]

afterEach(() => changeLanguage('en'))

it.each(brokenRules)('%#: is said in the language of the page', async (rule, value, english, german) => {
  expect(schemaIssueMessage(rule, value)).toBe(english)
  await changeLanguage('de')
  expect(schemaIssueMessage(rule, value)).toBe(german)
})

it('says of the address of a webhook what is wrong in the language of the page', async () => {
  expect(translateSchemaMessage(badWebhookAddress)).toBe(badWebhookAddress)
  await changeLanguage('de')
  expect(translateSchemaMessage(badWebhookAddress)).toMatch(/^Geben Sie eine Adresse ein/)
})

it('leaves a sentence as it is that it does not know', async () => {
  await changeLanguage('de')
  expect(translateSchemaMessage('Whatever the server says.')).toBe('Whatever the server says.')
})
