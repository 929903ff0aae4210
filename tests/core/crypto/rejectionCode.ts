import { isCryptoError } from '../../../core/crypto/index.ts'

/** Resolves to the CryptoError code of the rejection, the text of any other error, or 'no failure'. */
export function rejectionCode(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no failure',
    (error: unknown) => (isCryptoError(error) ? error.code : String(error)),
  )
}
