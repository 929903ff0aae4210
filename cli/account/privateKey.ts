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
export type KeySecret =
  | { readonly by: 'password'; readonly password: string }
  | { readonly by: 'recovery'; readonly entropy: RecoveryEntropy }
  | { readonly by: 'file'; readonly sealed: SealedPrivateKey; readonly password: string }

/** Reads the secret from options or the terminal. Call it before any call to the server. @throws CommandError 'usage', 'refused' */
export async function readKeySecret(context: Context): Promise<KeySecret> {
  const [recovery, file] = (['recovery-file', 'key-file'] as const).map((option) =>
    textOption(context, option),
  )
  if (recovery !== undefined && file !== undefined)
    throw usageError('Give only one of --recovery-file and --key-file.')
  if (recovery !== undefined)
    return { by: 'recovery', entropy: await orRefused(findRecoveryCode(await readTextFile(recovery))) }
  if (file === undefined)
    return { by: 'password', password: await readPassword(context, 'Password of your key:') }
  const backup = readKeyBackup(await readTextFile(file))
  if ('problem' in backup) throw usageError(`${file} is not a backup file of a private key.`)
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

/** Waits for work. @throws CommandError 'refused' in place of a CryptoError */
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

/** A recovery code: seven groups of four characters, with usual separators. */
const recoveryCodePattern =
  /(?<![\p{L}\p{N}])(?:[0-9A-Za-z]{4}[ \t\p{Pd}\u2212]?){6}[0-9A-Za-z]{4}(?![\p{L}\p{N}])/gu

/** Finds the code of a recovery sheet. @throws CommandError 'usage' without one; CryptoError 'mistyped' */
async function findRecoveryCode(text: string): Promise<RecoveryEntropy> {
  let firstError: unknown
  for (const [candidate] of textOfHtml(text).matchAll(recoveryCodePattern)) {
    try {
      return await readRecoveryCode(candidate)
    } catch (error) {
      firstError ??= error
    }
  }
  if (firstError instanceof Error) throw firstError
  throw usageError('The file of --recovery-file contains no recovery code: seven groups of four characters.')
}

/** The text of a recovery sheet. Each group of a code is a span: they are joined, and other elements stay apart. */
const textOfHtml = (html: string): string =>
  html
    .replace(/<style[^<]*<\/style>/gi, '')
    .replace(/<\/?span[^<>]*>/gi, '')
    .replace(/<[^<>]*>/g, '\n')
