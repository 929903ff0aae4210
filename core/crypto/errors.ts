/** What can be wrong; the set is closed. */
export type CryptoErrorCode =
  /** Bytes are missing, or no plaintext has this sealed length. */
  | 'truncated'
  /** A tag did not verify, or bytes follow the end. */
  | 'damaged'
  /** A wrapped key is not for this private key, a link's key not for this file, a box not of this secret. */
  | 'wrong-key'
  /** A password-sealed blob does not open. Alteration looks the same, on purpose. */
  | 'wrong-password'
  /** A recovery code whose check does not fit: a character of it is another. */
  | 'mistyped'
  /** Base64, length or structure are not what the format says. */
  | 'bad-format'
  | 'bad-iv'
  | 'bad-key'
  /** Too short to begin with an IV. */
  | 'short-for-iv'
  /** What a link carries holds no key. */
  | 'no-link-keys'
  /** The manifest was made with another file key: one ciphertext must not have two contents. */
  | 'commitment'
  /** Bytes to be sealed are fewer or more than announced: the file changed while it was read. */
  | 'size-mismatch'
  /** A chunk was to be sealed twice under one nonce. */
  | 'sealed-twice'
  /** A public key that is no RSA key of 2048, 3072 or 4096 bits with exponent 65537, or has a small factor. */
  | 'weak-key'
  /** The server named a password hash, a count or a salt that this client does not accept. */
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

/** Also true for an error of another copy of this module: page and workers are bundled apart. */
export function isCryptoError(error: unknown): error is CryptoError {
  return error instanceof Error && error.name === 'CryptoError' && 'code' in error
}
