import { downloadPath, type LinkAddress, splitAddress } from '../../../core/keys/downloadLink.ts'

/**
 * [Note: The one place that reads a fragment] The fragment of a download link opens its files. Browsers do
 * not send it, and in this page no other module reads it (a test checks that). It is passed to the crypto
 * functions only: not to a request, the store, a message, a log or storage. It stays in the address bar, so
 * that reloads and bookmarks work.
 */

/** Reads the address of the current page. */
export function readLinkAddress(): LinkAddress {
  const { pathname, search, hash } = window.location
  const address = splitAddress(pathname.slice(downloadPath.length) + search + hash)
  if (address.exposed) {
    // A reload no longer sends the keys.
    window.history.replaceState(window.history.state, '', addressOf(address.linkToken, address.fragment))
  }
  return address
}

/** Puts pasted keys into the address, as if the link had contained them. */
export function keepFragment(linkToken: string, fragment: string): void {
  window.history.replaceState(window.history.state, '', addressOf(linkToken, fragment))
}

/** Calls the listener when the link or its keys change in the same tab, which causes no page load. */
export function onFragmentChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const addressOf = (linkToken: string, fragment: string) => `${downloadPath}${linkToken}#${fragment}`
