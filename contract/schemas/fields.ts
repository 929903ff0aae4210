import { emailSentences, maxEmailLength, problemOfEmail } from '../emailAddress.ts'
import { base64Length, kdfIterations, legacyKdfIterations, maxKdfIterations } from '../limits.ts'
import { z } from './zod.ts'

/** Field types that several calls share. */

export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** A whole number from 1 in a path: digits alone. */
export const pathNumber = z.coerce
  .string()
  .regex(/^[1-9][0-9]{0,15}$/, 'Not a number.')
  .transform(Number)
  .pipe(id)
export const idParams = z.object({ id: pathNumber })

/** At least 128 random bits, base64url without padding. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/)
/** Of a browser's own drawing: 128 bits in their one spelling. */
export const drawnLinkToken = z.string().regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, 'Not 16 bytes in base64url.')
export const linkTokenParams = z.object({ link_token: linkToken })

/** Of an upload in parts: 128 random bits. */
export const uploadId = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

/** Of a batch, as its sender drew it: 16 bytes in base64url. */
export const batchId = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'Must be 16 bytes in base64url.')

/** '1,2,3' in an address: what is asked for together. Ids are different, and come back in this order. */
export const idList = (max: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*$/, 'Not a list of ids.')
    .max(16 * max)
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= max, `At most ${max} at a time.`)
    .refine((ids) => new Set(ids).size === ids.length, 'An id stands there twice.')

/** Of a language, ours or not: 'de'. */
export const languageCode = z.string().regex(/^[a-z]{2}$/, 'Not the two letters of a language.')

/** ISO 8601 in UTC, as the server writes it. */
export const isoTime = z.string()

export const email = z
  .string()
  .max(maxEmailLength)
  .superRefine((text, context) => {
    const problem = problemOfEmail(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: emailSentences[problem] })
  })
  .describe('ASCII before the @; the domain in letters of any script or in its ASCII form.')
/** As it was typed, without blanks around it. Two of them are compared in their normal form. */
export const emailAddress = z.string().trim().pipe(email)

/** Standard padded base64 of at most `maxBytes` bytes. */
export const base64 = (maxBytes: number) =>
  z
    .string()
    .max(base64Length(maxBytes), 'Too long.')
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'Not base64.')

/** Standard padded base64 of exactly `bytes` bytes. */
export const base64OfLength = (bytes: number) => {
  const padding = (3 - (bytes % 3)) % 3
  return base64(bytes).refine(
    (text) => text.length === base64Length(bytes) && text.endsWith('='.repeat(padding)),
    `Must be ${bytes} bytes in base64.`,
  )
}

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in lower-case hex.')

/** The public key in SPKI form: RSA up to 8192 bits. */
export const publicKeySpki = base64(2048)

/**
 * What travels in every password field: `v1.` and 43 characters derived from the password (core/crypto/FORMAT.md, 5).
 * A raw password of another client is accepted too, hence the loose bounds.
 */
export const password = z.string().min(1, 'Field required.').max(1024)

export const kdf = z.literal('pbkdf2-sha256')
/** Parameters of a password verifier. */
export const kdfParameters = z.object({
  kdf,
  iterations: z.number().int().min(kdfIterations).max(maxKdfIterations),
  salt: base64OfLength(16),
})
export type KdfParameters = z.output<typeof kdfParameters>

/** The private key sealed under the login password; without `kdfIterations` the older 250 000 rounds. */
export const sealedPrivateKey = z.object({
  encryptedPrivateKey: base64(16 * 1024),
  kdfSalt: base64OfLength(16),
  kdfIterations: z
    .number()
    .int()
    .refine(
      (n) => n === legacyKdfIterations || (n >= kdfIterations && n <= maxKdfIterations),
      'Unsupported number of iterations.',
    )
    .optional(),
})
export type SealedPrivateKey = z.output<typeof sealedPrivateKey>
