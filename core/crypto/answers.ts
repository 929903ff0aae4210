import {
  maxAnswerLength,
  maxAnswersBytes,
  maxFieldLabelLength,
  maxLongAnswerLength,
  maxLongAnswers,
  maxSenderFields,
} from '../../contract/limits.ts'
import {
  type Bytes,
  concat,
  fromBase64,
  randomBytes,
  toBase64,
  toBase64Url,
  tryBase64Url,
  utf8,
} from './bytes.ts'
import { canonicalJson, type JsonObject, readCanonicalJson } from './canonicalJson.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { pad, unpad } from './padding.ts'
import { refuseLaterFormat } from './laterFormat.ts'
import { aesKeyBytes, importHkdfKey, oaepOpen, sha256 } from './primitives.ts'

/** FORMAT.md, 18: a sender's answers, once a batch. */
const keyLabel = utf8('sealpost/1/answers')
const boxLabel = 'sealpost/1/answers-box'
const batchBytes = 16

/** A question as it was shown, and its answer; '' if left open. */
export interface Answer {
  readonly label: string
  readonly value: string
}

export interface SealedAnswers {
  /** Base64. */
  readonly sealedB64: string
  /** SHA-256 of the sealed bytes, base64url; named by every manifest of the batch. */
  readonly digestB64u: string
}

/**
 * @param recipientKey from `importRecipientKey`: the key that the files of the batch are sealed to
 * @param batch batch id of their manifests, base64url
 * @throws CryptoError 'bad-format' for answers that `openAnswers` or a server would refuse
 */
export async function sealAnswers(
  recipientKey: CryptoKey,
  batch: string,
  answers: readonly Answer[],
): Promise<SealedAnswers> {
  const fields = answers.map(({ label, value }) => ({ label: normalized(label), value: normalized(value) }))
  const content = readMembers({ v: 1, fields })
  if (content === null) throw new CryptoError('bad-format')
  const secretBytes = randomBytes(aesKeyBytes)
  const secret = await importHkdfKey(secretBytes)
  const wrapped = await crypto.subtle.encrypt(keyAlgorithm, recipientKey, secretBytes)
  secretBytes.fill(0)
  const box = await sealSaltedBox(boxParametersOf(secret, batch), pad(canonicalJson(content)))
  const sealed = concat(new Uint8Array(wrapped), box)
  if (sealed.length > maxAnswersBytes) throw new CryptoError('bad-format')
  return { sealedB64: toBase64(sealed), digestB64u: await digestOf(sealed) }
}

/**
 * @param batch id that they were sealed for
 * @throws CryptoError 'wrong-key' for another key or too few bytes, 'damaged' if altered or of another batch,
 * 'newer-version', 'bad-format' for anything else, such as answers beyond the limits
 */
export async function openAnswers(
  privateKey: CryptoKey,
  batch: string,
  sealedB64: string,
): Promise<readonly Answer[]> {
  refuseLaterFormat(sealedB64)
  const sealed = fromBase64(sealedB64)
  const boxAt = modulusBytes(privateKey)
  if (sealed.length > maxAnswersBytes) throw new CryptoError('bad-format')
  // Answers to a shorter key may be as short as this.
  if (sealed.length <= boxAt) throw new CryptoError('wrong-key')
  const opened = await oaepOpen(privateKey, sealed.subarray(0, boxAt), aesKeyBytes, keyAlgorithm.label)
  if (!opened) throw new CryptoError('wrong-key')
  if (opened.length !== aesKeyBytes) throw new CryptoError('bad-format')
  const secret = await importHkdfKey(opened)
  const content = await openSaltedBox(boxParametersOf(secret, batch), sealed.subarray(boxAt))
  return readCanonicalJson(unpad(content), readMembers).fields
}

/** Digest by which manifests name sealed answers. @throws CryptoError 'bad-format' */
export const answersDigest = (sealedB64: string): Promise<string> => digestOf(fromBase64(sealedB64))

const keyAlgorithm = { name: 'RSA-OAEP', label: keyLabel }

const digestOf = async (sealed: Bytes): Promise<string> => toBase64Url(await sha256(sealed))

const modulusBytes = ({ algorithm }: CryptoKey): number =>
  Math.ceil(((algorithm as { modulusLength?: number }).modulusLength ?? 0) / 8)

function boxParametersOf(secret: CryptoKey, batch: string) {
  const aad = tryBase64Url(batch)
  if (aad?.length !== batchBytes) throw new CryptoError('bad-format')
  return { secret, label: boxLabel, aad }
}

const normalized = (text: string): string => text.toWellFormed().normalize('NFC')

/** Validates untrusted answers against the limits of a folder's questions. */
function readMembers({ v, fields }: JsonObject) {
  if (v !== 1 || !Array.isArray(fields) || fields.length > maxSenderFields) return null
  const answers = fields.map(readAnswer)
  if (!answers.every((answer) => answer !== null)) return null
  const long = answers.filter(({ value }) => value.length > maxAnswerLength)
  return long.length <= maxLongAnswers ? { v: 1 as const, fields: answers } : null
}

function readAnswer(value: unknown): Answer | null {
  if (typeof value !== 'object' || value === null) return null
  const { label, value: text } = value as JsonObject
  const isAnswer = isText(label, maxFieldLabelLength) && label !== '' && isText(text, maxLongAnswerLength)
  return isAnswer ? { label, value: text } : null
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' &&
  value.length <= longest &&
  value.isWellFormed() &&
  value.normalize('NFC') === value
