import { fromBase64, type KeyPair } from '../core/crypto/index.ts'
import fixture from './fixtures/testKeyPairs.json'

const pairOf = ({ pkcs8B64, spkiB64 }: { pkcs8B64: string; spkiB64: string }): KeyPair => ({
  pkcs8Bytes: fromBase64(pkcs8B64),
  spkiBytes: fromBase64(spkiB64),
})

/** Key pairs of 2048 bits for tests that are not about making one: each is another. */
export const [testPair, secondTestPair, thirdTestPair, fourthTestPair, fifthTestPair] = fixture.pairs.map(
  pairOf,
) as [KeyPair, KeyPair, KeyPair, KeyPair, KeyPair]

/** A key pair of 5120 bits. */
export const longTestPair: KeyPair = pairOf(fixture.longPair)
