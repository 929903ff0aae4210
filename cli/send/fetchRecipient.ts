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
import { orCommandError } from '../commandErrors.ts'
import type { UploadLink } from './uploadLink.ts'

const nothingSent = 'Nothing was encrypted for it, and nothing more was sent.'

/** Requirements on the key, besides strength. */
export interface KeyRequirements {
  readonly link: UploadLink
  /** The twelve words of --fingerprint; null without it. */
  readonly words: readonly string[] | null
  /** Fingerprint of the key that unfinished files are sealed to, in base64url; null without any. */
  readonly begunFor: string | null
  /** Fingerprint of the key that the link had when it was first used here, in base64url; null for the first time. */
  readonly known: string | null
  /** The twelve words of --accept-key; null without it. */
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
    return requireExpectedKey(recipient, requirements)
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : refusedError(refusalText(error, requirements), { cause: error })
  }
}

/** Returns the recipient if its key meets the requirements. @throws CommandError 'refused' */
function requireExpectedKey(
  recipient: Recipient,
  { link, words, begunFor, known, acceptedWords }: KeyRequirements,
): Recipient {
  const { b64u, words: offeredWords } = recipient.fingerprint
  if (words !== null && offeredWords.some((word, index) => word !== words[index])) {
    throw refusedError(
      `The key that the server offers has other words than --fingerprint. ${nothingSent}\n` +
        `  Expected: ${words.join(' ')}\n  Offered:  ${offeredWords.join(' ')}`,
    )
  }
  if (acceptedWords !== null && offeredWords.some((word, index) => word !== acceptedWords[index])) {
    throw refusedError(
      `--accept-key does not name the key that the server offers. Its words are: ${offeredWords.join(' ')}`,
    )
  }
  if (begunFor !== null && begunFor !== b64u) {
    throw refusedError(
      `The server offers another key than the one that the upload began with. ${nothingSent}\n` +
        `  Began with: ${wordsOfFingerprint(begunFor)?.join(' ') ?? begunFor}\n  Offered:    ${offeredWords.join(' ')}\n` +
        'Compare the words with the recipient by phone. If the offered ones are right, send everything again with them: --anew --accept-key "…"',
    )
  }
  // A link with a fingerprint, or the words of the person, say which key it is.
  const isNamed = link.keyFingerprint !== null || words !== null || acceptedWords !== null
  if (!isNamed && known !== null && known !== b64u) {
    throw refusedError(
      `The server offers another key than the one that this link had when it was first used here. ${nothingSent}\n` +
        `  Known:   ${wordsOfFingerprint(known)?.join(' ') ?? known}\n  Offered: ${offeredWords.join(' ')}\n` +
        'Compare the words with the recipient by phone. If the offered ones are right, accept them: --accept-key "…"',
    )
  }
  return recipient
}

function refusalText(error: unknown, { link }: KeyRequirements): string {
  const fault = faultOf(error)
  if (fault.code !== 'other-recipient') return `There is no key to encrypt for: ${faultText(fault)}`
  const linkWords = wordsOfFingerprint(link.keyFingerprint ?? '')?.join(' ') ?? ''
  return (
    `The key that the server offers is not the one that this link was made for. ${nothingSent}\n` +
    `  The link names: ${linkWords}\nAsk whoever gave you the link.`
  )
}

/** The words of --fingerprint or --accept-key; null without it. @throws CommandError 'usage', naming the wrong word */
export function readWordsOption(
  context: Pick<Context, 'options'>,
  name: 'fingerprint' | 'accept-key',
): readonly string[] | null {
  const text = textOption(context, name)
  if (text === undefined) return null
  const parsed = readFingerprintWords(text)
  if ('words' in parsed) return parsed.words
  const [first, ...more] = parsed.unknown
  if (first !== undefined) {
    const quoted = [first, ...more].map((word) => `“${word}”`).join(', ')
    const problem = more.length === 0 ? 'is not one of the words' : 'are not among the words'
    throw usageError(`--${name}: ${quoted} ${problem} of fingerprints. Check the spelling.`)
  }
  throw usageError(`--${name}: a fingerprint has twelve words, and these are ${parsed.count}.`)
}
