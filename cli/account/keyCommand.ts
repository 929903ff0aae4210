import { hasKeyPair } from '../../contract/hasKeyPair.ts'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { getCurrentUser, setEncryptedKey } from '../../contract/schemas/auth.ts'
import {
  fingerprint,
  generateKeyPair,
  keyBackupText,
  sealPrivateKey,
  toBase64,
} from '../../core/crypto/index.ts'
import { type Fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { mayHaveSucceeded } from '../../core/faults/retries.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodeOf, exitCodes, type ExitCode, refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { errorMessage } from '../texts.ts'
import { type AccountSession, withAccountSession } from './accountSession.ts'
import { readServerAddress } from './folderAddress.ts'

const backupDescription =
  'Sealpost private key backup. The key is encrypted with the password of the day it was made: keep both.'

/** Lengths of the modulus, as the profile offers them. */
const keyBits = [2048, 3072, 4096] as const

/** `sealpost key new`: makes the first key pair of an account. Its backup is written before it is stored. */
export async function keyCommand(context: Context): Promise<ExitCode> {
  const [verb, address = '', ...more] = context.args
  if (verb !== 'new' || more.length > 0) throw usageError('Usage: sealpost key new SERVER --backup FILE')
  const origin = readServerAddress(address)
  const { bits, path } = readKeyOptions(context)
  const { report } = context
  return withAccountSession(context, origin, async (session) => {
    const { user, password } = session
    if (hasKeyPair(user)) throw refusedError(hasKeyText)
    const { pkcs8Bytes, spkiBytes } = await generateKeyPair(bits)
    const { b64u, words } = await fingerprint(spkiBytes)
    const sealed = await sealPrivateKey(pkcs8Bytes, password)
    pkcs8Bytes.fill(0)
    const backup = { sealed, fingerprint: b64u, username: user.username }
    await writeBackup(path, keyBackupText(backup, backupDescription, new Date()))
    await storeFirstPair(session, path, { ...sealed, public_key_spki: toBase64(spkiBytes) })
    report.emit({ event: 'key', fingerprint: b64u, words, path })
    return exitCodes.success
  })
}

/** @throws CommandError 'usage' */
function readKeyOptions(context: Context) {
  const file = textOption(context, 'backup')
  if (file === undefined)
    throw usageError(
      'Name a file for the backup by --backup. Without a backup, a lost password loses all files.',
    )
  if (existsSync(file)) throw usageError(`${file} exists already and is not overwritten. Name another file.`)
  const typedBits = textOption(context, 'bits') ?? '2048'
  const bits = keyBits.find((length) => String(length) === typedBits)
  if (bits === undefined) throw usageError(`--bits takes ${keyBits.join(', ')}.`)
  return { bits, path: resolve(file) }
}

/** @throws CommandError 'usage' */
async function writeBackup(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    throw usageError(`The backup cannot be written, and no key was made. ${errorMessage(error)}`)
  }
}

/**
 * Stores the first key pair on the server. The backup stays whatever the response is, also if it is forged: it may be the
 * only copy of the private key.
 * @throws CommandError 'refused' if the pair is not stored; 'network' if that is not known
 */
async function storeFirstPair(
  { call, retry }: AccountSession,
  backupPath: string,
  pair: Required<Awaited<ReturnType<typeof sealPrivateKey>>> & { public_key_spki: string },
): Promise<void> {
  const faults: Fault[] = []
  try {
    await retry(async () => {
      try {
        await call(setEncryptedKey, { ...pair, in_force: null })
      } catch (error) {
        faults.push(faultOf(error))
        throw error
      }
    })
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const isReplaced = error.fault.code === 'keyPairReplaced'
    // The response to an earlier try may have been lost.
    if (isReplaced && (await isStored(pair, { call, retry }))) return
    const isUnknown = faults.some(mayHaveSucceeded)
    throw new CommandError(
      isUnknown ? exitCodes.network : exitCodeOf(error.fault),
      isUnknown
        ? `It is not known whether the key is stored: ${faultText(error.fault)} Keep ${backupPath}, and look in your profile.`
        : `${isReplaced ? hasKeyText : faultText(error.fault)} ${backupPath} is of no use unless your profile shows its key.`,
      { cause: error },
    )
  }
}

const isStored = async (
  pair: { public_key_spki: string },
  { call, retry }: Pick<AccountSession, 'call' | 'retry'>,
): Promise<boolean> => (await retry(() => call(getCurrentUser))).user.public_key_spki === pair.public_key_spki

const hasKeyText =
  'The account already has a key pair. Make another one in your profile, since it affects your folders.'
