/** A download link as text: the address of its page, a token in it, and behind the '#' what opens its files. */

export const downloadPath = '/download/'

export interface LinkAddress {
  linkToken: string
  /** The text behind the '#'; empty when there is none. */
  fragment: string
  /** The '#' arrived as '%23', as some mail programs rewrite it: the keys were part of the request for this page. */
  exposed: boolean
}

/**
 * Out of a link as it was copied, whole or in part.
 * @returns the token where the text holds one, and the fragment without its '#'
 */
export function splitPasted(text: string): { linkToken: string | null; fragment: string } {
  const bare = text.replace(/\s+/g, '')
  const at = bare.indexOf(downloadPath)
  if (at < 0) return { linkToken: null, fragment: bare.replace(/^(?:#|%23)/, '') }
  const { linkToken, fragment } = splitAddress(bare.slice(at + downloadPath.length))
  return { linkToken, fragment }
}

/** @param rest what follows '/download/' */
export function splitAddress(rest: string): LinkAddress {
  const { index = rest.length, 0: mark = '' } = /#|%23/.exec(rest) ?? {}
  return {
    linkToken: rest.slice(0, index).replace(/[/?].*$/, ''),
    fragment: rest.slice(index + mark.length),
    exposed: mark === '%23',
  }
}

/** A link as it was sent to somebody. @returns null for what is none; the fragment may be missing */
export function readDownloadLink(text: string): (LinkAddress & { origin: string }) | null {
  const bare = text.replace(/\s+/g, '')
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)\/download\/(.*)$/i.exec(bare) ?? []
  if (origin === undefined || rest === undefined || !URL.canParse(origin)) return null
  return { origin: new URL(origin).origin, ...splitAddress(rest) }
}
