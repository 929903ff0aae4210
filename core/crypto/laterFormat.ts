import { CryptoError } from './errors.ts'

/** Wrapped keys, grants and answers of later versions begin with a digit and a full stop, which base64 never does. */
const laterFormat = /^[2-9]\./

/** @throws CryptoError 'newer-version' */
export function refuseLaterFormat(text: string): void {
  if (laterFormat.test(text)) throw new CryptoError('newer-version')
}
