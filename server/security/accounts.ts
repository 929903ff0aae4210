import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import type { KdfParameters } from '../../contract/fields.ts'
import { kdfIterations, saltBytes } from '../../contract/limits.ts'
import { detail } from '../../contract/errors.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { findActiveUserByName, insertUser, usernameKey } from '../db/users.ts'
import { invalidField, unauthorized } from '../errors.ts'
import { deriveLoginVerifier, isLoginVerifier } from './loginVerifier.ts'
import { hmac } from './tokens.ts'

export interface Accounts {
  /** Parameters of the name's verifier; made up, but stable, for a name that nobody has. */
  kdfParameters(username: string): Promise<KdfParameters>
  /** The user, or undefined for a wrong name or password: both take the same work. */
  checkLogin(username: string, password: string): Promise<UserRow | undefined>
  /** @throws HttpError 401 'Incorrect password' */
  requirePassword(user: UserRow, password: string): Promise<void>
}

/** Checked when a name is unknown, so that such an answer takes no less time. Nothing has this hash. */
const dummyHash = hash(randomBytes(32).toString('base64url'))

export function createAccounts(db: Db, preloginSecret: Buffer, allowRawPassword: boolean): Accounts {
  const parameters = (username: string, user: UserRow | undefined): KdfParameters => ({
    kdf: 'pbkdf2-sha256',
    iterations: user?.verifier_iterations ?? kdfIterations,
    salt:
      user?.verifier_salt ??
      hmac(preloginSecret, usernameKey(username)).subarray(0, saltBytes).toString('base64'),
  })

  async function matches(user: UserRow | undefined, username: string, password: string): Promise<boolean> {
    let verifier = password
    if (!isLoginVerifier(password)) {
      if (!allowRawPassword)
        throw invalidField('password', 'This server takes derived password verifiers only.')
      verifier = await deriveLoginVerifier(password, parameters(username, user))
    }
    const right = await verify(user?.verifier_hash ?? (await dummyHash), verifier)
    return right && user !== undefined
  }

  return {
    async kdfParameters(username) {
      return parameters(username, await findActiveUserByName(db, username))
    },
    async checkLogin(username, password) {
      const user = await findActiveUserByName(db, username)
      return (await matches(user, username, password)) ? user : undefined
    },
    async requirePassword(user, password) {
      if (!(await matches(user, user.username, password))) throw unauthorized(detail.badPassword)
    },
  }
}

/** A new administrator whose verifier is derived here, as a browser would, with fresh salt. */
export async function addAdministrator(
  db: Db,
  username: string,
  password: string,
  now: string,
): Promise<number> {
  const salt = randomBytes(saltBytes).toString('base64')
  const verifier = await deriveLoginVerifier(password, { salt, iterations: kdfIterations })
  return insertUser(db, {
    username,
    email: null,
    created_at: now,
    verifier_salt: salt,
    verifier_iterations: kdfIterations,
    verifier_hash: await hash(verifier),
    public_key_spki: null,
    pending_public_key_spki: null,
    encrypted_private_key: null,
    kdf_salt: null,
    kdf_iterations: null,
  })
}
