export type CryptoErrorCode =
  /** Bytes are missing, or no plaintext has this sealed length. */
  | 'truncated'
  /** A tag does not verify, or bytes follow the end. */
  | 'damaged'
  /** A wrapped key, a link's key or a box is of another private key, file or secret. */
  | 'wrong-key'
  /** A password-sealed blob does not open; deliberately the same if it was altered. */
  | 'wrong-password'
  /** The check of a recovery code does not match: a character is wrong. */
  | 'mistyped'
  /** Base64, length or structure do not follow the format. */
  | 'bad-format'
  /** Written by a later version of Sealpost. */
  | 'newer-version'
  | 'bad-iv'
  | 'bad-key'
  /** Too short to begin with an IV. */
  | 'short-for-iv'
  | 'no-link-keys'
  /** The manifest was made with another file key: one ciphertext must not have two contents. */
  | 'commitment'
  /** The bytes to be sealed are fewer or more than announced: the file changed while it was read. */
  | 'size-mismatch'
  | 'sealed-twice'
  /** A public key is not RSA of 2048, 3072 or 4096 bits with exponent 65537, or has a small factor. */
  | 'weak-key'
  /** The server named a password hash, iteration count or salt that this client does not accept. */
  | 'kdf-refused'
  | 'link-keys-missing'

export class CryptoError extends Error {
  override readonly name = 'CryptoError'
  readonly code: CryptoErrorCode

  constructor(code: CryptoErrorCode) {
    super(code)
    this.code = code
  }
}

/** Also true for an error of another copy of this module: page and workers have separate bundles. */
export function isCryptoError(error: unknown): error is CryptoError {
  return error instanceof Error && error.name === 'CryptoError' && 'code' in error
}
