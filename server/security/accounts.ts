import { randomBytes } from 'node:crypto'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import { kdfIterations, minPasswordLength, saltBytes } from '../../contract/limits.ts'
import { detail } from '../../contract/errors.ts'
import { usernameKey } from '../../contract/usernameKey.ts'
import { type Db, flag, type UserRow } from '../db/schema.ts'
import { countUsers, findUserByName, insertUser, type Verifier } from '../db/users.ts'
import { invalidField, unauthorized } from '../http/errors.ts'
import { accountPrincipal, type Principal, serverItself } from './principals.ts'
import { hasHash, passwordHash } from './derivations.ts'
import { deriveLoginVerifier, isLoginVerifier } from './loginVerifier.ts'
import { madeUpSalt } from './madeUpSalt.ts'

/** The fields that carry a password, for errors that point at one. */
export type PasswordField = 'password' | 'current_password' | 'old_password'

export interface Accounts {
  /** Parameters of the name's verifier; made up for a name that nobody has, and as steady as a person's. */
  kdfParameters(username: string, now: Date): Promise<KdfParameters>
  /** The user, or undefined for a wrong name or password, or one who is disabled: all take the same work. */
  checkLogin(username: string, password: string, principal: Principal): Promise<UserRow | undefined>
  /** @throws HttpError 401 'Incorrect password' */
  requirePassword(user: UserRow, password: string, field?: PasswordField): Promise<void>
  /**
   * What is stored for a new password. A derived value belongs to `parameters`, or to those in force; for a raw one
   * fresh parameters are made where none are given.
   * @throws HttpError 422 when it is the old one, or raw and too short or not allowed
   */
  newVerifier(user: UserRow, password: string, parameters: VerifierParameters | undefined): Promise<Verifier>
}

export type VerifierParameters = Pick<KdfParameters, 'salt' | 'iterations'>

/** Checked when a name is unknown, so that such an answer takes no less time. Nothing has this hash. */
const dummyHash = passwordHash(randomBytes(32).toString('base64url'), serverItself)

/** Parameters for a raw password of a name that nobody has, so that it takes no less time. */
const dummyParameters = { salt: Buffer.alloc(saltBytes).toString('base64'), iterations: kdfIterations }

export function createAccounts(db: Db, preloginSecret: Buffer, allowRawPassword: boolean): Accounts {
  function allowRaw(field: PasswordField | 'new_password'): void {
    if (!allowRawPassword) throw invalidField(field, 'This server takes derived password verifiers only.')
  }

  async function matches(
    user: UserRow | undefined,
    password: string,
    principal: Principal,
    field: PasswordField = 'password',
  ): Promise<boolean> {
    let verifier = password
    if (!isLoginVerifier(password)) {
      allowRaw(field)
      verifier = await deriveLoginVerifier(
        password,
        user === undefined ? dummyParameters : parametersOf(user),
        principal,
      )
    }
    const right = await hasHash(verifier, user?.verifier_hash ?? (await dummyHash), principal)
    return right && user !== undefined
  }

  return {
    async kdfParameters(username, now) {
      // Drawn for everybody: no name takes longer than another.
      const salt = madeUpSalt(preloginSecret, usernameKey(username), now)
      const user = await findUserByName(db, username)
      const parameters = user === undefined ? { salt, iterations: kdfIterations } : parametersOf(user)
      return { kdf: 'pbkdf2-sha256', ...parameters }
    },
    async checkLogin(username, password, principal) {
      const user = await findUserByName(db, username)
      const right = await matches(user, password, principal)
      return right && user?.is_active === 1 ? user : undefined
    },
    async requirePassword(user, password, field) {
      if (!(await matches(user, password, accountPrincipal(user), field)))
        throw unauthorized(detail.badPassword)
    },
    async newVerifier(user, password, parameters) {
      const raw = !isLoginVerifier(password)
      const principal = accountPrincipal(user)
      if (raw) {
        allowRaw('new_password')
        if (password.length < minPasswordLength) throw invalidField('new_password', tooShort)
      }
      // A value that was derived with other parameters differs anyway; there its client has compared the passwords.
      if ((raw || parameters === undefined) && (await matches(user, password, principal))) {
        throw invalidField('new_password', detail.passwordAsBefore)
      }
      if (raw) return verifierOfPassword(password, parameters, principal)
      return storedVerifier(password, parameters ?? parametersOf(user), principal)
    },
  }
}

const tooShort = `New password must be at least ${minPasswordLength} characters long.`

const parametersOf = (user: UserRow): VerifierParameters => ({
  salt: user.verifier_salt,
  iterations: user.verifier_iterations,
})

const storedVerifier = async (
  verifier: string,
  { salt, iterations }: VerifierParameters,
  principal: Principal,
): Promise<Verifier> => ({
  verifier_salt: salt,
  verifier_iterations: iterations,
  verifier_hash: await passwordHash(verifier, principal),
})

/** What is stored for a password that is known here: derived as a browser would, with fresh salt. */
export async function verifierOfPassword(
  password: string,
  parameters: VerifierParameters = {
    salt: randomBytes(saltBytes).toString('base64'),
    iterations: kdfIterations,
  },
  principal: Principal = serverItself,
): Promise<Verifier> {
  return storedVerifier(await deriveLoginVerifier(password, parameters, principal), parameters, principal)
}

/** 120 random bits that can be typed. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

/**
 * @param password null for who signs in by a provider: they have none until they set a key password
 * @returns the id of the new administrator @throws NameTaken
 */
export async function addAdministrator(
  db: Db,
  username: string,
  password: string | null,
  now: string,
): Promise<number> {
  return insertUser(db, {
    username,
    // Who comes first runs the server.
    is_operator: flag((await countUsers(db)) === 0),
    email: null,
    created_at: now,
    password_kind: password === null ? 'none' : 'login',
    ...(await verifierOfPassword(password ?? generatePassword())),
    public_key_spki: null,
    pending_public_key_spki: null,
    encrypted_private_key: null,
    kdf_salt: null,
    kdf_iterations: null,
  })
}
