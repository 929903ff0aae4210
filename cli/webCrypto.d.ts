import type { webcrypto } from 'node:crypto'

/** Names of Web Crypto that are everywhere at run time, but in Node's types only in its module. */
declare global {
  type CryptoKey = webcrypto.CryptoKey
  const CryptoKey: new () => webcrypto.CryptoKey
  type JsonWebKey = webcrypto.JsonWebKey
  type BufferSource = webcrypto.BufferSource
}
