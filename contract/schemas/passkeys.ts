import { defineCall } from '../call.ts'
import { base64, idParams, isoTime, password, publicKeySpki } from './fields.ts'
import {
  maxCredentialIdLength,
  maxHostLength,
  maxPasskeyNameLength,
  maxTransports,
  sealedKeyBytes,
} from '../limits.ts'
import { shownText } from '../shownText.ts'
import { z } from './zod.ts'

/** Passkeys, each of which opens the private key with what its authenticator derives (core/crypto/FORMAT.md, 19). */

const credentialId = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, 'Not base64url.')
  .max(maxCredentialIdLength)
  .describe('Base64url, as the authenticator has drawn it.')
const rpId = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'Not a host name.')
  .max(maxHostLength)
  .describe('The host that it was made at, and works at alone.')
const transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/, 'Not a transport.'))
  .max(maxTransports)
  .describe('How browsers reach the authenticator, in their words.')
const name = z
  .string()
  .trim()
  .min(1, 'Field required.')
  .max(maxPasskeyNameLength)
  .refine((text) => shownText(text) === text, 'Has characters that cannot be seen, or spaces in a row.')

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  credential_id: credentialId,
  rp_id: rpId,
  transports,
  created_at: isoTime,
  last_used_at: isoTime.nullable().describe('When its wrap was last given; null: never.'),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = defineCall('listPasskeys', { response: z.array(passkey) })

export const addPasskey = defineCall('addPasskey', {
  body: z.object({
    password,
    name,
    credential_id: credentialId,
    rp_id: rpId,
    transports,
    wrap: base64(sealedKeyBytes).min(64, 'Too short to be a box.'),
    public_key_spki: publicKeySpki.min(1),
  }),
  response: passkey,
})

export const getPasskeyWrap = defineCall('getPasskeyWrap', {
  params: idParams,
  response: z.object({
    wrap: z.string(),
    public_key_spki: z.string().describe('The key in force: the wrap is bound to its fingerprint.'),
  }),
})

export const renamePasskey = defineCall('renamePasskey', {
  params: idParams,
  body: z.object({ password, name }),
  response: passkey,
})

export const deletePasskey = defineCall('deletePasskey', {
  params: idParams,
  body: z.object({ password }),
})
