import { defineCall } from '../call.ts'
import {
  base64,
  email,
  isoTime,
  kdfParameters,
  languageCode,
  message,
  password,
  plainLine,
  publicKeySpki,
  blankAsNull,
  sealedPrivateKey,
  verificationCode,
} from './fields.ts'
import { maxDisplayNameLength, maxUsernameLength, minUsernameLength, sealedKeyBytes } from '../limits.ts'
import { keyPairAttachments } from './sharing.ts'
import { z } from './zod.ts'

export const user = z.object({
  id: z.number(),
  username: z.string(),
  display_name: z.string().nullable().describe('What senders and recipients read of them; null: nothing.'),
  email: z.string().nullable(),
  email_confirmed: z
    .boolean()
    .describe('A code that was sent there has come back: notices go to no other address.'),
  language: languageCode
    .nullable()
    .describe('What mails to them are written in; null: no browser of theirs has said it yet.'),
  wants_reminders: z
    .boolean()
    .optional()
    .describe('Whether reminders are mailed to them: see `setOwnReminders`. Older servers mail none.'),
  is_2fa_enabled: z.boolean(),
  password_kind: z
    .enum(['login', 'key', 'none'])
    .describe(
      "What the password is for. 'key': it opens the private key and confirms changes, and a provider opens the session; 'none': as that, and there is none yet.",
    ),
  is_operator: z.boolean().describe('Whether they run this server: its settings and its state are theirs.'),
  public_key_spki: z
    .string()
    .nullable()
    .describe(
      'The key in force; before a first pair is complete, the one that was uploaded. Null when there is none.',
    ),
  key_pair: z
    .enum(['none', 'incomplete', 'complete', 'renewing'])
    .describe(
      "How far the pair is that senders encrypt for. 'incomplete': a public key was uploaded (step 1), its private key is not stored (step 2), so senders are given none. 'renewing': the same beside a pair in force, which stays that.",
    ),
  recovery_code_made_at: isoTime
    .nullable()
    .describe('When the recovery code of the pair in force was made; null when there is none.'),
})
export type User = z.output<typeof user>

const displayName = blankAsNull(plainLine(maxDisplayNameLength)).describe('Null or a blank text removes it.')

const userResponse = z.object({ user })
const username = z.string().trim().min(1, 'Field required.').max(maxUsernameLength)

export const prelogin = defineCall('prelogin', {
  body: z.object({ username }),
  response: kdfParameters,
})

const loginResponse = z.union([userResponse, z.object({ message: z.string(), username: z.string() })])
export type LoginResponse = z.output<typeof loginResponse>

export const login = defineCall('login', {
  body: z.object({ username, password }),
  response: loginResponse,
})
export const loginSecondStep = defineCall('loginSecondStep', {
  body: z.object({ username: username.optional(), code: verificationCode }),
  response: userResponse,
})
export const logout = defineCall('logout', {})

export const getCurrentUser = defineCall('getCurrentUser', { response: userResponse })
export const updateCurrentUser = defineCall('updateCurrentUser', {
  body: z.object({
    current_password: password,
    username: z
      .string()
      .trim()
      .min(minUsernameLength, `Username must be at least ${minUsernameLength} characters long.`)
      .max(maxUsernameLength)
      .optional(),
    email: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : text))
      .pipe(email.nullable())
      .nullable()
      .optional()
      .describe('Null or a blank text removes it.'),
    display_name: displayName.optional(),
  }),
  response: userResponse,
})

export const setOwnLanguage = defineCall('setOwnLanguage', {
  body: z.object({ language: languageCode }),
  response: userResponse,
})

export const setOwnReminders = defineCall('setOwnReminders', {
  body: z.object({ wants_reminders: z.boolean() }),
  response: userResponse,
})

export const requestEmailCode = defineCall('requestEmailCode', { response: message })
export const confirmEmail = defineCall('confirmEmail', {
  body: z.object({ code: verificationCode }),
  response: userResponse,
})

export const setupTwoFactor = defineCall('setupTwoFactor', {
  response: z.object({ secret: z.string(), otp_uri: z.string() }),
})
export const enableTwoFactor = defineCall('enableTwoFactor', {
  body: z.object({ code: verificationCode }),
  response: userResponse,
})
export const disableTwoFactor = defineCall('disableTwoFactor', {
  body: z.object({ password }),
  response: userResponse,
})

export const verifyPassword = defineCall('verifyPassword', {
  body: z.object({ password }),
  response: message,
})

const storedPrivateKey = sealedPrivateKey.extend({
  encryptedPrivateKey: base64(sealedKeyBytes).min(20, 'Invalid encrypted data: too short to contain IV.'),
})

export const changePassword = defineCall('changePassword', {
  body: z
    .object({
      old_password: password,
      new_password: password,
      salt: kdfParameters.shape.salt.optional(),
      iterations: kdfParameters.shape.iterations.optional(),
      encryptedPrivateKey: storedPrivateKey.shape.encryptedPrivateKey.optional(),
      kdfSalt: storedPrivateKey.shape.kdfSalt.optional(),
      kdfIterations: storedPrivateKey.shape.kdfIterations,
      public_key_spki: publicKeySpki.min(1).optional(),
    })
    .superRefine((body, context) => {
      const missing = (field: keyof typeof body, others: (keyof typeof body)[]) => {
        if (body[field] === undefined && others.some((other) => body[other] !== undefined)) {
          context.addIssue({ code: 'custom', path: [field], message: 'Field required.' })
        }
      }
      missing('salt', ['iterations'])
      missing('iterations', ['salt'])
      missing('encryptedPrivateKey', ['kdfSalt', 'kdfIterations', 'public_key_spki'])
      missing('kdfSalt', ['encryptedPrivateKey', 'kdfIterations', 'public_key_spki'])
    }),
  response: message,
})

export const setPublicKey = defineCall('setPublicKey', {
  body: z.object({ public_key_spki: publicKeySpki.min(1) }),
  response: userResponse,
})
export const getPublicKey = defineCall('getPublicKey', {
  response: z.object({ public_key_spki: z.string().nullable() }),
})

export const getEncryptedKey = defineCall('getEncryptedKey', {
  response: sealedPrivateKey,
})
export const setEncryptedKey = defineCall('setEncryptedKey', {
  body: storedPrivateKey.extend({
    public_key_spki: publicKeySpki.min(1).optional(),
    in_force: publicKeySpki.min(1).nullable().optional(),
    ...keyPairAttachments.shape,
  }),
  response: userResponse,
})

export const getRecoveryBox = defineCall('getRecoveryBox', {
  response: z.object({
    recovery_box: z.string(),
    made_at: isoTime,
    public_key_spki: z.string().describe('The key in force: the box is bound to its fingerprint.'),
  }),
})
export const setRecoveryBox = defineCall('setRecoveryBox', {
  body: z.object({
    password,
    recovery_box: base64(sealedKeyBytes).min(64, 'Too short to be a box.'),
    public_key_spki: publicKeySpki.min(1),
  }),
  response: userResponse,
})
export const deleteRecoveryBox = defineCall('deleteRecoveryBox', {
  body: z.object({ password }),
  response: userResponse,
})
