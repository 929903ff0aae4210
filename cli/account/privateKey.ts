import {
  type Bytes,
  isCryptoError,
  openPrivateKey,
  openStoredRecoveryBox,
  type PersonalKey,
  personalKeyOf,
  readKeyBackup,
  readRecoveryCode,
  type RecoveryEntropy,
  type SealedPrivateKey,
} from '../../core/crypto/index.ts'
import { fault } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readTextFile, readPassword } from '../secrets.ts'
import type { AccountCalls } from './accountCalls.ts'

/** The secret that opens the private key. */
type KeySecret =
  | { readonly by: 'password'; readonly password: string }
  | { readonly by: 'recovery'; readonly entropy: RecoveryEntropy }
  | { readonly by: 'file'; readonly sealed: SealedPrivateKey; readonly password: string }

/** Read before any call to the server. @throws CommandError 'usage', 'refused' */
export async function readKeySecret(context: Context): Promise<KeySecret> {
  const [recovery, file] = ['recovery-file', 'key-file'].map((option) => textOption(context, option))
  if (recovery !== undefined && file !== undefined)
    throw usageError('Give either --recovery-file or --key-file: one opens the key.')
  if (recovery !== undefined)
    return { by: 'recovery', entropy: await orRefused(findRecoveryCode(await readTextFile(recovery))) }
  if (file === undefined)
    return { by: 'password', password: await readPassword(context, 'Password of your key:') }
  const backup = readKeyBackup(await readTextFile(file))
  if ('problem' in backup) throw usageError(`${file} is no backup file of a private key.`)
  const password = await readPassword(context, 'Password of the backup:')
  return { by: 'file', sealed: backup.sealed, password }
}

/** Opens the account's private key. @throws CommandError 'refused' if it does not open; FaultError of a call */
export async function openKey(secret: KeySecret, calls: AccountCalls): Promise<PersonalKey> {
  const pkcs8Bytes = await orRefused(openKeyBytes(secret, calls))
  try {
    return await orRefused(personalKeyOf(pkcs8Bytes))
  } finally {
    pkcs8Bytes.fill(0)
  }
}

async function openKeyBytes(secret: KeySecret, calls: AccountCalls): Promise<Bytes> {
  switch (secret.by) {
    case 'password':
      return openPrivateKey(await calls.getEncryptedKey(), secret.password)
    case 'recovery':
      return openStoredRecoveryBox(secret.entropy, await calls.getRecoveryBox())
    case 'file':
      // The user's own file may be from another program.
      return openPrivateKey(secret.sealed, secret.password, { acceptForeignIv: true })
  }
}

/** Turns errors of the formats into a CommandError with one message. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isCryptoError(error)) throw error
    throw refusedError(`Your private key does not open. ${faultText(fault(error.code))}`, {
      cause: error,
    })
  }
}

/** The code of a recovery sheet: seven groups of four characters, with usual separators. */
const recoveryCodePattern =
  /(?<![\p{L}\p{N}])(?:[0-9A-Za-z]{4}[ \t\p{Pd}\u2212]?){6}[0-9A-Za-z]{4}(?![\p{L}\p{N}])/gu

/** Finds the code of a recovery sheet. @throws CommandError 'usage' without one; CryptoError 'mistyped' */
async function findRecoveryCode(text: string): Promise<RecoveryEntropy> {
  let mistyped: unknown
  for (const [candidate] of textOfHtml(text).matchAll(recoveryCodePattern)) {
    try {
      return await readRecoveryCode(candidate)
    } catch (error) {
      mistyped ??= error
    }
  }
  if (mistyped instanceof Error) throw mistyped
  throw usageError(
    'There is no recovery code in the file of --recovery-file: seven groups of four characters.',
  )
}

/** Each group of a sheet is an element of its own; other elements stay separate. */
const textOfHtml = (html: string): string =>
  html
    .replace(/<style[^<]*<\/style>/gi, '')
    .replace(/<\/?span[^<>]*>/gi, '')
    .replace(/<[^<>]*>/g, '\n')
