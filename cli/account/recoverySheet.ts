import { readRecoveryCode, type RecoveryEntropy } from '../../core/crypto/index.ts'
import { usageError } from '../exitCodes.ts'

/** Seven groups of four characters, with usual separators. */
const code = /(?<![\p{L}\p{N}])(?:[0-9A-Za-z]{4}[ \t\p{Pd}\u2212]?){6}[0-9A-Za-z]{4}(?![\p{L}\p{N}])/gu

/** Finds the code of a recovery sheet. @throws CommandError 'usage' without one; CryptoError 'mistyped' */
export async function findRecoveryCode(text: string): Promise<RecoveryEntropy> {
  let mistyped: unknown
  for (const [candidate] of plainText(text).matchAll(code)) {
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
const plainText = (text: string): string =>
  text
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<\/?span[^>]*>/gi, '')
    .replace(/<[^>]*>/g, '\n')
