import { manifestJson } from '../../../core/crypto/manifestFields.ts'
import { fingerprintWords } from '../../../core/crypto/fingerprintWords.ts'
import {
  asFileKeyBytes,
  asLinkMaster,
  asRecoveryEntropy,
  type Bytes,
  chunkAad,
  chunkCount,
  chunkNonce,
  chunkOpener,
  chunkSealer,
  concat,
  contentHashHex,
  ContentRoot,
  contentRootB64u,
  createContentHash,
  stretchLinkPassword,
  deriveLoginVerifier,
  fingerprint,
  fromBase64,
  fromHex,
  importFileKey,
  importOriginKey,
  importPasskeySecret,
  isCryptoError,
  joinLinkKeyString,
  deriveManifestKey,
  keyCommitment,
  type LinkBox,
  linkFilesBytes,
  linkFilesHash,
  type Manifest,
  openLinkBox,
  openLinkFileKey,
  openLinkMaster,
  openManifest,
  openOwnManifest,
  openPasskeyWrap,
  openPrivateKey,
  openRecoveryBox,
  openWhole,
  type OriginKey,
  originSecret,
  passkeyInput,
  plainSize,
  publicKeyOf,
  readRecoveryCode,
  recoveryCodeOf,
  rootOf,
  sealedSize,
  sealLinkBox,
  sealLinkFileKey,
  sealLinkMaster,
  sealManifest,
  sealPasskeyWrap,
  sealPrivateKey,
  sealRecoveryBox,
  splitLinkKeyString,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from '../../../core/crypto/index.ts'
import { tryBase64Url } from '../../../core/crypto/bytes.ts'
import { openSaltedBox, sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { originVerdict, withOrigin } from '../../../core/crypto/origin.ts'
import { hkdf, importHkdfKey } from '../../../core/crypto/primitives.ts'
import { answerChecks } from './answerChecks.ts'
import { boundFileChecks, type BoundVectors } from './boundFileChecks.ts'
import { keyReadingChecks, type KeyReadingVectors } from './keyReadingChecks.ts'
import { privateNamesChecks, type PrivateNamesVectors } from './privateNamesChecks.ts'
import { sharedFolderChecks } from './sharedFolderChecks.ts'
import { patternBytes } from './testBytes.ts'
import { sealAll } from './wholeFiles.ts'

/*
 * The frozen vectors against this implementation. Nothing of Node or of a test runner is used, so that the same
 * checks run in a browser page.
 */

export type Vectors = typeof import('../../fixtures/vectors.json')
export type MoreVectors = typeof import('../../fixtures/vectors-2.json')

export interface VectorCheck {
  name: string
  ok: boolean
  detail?: string
}

export async function runVectorChecks(
  vectors: Vectors,
  more: MoreVectors,
  bound: BoundVectors,
  keyReading: KeyReadingVectors,
  privateNames: PrivateNamesVectors,
): Promise<VectorCheck[]> {
  const results: VectorCheck[] = []
  for (const [name, check] of [
    ...vectors.streams.flatMap(streamChecks),
    ...sizeChecks(vectors),
    ...manifestChecks(vectors.manifest),
    ...loginChecks(vectors),
    ...privateKeyChecks(vectors.privateKeyBox250000),
    ...privateKeyChecks(vectors.privateKeyBox600000),
    sealPrivateKeyCheck(vectors.privateKeyBox600000),
    ...linkChecks(vectors.link),
    ...fingerprintChecks(vectors.fingerprint),
    ...rootChecks(more),
    ...saltedBoxChecks(more.box),
    ...recoveryChecks(more),
    ...passkeyChecks(more),
    ...linkBoxChecks(more.link),
    ...sharedFolderChecks(more),
    ...more.contentRoot.flatMap(contentRootChecks),
    rootedManifestCheck(more),
    ...originChecks(more),
    ...answerChecks(more),
    ...boundFileChecks(bound),
    ...keyReadingChecks(more, keyReading),
    ...privateNamesChecks(privateNames),
  ]) {
    try {
      await check()
      results.push({ name, ok: true })
    } catch (error) {
      results.push({ name, ok: false, detail: String(error) })
    }
  }
  return results
}

export type Check = [name: string, check: () => void | Promise<void>]

function streamChecks(vector: Vectors['streams'][number]): Check[] {
  const plaintext = describedPlaintext(vector.plaintext)
  const iv = fromHex(vector.iv)
  const file = async () => ({
    key: await importFileKey(asFileKeyBytes(fromHex(vector.key))),
    iv,
    plainSize: plaintext.length,
  })
  const sealed = async () => sealAll(await file(), plaintext)

  const expectSealed = async (actual: Bytes) => {
    assertEqual(actual.length, vector.sealedLength)
    assertEqual(await contentHashHex(actual), vector.sealedSha256)
    assertEqual(toHex(actual.slice(-32)), vector.sealedTail32)
    if (vector.sealed !== undefined) assertEqual(toHex(actual), vector.sealed)
  }
  const checks: Check[] = [
    [
      'content hash',
      async () => {
        assertEqual(await contentHashHex(plaintext), vector.plaintextSha256)
        const hash = await createContentHash()
        for (let i = 0; i < plaintext.length; i += 100_003) hash.update(plaintext.subarray(i, i + 100_003))
        assertEqual(hash.digestHex(), vector.plaintextSha256)
      },
    ],
    [
      'seals chunk by chunk, back to front',
      async () => {
        const sealer = chunkSealer(await file())
        const chunks: Promise<readonly Bytes[]>[] = []
        for (let i = sealer.count - 1; i >= 0; i--)
          chunks.unshift(sealer.seal(i, plaintext.subarray(i * 262_144, (i + 1) * 262_144)))
        await expectSealed(concat(...(await Promise.all(chunks)).flat()))
      },
    ],
    [
      'opens chunk by chunk, back to front',
      async () => {
        const bytes = await sealed()
        const opener = chunkOpener(await file())
        const chunks: Promise<Bytes>[] = []
        for (let i = opener.count - 1; i >= 0; i--)
          chunks.unshift(opener.open(i, bytes.subarray(i * 262_160, (i + 1) * 262_160)))
        assertEqualBytes(concat(...(await Promise.all(chunks))), plaintext)
      },
    ],
    [
      'is plain AES-GCM up to one chunk, and only then',
      async () => {
        const bytes = await sealed()
        const whole = openWhole((await file()).key, iv, bytes)
        if (chunkCount(plaintext.length) === 1) assertEqualBytes(await whole, plaintext)
        else assertEqual(await rejectionCode(whole), 'damaged')
      },
    ],
    ...(vector.chunks ?? []).map(({ nonce, aad }, i, { length }): Check => {
      const isLast = i === length - 1
      return [
        `nonce and additional data of chunk ${i}`,
        () => {
          assertEqual(toHex(chunkNonce(iv, i, isLast)), nonce)
          assertEqual(toHex(chunkAad(iv, plaintext.length, i, isLast)), aad)
        },
      ]
    }),
  ]
  return checks.map(([name, check]) => [`${vector.plaintext}: ${name}`, check])
}

function sizeChecks({ sizes, impossibleSealedLengths }: Vectors): Check[] {
  return [
    ...sizes.map(({ plain, chunks, sealed }): Check => [
      `size ${plain}`,
      () => {
        assertEqual(chunkCount(plain), chunks)
        assertEqual(sealedSize(plain), sealed)
        assertEqual(plainSize(sealed), plain)
      },
    ]),
    ...impossibleSealedLengths.map((length): Check => [
      `no plaintext has the sealed size ${length}`,
      () =>
        assertEqual(
          thrownCode(() => plainSize(length)),
          'truncated',
        ),
    ]),
  ]
}

function manifestChecks(vector: Vectors['manifest']): Check[] {
  const rawKey = asFileKeyBytes(fromHex(vector.key))
  const iv = fromHex(vector.iv)
  return [
    ['key commitment', async () => assertEqual(toHex(await keyCommitment(rawKey, iv)), vector.keyCommitment)],
    [
      'opens the manifest',
      async () =>
        assertEqual(JSON.stringify(await openManifest(rawKey, iv, vector.manifestB64)), vector.json),
    ],
    [
      'seals the manifest to the same bytes',
      async () => {
        const manifest = JSON.parse(vector.json) as Manifest
        const sealed = await withRandomBytes(fromHex(vector.nonce), async () =>
          sealManifest(await deriveManifestKey(rawKey, iv), manifest),
        )
        assertEqual(sealed, vector.manifestB64)
      },
    ],
  ]
}

function contentRootChecks({ plaintext, rootB64u }: MoreVectors['contentRoot'][number]): Check[] {
  const content = describedPlaintext(plaintext)
  return [
    [`content root of ${plaintext}`, async () => assertEqual(await contentRootB64u(content), rootB64u)],
    [
      `content root of ${plaintext}, chunk by chunk, each overwritten at once`,
      async () => {
        const root = new ContentRoot(content.length)
        const memory = new Uint8Array(262_144)
        for (let at = 0; at < content.length; at += memory.length) {
          const chunk = content.subarray(at, at + memory.length)
          memory.set(chunk)
          const taken = root.update(memory.subarray(0, chunk.length))
          memory.fill(0xff)
          await taken
        }
        assertEqual(await root.b64u(), rootB64u)
      },
    ],
  ]
}

function rootedManifestCheck({ manifest2, contentRoot }: MoreVectors): Check {
  return [
    'opens a manifest with a content root, and writes the same up to its last member',
    async () => {
      const opened = await openManifest(
        asFileKeyBytes(fromHex(manifest2.key)),
        fromHex(manifest2.iv),
        manifest2.manifestB64,
      )
      assertEqual(
        opened.root,
        contentRoot.find(({ plaintext }) => plaintext === `pattern(${opened.size})`)?.rootB64u,
      )
      assertEqual(manifestJson(opened), manifest2.json.replace(/,"origin":"[^"]*"}$/, '}'))
    },
  ]
}

function originChecks({ origin, manifest2 }: MoreVectors): Check[] {
  const rawKey = asFileKeyBytes(fromHex(manifest2.key))
  const iv = fromHex(manifest2.iv)
  const keyOf = async ({ ownerSecret, folder }: MoreVectors['origin'][number]) =>
    importOriginKey(await originSecret(await importHkdfKey(fromHex(ownerSecret)), folder))
  return [
    ...origin.flatMap((vector): Check[] => {
      const commitment = fromHex(vector.keyCommitment)
      return [
        [
          `origin secret of the folder ${vector.folder}`,
          async () => {
            const owner = await importHkdfKey(fromHex(vector.ownerSecret))
            const secret = await originSecret(owner, vector.folder)
            assertEqual(toHex(secret), vector.secret)
            assertEqual(toBase64Url(secret), vector.secretB64u)
          },
        ],
        [
          `origin of a manifest of the folder ${vector.folder}, written and checked`,
          async () => {
            const key = await keyOf(vector)
            assertEqual(await withOrigin(vector.t0, commitment, key), vector.json)
            assertEqual(await originVerdict(vector.json, commitment, key), 'proven')
          },
        ],
      ]
    }),
    [
      'seals a manifest with its origin to the same bytes, and tells whose it is',
      async () => {
        const [first, second] = await Promise.all(origin.map(keyOf))
        if (!first || !second) throw new Error('two origins are needed')
        const manifest = JSON.parse(manifest2.json) as Manifest
        const key = await deriveManifestKey(rawKey, iv)
        const nonce = fromHex(manifest2.nonce)
        assertEqual(
          await withRandomBytes(nonce, () => sealManifest(key, manifest, first)),
          manifest2.manifestB64,
        )
        const of = async (known: OriginKey) =>
          (await openOwnManifest(rawKey, iv, manifest2.manifestB64, known)).origin
        assertEqual(await of(first), 'proven')
        assertEqual(await of(second), 'wrong')
      },
    ],
  ]
}

function loginChecks({ login, loginUnicode }: Vectors): Check[] {
  return [login, loginUnicode].map(({ password, iterations, salt, verifier }) => [
    `login verifier of '${password}'`,
    async () => {
      const kdf = { kdf: 'pbkdf2-sha256', iterations, salt: toBase64(fromHex(salt)) }
      assertEqual(await deriveLoginVerifier(password, kdf), verifier)
    },
  ])
}

type PrivateKeyVector = Vectors['privateKeyBox600000']

function privateKeyChecks(vector: PrivateKeyVector): Check[] {
  return [
    [
      `opens a private key sealed with ${vector.iterations} rounds`,
      async () => {
        // The vector names the blob by its hash: made here with Web Crypto alone, then opened by our code.
        const pkcs8 = describedPlaintext(vector.pkcs8)
        const passwordKey = await crypto.subtle.importKey('raw', utf8(vector.password), 'PBKDF2', false, [
          'deriveKey',
        ])
        const salt = Uint8Array.from(atob(vector.kdfSaltB64), (char) => char.charCodeAt(0))
        const wrapKey = await crypto.subtle.deriveKey(
          { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: vector.iterations },
          passwordKey,
          { name: 'AES-GCM', length: 256 },
          false,
          ['encrypt'],
        )
        const iv = fromHex(vector.iv)
        const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrapKey, pkcs8)
        const blob = concat(iv, new Uint8Array(sealed))
        assertEqual(await contentHashHex(blob), vector.encryptedPrivateKeySha256)

        const stored = { encryptedPrivateKey: toBase64(blob), kdfSalt: vector.kdfSaltB64 }
        const rounds = vector.iterations === 250_000 ? {} : { kdfIterations: vector.iterations }
        assertEqualBytes(await openPrivateKey({ ...stored, ...rounds }, vector.password), pkcs8)
      },
    ],
  ]
}

function sealPrivateKeyCheck(vector: PrivateKeyVector): Check {
  return [
    'seals a private key to the same bytes',
    async () => {
      const salt = Uint8Array.from(atob(vector.kdfSaltB64), (char) => char.charCodeAt(0))
      const sealed = await withRandomBytes(salt, () =>
        sealPrivateKey(describedPlaintext(vector.pkcs8), vector.password),
      )
      assertEqual(sealed.kdfIterations, vector.iterations)
      assertEqual(sealed.kdfSalt, vector.kdfSaltB64)
      const blob = Uint8Array.from(atob(sealed.encryptedPrivateKey), (char) => char.charCodeAt(0))
      assertEqual(toHex(blob.subarray(0, 12)), vector.iv)
      assertEqual(await contentHashHex(blob), vector.encryptedPrivateKeySha256)
    },
  ]
}

function linkChecks(vector: Vectors['link']): Check[] {
  const kdf = {
    kdf: 'pbkdf2-sha256',
    iterations: vector.iterations,
    salt: toBase64(fromHex(vector.salt)),
  }
  const linkMaster = asLinkMaster(fromHex(vector.linkMaster))
  const rawKey = asFileKeyBytes(fromHex(vector.fileKey))
  return [
    [
      'link verifier',
      async () => assertEqual((await stretchLinkPassword(vector.password, kdf)).verifier, vector.verifier),
    ],
    [
      'key string of a link, sealed and opened',
      async () => {
        const password = await stretchLinkPassword(vector.password, kdf)
        assertEqual(password.verifier, vector.verifier)
        const keyString = joinLinkKeyString({
          part1B64: await sealLinkMaster(password, linkMaster),
          part2B64: await sealLinkFileKey(linkMaster, vector.fileId, rawKey),
        })
        assertEqual(keyString, vector.reencryptedKey)

        const { part1B64, part2B64 } = splitLinkKeyString(vector.reencryptedKey)
        const opened = await openLinkMaster(password, part1B64 ?? '')
        assertEqualBytes(opened, linkMaster)
        assertEqualBytes(await openLinkFileKey(opened, vector.fileId, part2B64), rawKey)
      },
    ],
  ]
}

function fingerprintChecks(vector: Vectors['fingerprint']): Check[] {
  return [
    [
      'fingerprint',
      async () => {
        const { bytes, b64u, words } = await fingerprint(describedPlaintext(vector.spki))
        assertEqual(toHex(bytes), vector.fingerprint)
        assertEqual(b64u, vector.fingerprintB64u)
        assertEqual(words.join(' '), vector.wordIndexes.map((i) => fingerprintWords[i]).join(' '))
      },
    ],
    [
      'the word list is the English one of BIP-39',
      async () => {
        assertEqual(fingerprintWords.length, 2048)
        assertEqual(fingerprintWords.join(' '), [...fingerprintWords].sort().join(' '))
        const lines = fingerprintWords.map((word) => `${word}\n`).join('')
        assertEqual(
          await contentHashHex(utf8(lines)),
          '2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda',
        )
      },
    ],
  ]
}

function rootChecks({ keys, root }: MoreVectors): Check[] {
  const { pkcs8B64, spkiB64, fpB64u } = keys.ada
  return [
    [
      'root of a private key',
      async () => {
        // The handle gives nothing away but what is derived of it.
        const derived = await hkdf(await rootOf(fromBase64(pkcs8B64)), null, 'probe', 32)
        assertEqualBytes(derived, await hkdf(fromHex(root.root), null, 'probe', 32))
      },
    ],
    [
      'fingerprint of the public key rebuilt from the private one',
      async () => {
        const spki = await publicKeyOf(fromBase64(pkcs8B64))
        assertEqual(toBase64(spki), spkiB64)
        assertEqual((await fingerprint(spki)).b64u, fpB64u)
      },
    ],
  ]
}

function saltedBoxChecks(vector: MoreVectors['box']): Check[] {
  const content = describedPlaintext(vector.content)
  const terms = async () => ({
    secret: await importHkdfKey(fromHex(vector.secret)),
    label: vector.label,
    aad: fromHex(vector.aad),
  })
  return [
    [
      'seals a box to the same bytes',
      async () => {
        const box = await withRandomBytes(fromHex(vector.salt), async () =>
          sealSaltedBox(await terms(), content),
        )
        assertEqual(toHex(box), vector.box)
      },
    ],
    [
      'opens the box',
      async () => assertEqualBytes(await openSaltedBox(await terms(), fromHex(vector.box)), content),
    ],
  ]
}

function recoveryChecks({ keys, recovery }: MoreVectors): Check[] {
  const { pkcs8B64, fpB64u } = keys.ada
  const entropy = asRecoveryEntropy(fromHex(recovery.entropy))
  return [
    ['writes a recovery code', async () => assertEqual(await recoveryCodeOf(entropy), recovery.code)],
    ...[recovery.code, ...recovery.alsoRead].map((typed): Check => [
      `reads the recovery code ${typed}`,
      async () => assertEqualBytes(await readRecoveryCode(typed), entropy),
    ]),
    [
      'notices a mistyped recovery code',
      async () => assertEqual(await rejectionCode(readRecoveryCode(recovery.mistyped)), 'mistyped'),
    ],
    [
      'seals a recovery box to the same bytes',
      async () => {
        const salt = fromBase64(recovery.recoveryBoxB64).slice(0, 16)
        const box = await withRandomBytes(salt, () => sealRecoveryBox(entropy, fromBase64(pkcs8B64)))
        assertEqual(box, recovery.recoveryBoxB64)
      },
    ],
    [
      'opens the recovery box',
      async () => {
        const fp = tryBase64Url(fpB64u) ?? new Uint8Array()
        const opened = await openRecoveryBox(
          await readRecoveryCode(recovery.code),
          recovery.recoveryBoxB64,
          fp,
        )
        assertEqualBytes(opened, fromBase64(pkcs8B64))
      },
    ],
  ]
}

function passkeyChecks({ keys, passkey }: MoreVectors): Check[] {
  const { pkcs8B64, fpB64u } = keys.ada
  const fp = tryBase64Url(fpB64u) ?? new Uint8Array()
  const secret = () => importPasskeySecret(fromHex(passkey.output))
  return [
    ['asks every passkey for the same input', () => assertEqual(toHex(passkeyInput), passkey.input)],
    [
      'seals a passkey’s wrap to the same bytes',
      async () => {
        const salt = fromBase64(passkey.wrapB64).slice(0, 16)
        const wrap = await withRandomBytes(salt, async () =>
          sealPasskeyWrap(await secret(), fromBase64(pkcs8B64)),
        )
        assertEqual(wrap, passkey.wrapB64)
      },
    ],
    [
      'opens the passkey’s wrap',
      async () => {
        assertEqualBytes(await openPasskeyWrap(await secret(), passkey.wrapB64, fp), fromBase64(pkcs8B64))
      },
    ],
  ]
}

function linkBoxChecks(vector: MoreVectors['link']): Check[] {
  const members = JSON.parse(vector.json) as { token: string; password: boolean; files: string; lm: string }
  const link = async (): Promise<LinkBox> => ({
    token: members.token,
    hasPassword: members.password,
    filesHash: await linkFilesHash(
      linkFilesBytes(
        vector.files.map(({ id, keyCommitment }) => ({ id, commitment: fromHex(keyCommitment) })),
      ),
    ),
    linkMaster: asLinkMaster(tryBase64Url(members.lm) ?? new Uint8Array()),
  })
  return [
    [
      'hash of the files of a link',
      async () => assertEqual(toBase64Url((await link()).filesHash), members.files),
    ],
    ...[vector.personal, vector.several].flatMap(
      ({ ownerSecret, generation, salt, sealedLinkB64 }): Check[] => {
        const owner = async () => ({ secret: await importHkdfKey(fromHex(ownerSecret)), generation })
        return [
          [
            `seals the box of a link of generation ${generation} to the same bytes`,
            async () => {
              const sealed = await withRandomBytes(fromHex(salt), async () =>
                sealLinkBox(await owner(), await link()),
              )
              assertEqual(sealed, sealedLinkB64)
            },
          ],
          [
            `opens the box of a link of generation ${generation}`,
            async () => {
              const opened = await openLinkBox(await owner(), sealedLinkB64)
              const { token, hasPassword, filesHash, linkMaster } = await link()
              assertEqual(opened.token, token)
              assertEqual(opened.hasPassword, hasPassword)
              assertEqualBytes(opened.filesHash, filesHash)
              assertEqualBytes(opened.linkMaster, linkMaster)
            },
          ],
        ]
      },
    ),
  ]
}

function describedPlaintext(description: string): Bytes {
  const [, length] = /^pattern\((\d+)\)$/.exec(description) ?? []
  return length === undefined ? utf8(description.replace(/^utf8:/, '')) : patternBytes(Number(length))
}

/** Runs `task` while the platform's random bytes are the given ones: what is sealed can be compared byte by byte. */
export async function withRandomBytes<T>(bytes: Bytes, task: () => Promise<T>): Promise<T> {
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    value: (target: Uint8Array) => {
      assertEqual(target.length, bytes.length)
      target.set(bytes)
      return target
    },
  })
  try {
    return await task()
  } finally {
    Reflect.deleteProperty(crypto, 'getRandomValues')
  }
}

export function assertEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`)
}

export function assertEqualBytes(actual: Bytes, expected: Bytes): void {
  assertEqual(actual.length, expected.length)
  const at = actual.findIndex((byte, i) => byte !== expected[i])
  if (at >= 0) throw new Error(`byte ${at} differs`)
}

function thrownCode(task: () => unknown): string {
  try {
    task()
    return 'nothing thrown'
  } catch (error) {
    return isCryptoError(error) ? error.code : String(error)
  }
}

export async function rejectionCode(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'nothing thrown',
    (error: unknown) => (isCryptoError(error) ? error.code : String(error)),
  )
}
