import { getRecipientKey } from '../../contract/schemas/uploads.ts'
import { readFingerprintWords, wordsOfFingerprint } from '../../core/crypto/index.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { faultText } from '../../i18n/errorText.ts'
import { verifyRecipient, type Recipient } from '../../core/upload/recipient.ts'
import type { Context } from '../context.ts'
import { CommandError, refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { callJson } from '../platform/callJson.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'
import { orCommandError } from '../passGates.ts'
import type { UploadLink } from './uploadLink.ts'

const nothingSent = 'Nothing was encrypted for it, and nothing more was sent.'

/** Requirements on the key, besides strength. */
export interface KeyRequirements {
  readonly link: UploadLink
  /** The twelve words of --fingerprint. */
  readonly words: readonly string[] | null
  /** Fingerprint of the key that unfinished files are sealed to, in base64url. */
  readonly begunFor: string | null
  /** Fingerprint of the key that the link had when it was first used here, in base64url. */
  readonly known: string | null
  /** The twelve words of --accept-key. */
  readonly acceptedWords: readonly string[] | null
}

/** Fetches the link's key, and checks it. @throws CommandError 'refused', 'network' */
export async function fetchRecipient(
  server: ServerClient,
  requirements: KeyRequirements,
  { retry, signal }: { retry: RetryFunction; signal: AbortSignal },
): Promise<Recipient> {
  const { keyFingerprint, linkToken } = requirements.link
  const { public_key_spki } = await orCommandError(
    retry(() => callJson(server, getRecipientKey, { params: { link_token: linkToken }, signal })),
  )
  try {
    const recipient = await verifyRecipient(public_key_spki, { keyFingerprint, accepted: undefined })
    return requireWantedKey(recipient, requirements)
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : refusedError(refusalText(error, requirements), { cause: error })
  }
}

/** @throws CommandError 'refused' */
function requireWantedKey(
  recipient: Recipient,
  { link, words, begunFor, known, acceptedWords }: KeyRequirements,
): Recipient {
  const { b64u, words: offered } = recipient.fingerprint
  if (words !== null && offered.some((word, at) => word !== words[at])) {
    throw refusedError(
      `The key that the server offers has other words than --fingerprint. ${nothingSent}\n` +
        `  Wanted:  ${words.join(' ')}\n  Offered: ${offered.join(' ')}`,
    )
  }
  if (acceptedWords !== null && offered.some((word, at) => word !== acceptedWords[at])) {
    throw refusedError(
      `--accept-key names another key than the one that the server offers: ${offered.join(' ')}`,
    )
  }
  if (begunFor !== null && begunFor !== b64u) {
    throw refusedError(
      `The server offers another key than the one that these files were begun for. ${nothingSent}\n` +
        `  Begun for: ${wordsOfFingerprint(begunFor)?.join(' ') ?? begunFor}\n  Offered:   ${offered.join(' ')}\n` +
        'Compare the words with the recipient by phone. If the new ones are right, send everything anew: --anew --accept-key "…" with those offered.',
    )
  }
  // A link with a fingerprint, or the words of the person, say which key it is.
  const isNamed = link.keyFingerprint !== null || words !== null || acceptedWords !== null
  if (!isNamed && known !== null && known !== b64u) {
    throw refusedError(
      `The server offers another key than the one that this link had when it was first used here. ${nothingSent}\n` +
        `  Known:   ${wordsOfFingerprint(known)?.join(' ') ?? known}\n  Offered: ${offered.join(' ')}\n` +
        'Compare the words with the recipient by phone. If the new ones are right, say so: --accept-key "…" with those offered.',
    )
  }
  return recipient
}

function refusalText(error: unknown, { link }: KeyRequirements): string {
  const fault = faultOf(error)
  if (fault.code !== 'other-recipient') return `There is no key to encrypt for: ${faultText(fault)}`
  const named = wordsOfFingerprint(link.keyFingerprint ?? '')?.join(' ') ?? ''
  return (
    `The key that the server offers is not the one that this link was made for. ${nothingSent}\n` +
    `  The link names: ${named}\nAsk whoever gave you the link.`
  )
}

/** The words of --fingerprint or --accept-key; null without it. @throws CommandError 'usage', naming the wrong word */
export function readWordsOption(
  context: Pick<Context, 'options'>,
  name: 'fingerprint' | 'accept-key',
): readonly string[] | null {
  const text = textOption(context, name)
  if (text === undefined) return null
  const read = readFingerprintWords(text)
  if ('words' in read) return read.words
  const [first, ...more] = read.unknown
  if (first !== undefined) {
    const named = [first, ...more].map((word) => `“${word}”`).join(', ')
    const which = more.length === 0 ? `${named} is none of the words` : `${named} are none of the words`
    throw usageError(`--${name}: ${which} that fingerprints are made of. Look at its spelling.`)
  }
  throw usageError(`--${name}: a fingerprint has twelve words, and these are ${read.count}.`)
}
