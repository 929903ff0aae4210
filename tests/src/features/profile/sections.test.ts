import { expect, it } from 'vitest'
import { sectionsOf } from '../../../../src/features/profile/ProfileSections.tsx'
import { linkActions } from '../../../../src/features/profile/singleSignOn.ts'

const everybody = [
  'information',
  'two-factor',
  'encryption-key',
  'people',
  'device',
  'api-tokens',
  'activity',
  'proof',
]
const operators = [...everybody.slice(0, -2), 'appearance', 'rules', 'server', 'activity', 'proof']

it.each([
  ['no password to change without one', { password_kind: 'none', is_operator: false }, everybody],
  ['the server to its operator alone', { password_kind: 'none', is_operator: true }, operators],
  [
    'the password behind the name',
    { password_kind: 'login', is_operator: false },
    ['information', 'password', ...everybody.slice(1)],
  ],
] as const)('the profile shows %s', (_, user, sections) => expect(sectionsOf(user)).toEqual(sections))

const link = { linked_at: '2026-11-24T09:05:00Z', is_other_provider: false, is_only_way_in: false }
it.each([
  ['to link an account', 'idp', null, 'signInBy.link', null],
  ['to link it anew, or to unlink', 'idp', link, 'signInBy.linkAnew', 'signInBy.unlink'],
  ['to unlink where the provider is gone', null, link, null, 'signInBy.unlink'],
  ['to keep the only way in', 'idp', { ...link, is_only_way_in: true }, 'signInBy.linkAnew', null],
] as const)('single sign-on offers %s', (_, provider, linked, begins, ends) =>
  expect(linkActions(provider, linked)).toEqual({ link: begins, unlink: ends }),
)
