import type { CallName } from './addresses.ts'

/**
 * Members of JSON bodies that pages and programs of ours have sent once and that no schema has any more. Servers ignore
 * them, where they refuse others: a tab that was opened before an upgrade may still send them.
 */
export const formerMembers: Partial<Record<CallName, readonly string[]>> = {
  /** The key of a link, for its maker; `sealed_link` has taken its place. */
  createDownloadLink: ['wrapped_link_key'],
}
