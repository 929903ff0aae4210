import { downloadPath, type LinkAddress, splitAddress } from '../../../core/keys/downloadLink.ts'

/**
 * [Note: The one place that reads a fragment]
 * What stands behind the '#' of a download link opens its files. Browsers keep it to themselves; so does this page: no
 * other module reads it (a test sees to that), and it goes from here to the crypto functions and nowhere else, into no
 * request, store, message, log or storage. It stays in the address bar, so that a reload and a bookmark work.
 */

/** Of the page that is open. */
export function readLinkAddress(): LinkAddress {
  const { pathname, search, hash } = window.location
  const address = splitAddress(pathname.slice(downloadPath.length) + search + hash)
  if (address.exposed) {
    // From now on a reload no longer sends them.
    window.history.replaceState(window.history.state, '', addressOf(address.linkToken, address.fragment))
  }
  return address
}

/** Keys that a person has pasted, kept as if the link had come with them. */
export function keepFragment(linkToken: string, fragment: string): void {
  window.history.replaceState(window.history.state, '', addressOf(linkToken, fragment))
}

/** Another link, or other keys, in the same tab: browsers load nothing for that. */
export function onFragmentChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const addressOf = (linkToken: string, fragment: string) => `${downloadPath}${linkToken}#${fragment}`
