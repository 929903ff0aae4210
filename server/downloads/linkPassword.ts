import type { KdfParameters } from '../../contract/schemas/fields.ts'
import { minLinkPasswordLength } from '../../contract/limits.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { invalidField } from '../http/errors.ts'
import type { Principal } from '../http/principals.ts'
import { hashLinkPassword } from '../security/linkPasswords.ts'
import { isLoginVerifier } from '../security/loginVerifier.ts'
import type { RouteSettings } from '../config/config.ts'

type StoredPassword = Pick<DownloadLinkRow, 'password_hash' | 'password_salt' | 'password_iterations'>

/**
 * Hashes the password of a new link for storage. A verifier (derived like a login's) comes with the parameters that
 * recipients need to derive it (FORMAT.md, 6); a raw password, from clients without verifiers, comes without.
 * @throws HttpError 422 or 503
 */
export async function hashNewLinkPassword(
  password: string | null,
  kdf: KdfParameters | null,
  { allowRawPassword }: Pick<RouteSettings, 'allowRawPassword'>,
  principal: Principal,
): Promise<StoredPassword> {
  if (password === null) {
    if (kdf !== null) throw invalidField('password_kdf', 'A link without a password needs none.')
    return { password_hash: null, password_salt: null, password_iterations: null }
  }
  if (password.startsWith('v1.')) {
    if (!isLoginVerifier(password)) throw invalidField('password', 'Not a password verifier.')
    if (kdf === null) throw invalidField('password_kdf', 'Must say how the verifier was derived.')
  } else {
    if (!allowRawPassword) {
      throw invalidField('password', 'This server takes derived password verifiers only.')
    }
    if (kdf !== null) throw invalidField('password_kdf', 'The password is not a verifier.')
    if (password.length < minLinkPasswordLength) {
      throw invalidField('password', `Password must be at least ${minLinkPasswordLength} characters long.`)
    }
  }
  return {
    password_hash: await hashLinkPassword(password, principal),
    password_salt: kdf?.salt ?? null,
    password_iterations: kdf?.iterations ?? null,
  }
}

/** Parameters for deriving the verifier. Null without a password, and for a raw one. */
export const passwordKdf = ({ password_salt, password_iterations }: StoredPassword): KdfParameters | null =>
  password_salt === null || password_iterations === null
    ? null
    : { kdf: 'pbkdf2-sha256', iterations: password_iterations, salt: password_salt }
