import { type Bytes, isCryptoError } from '../../../core/crypto/index.ts'

export function withBitFlipped(bytes: Bytes, bit: number): Bytes {
  const altered = bytes.slice()
  altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return altered
}

/** The code of what the promise was rejected with. */
export function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no failure',
    (error: unknown) => (isCryptoError(error) ? error.code : String(error)),
  )
}
