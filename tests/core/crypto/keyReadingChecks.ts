import {
  fingerprint,
  fromBase64,
  fromHex,
  importPrivateKey,
  openAnswers,
  openGrant,
  personalKeyOf,
  isLaterPersonCode,
  readPersonCode,
  rootOf,
  toHex,
  unwrapFileKey,
  verifyRoster,
} from '../../../core/crypto/index.ts'
import { hkdf, oaepOpen } from '../../../core/crypto/primitives.ts'
import { readUploadLinkFragment, laterFingerprint } from '../../../core/upload/uploadLinkFragment.ts'
import { assertEqual, type Check, type MoreVectors, rejectionCode } from './vectorChecks.ts'

export type KeyReadingVectors = typeof import('../../fixtures/keyReading.json')

/** Keys as platforms give them, and as later versions will write them. */
export function keyReadingChecks({ keys }: MoreVectors, vectors: KeyReadingVectors): Check[] {
  const ownKey = () => importPrivateKey(fromBase64(keys.ada.pkcs8B64))
  return [
    ...vectors.fileKeys.map(({ key, wrappedB64 }): Check => [
      `file key: opens though it begins with ${key.slice(0, 6)}`,
      async () => assertEqual(toHex(await unwrapFileKey(await ownKey(), wrappedB64)), key),
    ]),
    ...vectors.grants.map(({ folder, gen, secret, grantB64 }): Check => [
      `grant: opens though its secret begins with ${secret.slice(0, 6)}`,
      async () => assertEqual(toHex(await openGrant(await ownKey(), { folder, gen }, grantB64)), secret),
    ]),
    ...vectors.answers.map(({ batchB64u, json, answersB64 }, i): Check => [
      `answers: open though their key begins with ${i + 1} zeros`,
      async () =>
        assertEqual(
          JSON.stringify({ v: 1, fields: await openAnswers(await ownKey(), batchB64u, answersB64) }),
          json,
        ),
    ]),
    [
      'plaintext of RSA: at most four bytes are added on its left',
      async () => {
        const { key, wrappedB64 } = vectors.fileKeys[0] ?? { key: '', wrappedB64: '' }
        const opened = async (length: number) =>
          toHex((await oaepOpen(await ownKey(), fromBase64(wrappedB64), length)) ?? new Uint8Array())
        assertEqual((await opened(34)).endsWith(key.slice(2)), true)
        assertEqual((await opened(34)).length, 68)
        assertEqual((await opened(40)).length <= 64, true)
      },
    ],
    [
      'private key with attributes: is the same key, and has a root of its own',
      async () => {
        const pkcs8Bytes = fromBase64(vectors.attributes.pkcs8B64)
        const own = await personalKeyOf(pkcs8Bytes)
        assertEqual(own.fingerprint, (await fingerprint(fromBase64(keys.ada.spkiB64))).b64u)
        const { key, wrappedB64 } = vectors.fileKeys[1] ?? { key: '', wrappedB64: '' }
        assertEqual(toHex(await unwrapFileKey(own.privateKey, wrappedB64)), key)
        const probe = (root: CryptoKey) => hkdf(root, null, 'probe', 32)
        const root = await crypto.subtle.importKey('raw', fromHex(vectors.attributes.root), 'HKDF', false, [
          'deriveBits',
        ])
        assertEqual(toHex(await probe(await rootOf(pkcs8Bytes))), toHex(await probe(root)))
        // It was not changed by importing it.
        assertEqual(toHex(pkcs8Bytes), toHex(fromBase64(vectors.attributes.pkcs8B64)))
      },
    ],
    [
      'later formats: ask for an update',
      async () => {
        const own = await ownKey()
        const generation = { folder: vectors.grants[0]?.folder ?? '', gen: 3 }
        for (const text of ['2.AAAA', '9.', '2.anything at all'])
          for (const opened of [
            unwrapFileKey(own, text),
            openGrant(own, generation, text),
            openAnswers(own, vectors.answers[0]?.batchB64u ?? '', text),
          ])
            assertEqual(await rejectionCode(opened), 'newer-version')
        assertEqual(await rejectionCode(unwrapFileKey(own, '1.AAAA')), 'bad-key')
        for (const v of [2, 17]) {
          const statement = JSON.stringify({ v, folder: 'x', more: true })
          const later = verifyRoster([{ statement, signature: '2.x' }], new Map())
          assertEqual(await rejectionCode(later), 'newer-version')
        }
        for (const fragment of ['k2=abc', 'kp2=abc&s=x', 'k=x&k2=y'])
          assertEqual(readUploadLinkFragment(fragment).keyFingerprint, laterFingerprint)
        assertEqual(isLaterPersonCode('Anna.2:abc'), true)
        assertEqual(isLaterPersonCode('Anna.B. 2:30'), false)
        assertEqual(readPersonCode('Anna.2:abc'), null)
      },
    ],
  ]
}
