import { expect, it } from 'vitest'
import { pageNamed, pageOfAnchor, pagesVisibleTo } from '../../../../src/features/profile/profilePages.ts'
import { linkActionLabels } from '../../../../src/features/profile/signIn/singleSignOn.ts'

const pagesOfEverybody = ['account', 'security', 'people', 'devices', 'api']
const [user, operator] = [{ is_operator: false }, { is_operator: true }]

it('shows the page of the server to its operator alone', () => {
  expect(pagesVisibleTo(user)).toEqual(pagesOfEverybody)
  expect(pagesVisibleTo(operator)).toEqual([...pagesOfEverybody, 'server'])
  expect(pageNamed('server', operator)).toBe('server')
  expect(pageNamed('server', user)).toBe('account')
  expect(pageNamed('toString', operator)).toBe('account')
})

it.each([
  ['', 'account'],
  ['encryption-key', 'security'],
  ['older-password', 'security'],
  ['people', 'people'],
  ['api-tokens', 'api'],
  ['rules', 'server'],
  ['of-long-ago', 'account'],
])('leads from the anchor ‘%s’ of the former single page to %s', (anchor, page) => {
  expect(pageOfAnchor(anchor)).toBe(page)
})

const linkedAccount = { linked_at: '2026-11-24T09:05:00Z', is_other_provider: false, is_only_way_in: false }
it.each([
  ['to link an account', 'idp', null, 'signInBy.link', null],
  ['to link it anew, or to unlink', 'idp', linkedAccount, 'signInBy.linkAnew', 'signInBy.unlink'],
  ['to unlink where the provider is gone', null, linkedAccount, null, 'signInBy.unlink'],
  ['to keep the only way in', 'idp', { ...linkedAccount, is_only_way_in: true }, 'signInBy.linkAnew', null],
] as const)('single sign-on offers %s', (_, provider, linked, begins, ends) =>
  expect(linkActionLabels(provider, linked)).toEqual({ link: begins, unlink: ends }),
)
