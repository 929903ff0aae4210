import { hkdf } from 'node:crypto'
import { promisify } from 'node:util'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import type { Principal } from '../http/principals.ts'
import { stretchPassword } from './passwordHashing.ts'

const hkdfAsync = promisify(hkdf)

const verifierPattern = /^v1\.[A-Za-z0-9_-]{43}$/

/** True if a password field has the derived value and not a raw password. */
export const isLoginVerifier = (text: string): boolean => verifierPattern.test(text)

/**
 * Derives the value that clients send in password fields, so that the server never sees the password:
 * M = PBKDF2-HMAC-SHA-256(NFKC(password), salt, iterations, 32), then
 * "v1." || b64u(HKDF-SHA-256(M, ∅, "sealpost/1/auth", 32)).
 * Used only for clients that send a raw password. FORMAT.md, 5: 'the password stays in the page'.
 * @throws HttpError 503
 */
export async function deriveLoginVerifier(
  password: string,
  { salt, iterations }: Pick<KdfParameters, 'salt' | 'iterations'>,
  principal: Principal,
): Promise<string> {
  const saltBytes = Buffer.from(salt, 'base64')
  const stretched = await stretchPassword(password.normalize('NFKC'), saltBytes, iterations, principal)
  const value = await hkdfAsync('sha256', stretched, '', 'sealpost/1/auth', 32)
  return `v1.${Buffer.from(value).toString('base64url')}`
}
