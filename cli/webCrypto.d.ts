import type { webcrypto } from 'node:crypto'

/** Globals of Web Crypto that Node's types declare in its module only. */
declare global {
  type CryptoKey = webcrypto.CryptoKey
  const CryptoKey: new () => webcrypto.CryptoKey
  type JsonWebKey = webcrypto.JsonWebKey
  type BufferSource = webcrypto.BufferSource
}
