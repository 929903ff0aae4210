import { downloadPath, type LinkAddress, splitLinkAddress } from '../../../core/keys/downloadLink.ts'

/**
 * [Note: The one place that reads a fragment] The fragment of a download link opens its files. Browsers do
 * not send it, and in this page no other module reads it (a test checks that). It is passed to the crypto
 * functions only: not to a request, the store, a message, a log or storage. It stays in the address bar, so
 * that reloads and bookmarks work.
 */

/** Token of the link whose keys were in the path of the address; null if there is none. */
let exposedToken: string | null = null

/**
 * Moves keys that are in the path of the address behind a '#': a reload no longer sends them. Called before the
 * router starts, which merges two slashes of a path, as keys in base64 may have them.
 */
export function moveKeysToFragment(): void {
  const { linkToken, fragment, exposed } = currentAddress()
  if (!exposed) return
  exposedToken = linkToken
  window.history.replaceState(window.history.state, '', addressOf(linkToken, fragment))
}

export function readLinkAddress(): LinkAddress {
  moveKeysToFragment()
  const address = currentAddress()
  return { ...address, exposed: address.linkToken === exposedToken }
}

function currentAddress(): LinkAddress {
  const { pathname, search, hash } = window.location
  return splitLinkAddress(pathname.slice(downloadPath.length) + search + hash)
}

/** Puts pasted keys into the address, as if the link had contained them. */
export function replaceFragment(linkToken: string, fragment: string): void {
  window.history.replaceState(window.history.state, '', addressOf(linkToken, fragment))
}

/** Calls the listener when the link or its keys change in the same tab, which causes no page load. */
export function onFragmentChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const addressOf = (linkToken: string, fragment: string) => `${downloadPath}${linkToken}#${fragment}`
