/**
 * [Note: The one place that reads a fragment]
 * What stands behind the '#' of a download link opens its files. Browsers keep it to themselves; so does this page: no
 * other module reads it (a test sees to that), and it goes from here to the crypto functions and nowhere else, into no
 * request, store, message, log or storage. It stays in the address bar, so that a reload and a bookmark work.
 */

export interface LinkAddress {
  linkToken: string
  /** The text behind the '#'; empty when there is none. */
  fragment: string
  /** The '#' arrived as '%23', as some mail programs rewrite it: the keys were part of the request for this page. */
  exposed: boolean
}

const pathPrefix = '/download/'

/** Of the page that is open. */
export function readLinkAddress(): LinkAddress {
  const { pathname, search, hash } = window.location
  const address = splitAddress(pathname.slice(pathPrefix.length) + search + hash)
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

/**
 * Out of a link as it was copied, whole or in part.
 * @returns the token where the text holds one, and the fragment without its '#'
 */
export function splitPasted(text: string): { linkToken: string | null; fragment: string } {
  const bare = text.replace(/\s+/g, '')
  const at = bare.indexOf(pathPrefix)
  if (at < 0) return { linkToken: null, fragment: bare.replace(/^(?:#|%23)/, '') }
  const { linkToken, fragment } = splitAddress(bare.slice(at + pathPrefix.length))
  return { linkToken, fragment }
}

/** @param rest what follows '/download/' */
function splitAddress(rest: string): LinkAddress {
  const { index = rest.length, 0: mark = '' } = /#|%23/.exec(rest) ?? {}
  return {
    linkToken: rest.slice(0, index).replace(/[/?].*$/, ''),
    fragment: rest.slice(index + mark.length),
    exposed: mark === '%23',
  }
}

const addressOf = (linkToken: string, fragment: string) => `${pathPrefix}${linkToken}#${fragment}`
