import type { User } from '../../../contract/schemas/auth.ts'

/** Pages of the profile in the order of their navigation, with the anchors of their sections. */
const sections = {
  account: ['information', 'activity'],
  security: ['password', 'two-factor', 'encryption-key', 'recovery-code', 'older-password', 'proof'],
  people: ['people'],
  devices: ['device'],
  api: ['api-tokens'],
  server: ['appearance', 'rules', 'server'],
} as const satisfies Record<string, readonly string[]>

/** The last part of a page's address. */
export type ProfilePageName = keyof typeof sections

const pages = Object.keys(sections) as ProfilePageName[]

export const pagesVisibleTo = ({ is_operator }: Pick<User, 'is_operator'>): ProfilePageName[] =>
  pages.filter((page) => is_operator || page !== 'server')

/** The page of this name, or the first one if the user sees none of that name. */
export const pageNamed = (name: string, user: Pick<User, 'is_operator'>): ProfilePageName =>
  pagesVisibleTo(user).find((page) => page === name) ?? 'account'

/** The page with this anchor; the first one without it. For addresses from when the profile was one page. */
export const pageOfAnchor = (anchor: string): ProfilePageName =>
  pages.find((page) => (sections[page] as readonly string[]).includes(anchor)) ?? 'account'
