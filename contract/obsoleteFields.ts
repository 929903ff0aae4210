import type { CallName } from './addresses.ts'

/**
 * Former members of JSON bodies, which no schema has any more. Servers ignore them, but refuse unknown ones:
 * a tab that was opened before an upgrade may still send them.
 */
export const obsoleteFields: Partial<Record<CallName, readonly string[]>> = {
  /** The link key, sealed for its creator; replaced by `sealed_link`. */
  createDownloadLink: ['wrapped_link_key'],
}
