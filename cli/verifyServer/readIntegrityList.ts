import { existsSync } from 'node:fs'
import { MiB } from '../../contract/limits.ts'
import { releaseKey } from '../../contract/releaseKey.ts'
import { verifyMinisign } from '../../core/crypto/index.ts'
import { integrityFile } from '../../contract/integrityFiles.ts'
import { integrityList, type IntegrityList } from '../../contract/schemas/integrity.ts'
import type { Context } from '../context.ts'
import { CommandError, refusedError, usageError } from '../exitCodes.ts'
import { packageFilePath } from '../package.ts'
import { flagOption, textOption } from '../optionValues.ts'
import { readTextFile } from '../secrets.ts'
import { errorMessage } from '../texts.ts'

/** The largest list, in bytes; that of the current pages has 60 KiB. */
export const maxIntegrityListBytes = 2 * MiB

export interface TrustedIntegrityList {
  readonly list: IntegrityList
  /** Comment of the valid signature; null if the list is not signed. */
  readonly signedAs: string | null
}

/**
 * Reads the list to compare with: that of --list, or the one that is packed with this program, which is as
 * trustworthy as the program even without a signature.
 * @throws CommandError 'refused' for a missing or wrong signature; CommandError 'usage' if there is no list
 */
export async function readIntegrityList(context: Pick<Context, 'options'>): Promise<TrustedIntegrityList> {
  const optionPath = textOption(context, 'list')
  const path = optionPath ?? packageFilePath(integrityFile)
  if (path === null) throw usageError('This program contains no list. Name one by --list.')
  const text = await readTextFile(path, maxIntegrityListBytes)
  const signedAs = await verifySignature(context, text, path, optionPath === undefined)
  return { list: parseIntegrityList(text, path), signedAs }
}

/** @returns the comment of the signature; null for a list that needs none */
async function verifySignature(
  context: Pick<Context, 'options'>,
  text: string,
  path: string,
  isPacked: boolean,
): Promise<string | null> {
  if (flagOption(context, 'unsigned')) return null
  const keyFile = textOption(context, 'public-key')
  const key = keyFile === undefined ? releaseKey : await readTextFile(keyFile)
  const signature = `${path}.minisig`
  const isSigned = existsSync(signature)
  if (isPacked && keyFile === undefined && !(isSigned && key !== null)) return null
  if (key === null)
    throw usageError(
      'This version has no release key yet. Name the key that signed the list by --public-key, or give --unsigned if you built the list yourself.',
    )
  if (!isSigned) throw refusedError(`The list is not signed: there is no ${signature}.`)
  try {
    return await verifyMinisign(Buffer.from(text), await readTextFile(signature), key)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw refusedError(`The list is not used. ${errorMessage(error)}`)
  }
}

/** @throws CommandError 'usage' */
function parseIntegrityList(text: string, path: string): IntegrityList {
  try {
    return integrityList.parse(JSON.parse(text))
  } catch {
    throw usageError(`${path} is not an integrity list, or needs a newer version of this program.`)
  }
}
