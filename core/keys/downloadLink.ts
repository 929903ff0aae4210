import { linkToken as linkTokenField } from '../../contract/schemas/fields.ts'
import { cleanPastedLink, trimLinkEnd } from '../../contract/typedText.ts'

/** Path of the download page in a link, before the token; after '#' follow the keys of its files. */
export const downloadPath = '/download/'

export interface LinkAddress {
  linkToken: string
  /** The text after '#'; empty if there is none. */
  fragment: string
  /** True if '#' arrived as '%23', as from some mail programs: the request had the keys. */
  exposed: boolean
}

/** Splits a copied link, or its end. @returns the token, if any, and the fragment without '#' */
export function splitPastedLink(text: string): { linkToken: string | null; fragment: string } {
  const bare = cleanPastedLink(text)
  const at = bare.indexOf(downloadPath)
  if (at < 0) return { linkToken: null, fragment: bare.replace(/^(?:#|%23)/, '') }
  const { linkToken, fragment } = splitLinkAddress(bare.slice(at + downloadPath.length))
  return { linkToken, fragment }
}

/** @param text what follows '/download/', perhaps with the end of a sentence */
export function splitLinkAddress(text: string): LinkAddress {
  const rest = trimLinkEnd(text)
  const { index = rest.length, 0: mark = '' } = /#|%23/.exec(rest) ?? {}
  return {
    linkToken: rest.slice(0, index).replace(/[/?].*/s, ''),
    fragment: rest.slice(index + mark.length),
    exposed: mark === '%23',
  }
}

/** Parses a link as it was sent; the fragment may be missing. @returns null if it is not a download link */
export function readDownloadLink(text: string): (LinkAddress & { origin: string }) | null {
  const bare = cleanPastedLink(text)
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)\/download\/(.*)$/i.exec(bare) ?? []
  if (origin === undefined || rest === undefined || !URL.canParse(origin)) return null
  const address = splitLinkAddress(rest)
  if (!linkTokenField.safeParse(address.linkToken).success) return null
  return { origin: new URL(origin).origin, ...address }
}
