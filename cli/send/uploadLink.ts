import { fault } from '../../core/faults/fault.ts'
import {
  damagedFingerprint,
  laterFingerprint,
  readUploadLinkFragment,
} from '../../core/upload/uploadLinkFragment.ts'
import { cleanPastedLink } from '../../contract/typedText.ts'
import { faultText } from '../../i18n/errorText.ts'
import { refusedError, usageError } from '../exitCodes.ts'

export interface UploadLink {
  readonly origin: string
  readonly linkToken: string
  /** Fingerprint of the recipient's key, in base64url; null if the link has none. */
  readonly keyFingerprint: string | null
  /** The secret for proofs of origin: 16 bytes in base64url; null if the link has none. */
  readonly originSecret: string | null
  /** True if the link says that the server must not learn names. */
  readonly privateNames: boolean
}

/** Reads an upload link. @throws CommandError 'usage' if it is none; 'refused' if its fragment is damaged or of a later version */
export function readUploadLink(text: string): UploadLink {
  const pasted = cleanPastedLink(text)
  const url = URL.canParse(pasted) ? new URL(pasted) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw notUploadLinkError()
  if (url.pathname.startsWith('/download/'))
    throw usageError('This is a download link. Fetch its files by sealpost get.')
  // Mail programs write '%23' for '#'.
  const [path = '', ...escaped] = url.pathname.split(/%23/)
  const linkToken = /^\/upload\/([\w-]{22,64})\/?$/.exec(path)?.[1]
  if (linkToken === undefined) throw notUploadLinkError()
  const fragment = readUploadLinkFragment(
    [...escaped, url.hash.slice(1)].filter((part) => part !== '').join('#'),
  )
  if (fragment.keyFingerprint === laterFingerprint) throw refusedError(faultText(fault('newer-version')))
  if (fragment.keyFingerprint === damagedFingerprint) {
    throw refusedError(
      'The part of this link after the # is damaged, so no key can be trusted. Ask for the link again, and give all of it.',
    )
  }
  return { origin: url.origin, linkToken, ...fragment }
}

const notUploadLinkError = () =>
  usageError(
    'This is not an upload link. An upload link looks like https://files.example.org/upload/… Put it in quotes, so that the shell does not change it.',
  )
