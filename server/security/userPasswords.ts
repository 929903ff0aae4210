import { randomBytes } from 'node:crypto'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import { kdfIterations, minPasswordLength, saltBytes } from '../../contract/limits.ts'
import { errorDetails } from '../../contract/errors.ts'
import { usernameKey } from '../../contract/usernameKey.ts'
import { toFlag } from '../db/flag.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { countUsers, findUserByName, insertUser, type Verifier } from '../db/accounts/users.ts'
import { invalidField, unauthorized } from '../http/errors.ts'
import { accountPrincipal, type Principal, serverPrincipal } from '../http/principals.ts'
import { matchesHash, hashPassword } from './passwordHashing.ts'
import { deriveLoginVerifier, isLoginVerifier } from './loginVerifier.ts'
import { decoySalt } from './decoySalt.ts'

export type PasswordField = 'password' | 'current_password' | 'old_password'

export interface UserPasswords {
  /** Parameters of the user's verifier. For an unknown name they are a decoy, which changes as rarely as a user's. */
  kdfParameters(username: string, now: Date): Promise<KdfParameters>
  /** Returns the user; undefined for a wrong name or password or a disabled user, all with the same amount of work. */
  checkLogin(username: string, password: string, principal: Principal): Promise<UserRow | undefined>
  /** @throws HttpError 401 'Incorrect password' */
  requirePassword(user: UserRow, password: string, field?: PasswordField): Promise<void>
  /**
   * Returns the verifier to store for a new password. A derived value belongs to `parameters`, or to the current ones;
   * for a raw password, new parameters are generated if none are given.
   * @throws HttpError 422 if it is the old password, or raw and too short or not allowed
   */
  newVerifier(user: UserRow, password: string, parameters: VerifierParameters | undefined): Promise<Verifier>
}

type VerifierParameters = Pick<KdfParameters, 'salt' | 'iterations'>

/** Hash and parameters that are checked for unknown names, so that these take as long. No password matches the hash. */
const dummyHash = hashPassword(randomBytes(32).toString('base64url'), serverPrincipal)
const dummyParameters = { salt: Buffer.alloc(saltBytes).toString('base64'), iterations: kdfIterations }

export function createUserPasswords(
  db: Db,
  preloginSecret: Buffer,
  allowRawPassword: boolean,
): UserPasswords {
  function requireRawAllowed(field: PasswordField | 'new_password'): void {
    if (!allowRawPassword) throw invalidField(field, 'This server takes derived password verifiers only.')
  }

  async function matchesPassword(
    user: UserRow | undefined,
    password: string,
    principal: Principal,
    field: PasswordField = 'password',
  ): Promise<boolean> {
    let verifier = password
    if (!isLoginVerifier(password)) {
      requireRawAllowed(field)
      verifier = await deriveLoginVerifier(password, user ? parametersOf(user) : dummyParameters, principal)
    }
    const isRight = await matchesHash(verifier, user?.verifier_hash ?? (await dummyHash), principal)
    return isRight && user !== undefined
  }

  return {
    async kdfParameters(username, now) {
      // Computed for every name, so that none takes longer.
      const salt = decoySalt(preloginSecret, usernameKey(username), now)
      const user = await findUserByName(db, username)
      const parameters = user === undefined ? { salt, iterations: kdfIterations } : parametersOf(user)
      return { kdf: 'pbkdf2-sha256', ...parameters }
    },
    async checkLogin(username, password, principal) {
      const user = await findUserByName(db, username)
      const isRight = await matchesPassword(user, password, principal)
      return isRight && user?.is_active === 1 ? user : undefined
    },
    async requirePassword(user, password, field) {
      if (!(await matchesPassword(user, password, accountPrincipal(user), field)))
        throw unauthorized(errorDetails.badPassword)
    },
    async newVerifier(user, password, parameters) {
      const isRaw = !isLoginVerifier(password)
      const principal = accountPrincipal(user)
      if (isRaw) {
        requireRawAllowed('new_password')
        if (password.length < minPasswordLength) throw invalidField('new_password', tooShort)
      }
      // A value derived with other parameters differs anyway; its client has compared the passwords.
      if ((isRaw || parameters === undefined) && (await matchesPassword(user, password, principal))) {
        throw invalidField('new_password', errorDetails.passwordAsBefore)
      }
      if (isRaw) return verifierOfPassword(password, parameters, principal)
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
  verifier_hash: await hashPassword(verifier, principal),
})

/** Verifier to store for a password known to the server, derived as a browser would. */
export async function verifierOfPassword(
  password: string,
  parameters = { salt: randomBytes(saltBytes).toString('base64'), iterations: kdfIterations },
  principal: Principal = serverPrincipal,
): Promise<Verifier> {
  return storedVerifier(await deriveLoginVerifier(password, parameters, principal), parameters, principal)
}

/** Generates a password of 120 random bits. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

/** @param password null for a user who signs in by a provider @returns the id @throws NameTakenError */
export async function addUser(
  db: Db,
  username: string,
  password: string | null,
  now: string,
): Promise<number> {
  return insertUser(db, {
    username,
    // The first user becomes the operator.
    is_operator: toFlag((await countUsers(db)) === 0),
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

/** True if the user's password opens a session. @param isOperatorOnly true if passwords sign in only the operator */
export const signsInByPassword = (
  { password_kind, is_operator }: Pick<UserRow, 'password_kind' | 'is_operator'>,
  isOperatorOnly = false,
): boolean => password_kind === 'login' && (!isOperatorOnly || is_operator === 1)
