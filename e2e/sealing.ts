import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  pbkdf2Sync,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/**
 * The formats of core/crypto/FORMAT.md, written once more from their description: what a test makes with these and the
 * product opens was not made by the product.
 */

export const chunkBytes = 262_144

const hkdf = (key: Buffer, salt: Buffer | '', info: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

function sealGcm(key: Buffer, nonce: Buffer, plain: Buffer, aad?: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (aad) cipher.setAAD(aad)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export interface FileSecret {
  key: Buffer
  iv: Buffer
}

export const newSecret = (): FileSecret => ({ key: randomBytes(32), iv: randomBytes(12) })

export const chunkCount = (size: number): number => Math.max(1, Math.ceil(size / chunkBytes))
export const sealedSize = (size: number): number => size + 16 * chunkCount(size)

/** FORMAT.md, 1. `plain` is the whole of chunk `index` of a file of `size` bytes. */
export function sealChunk({ key, iv }: FileSecret, size: number, index: number, plain: Buffer): Buffer {
  const count = chunkCount(size)
  if (count === 1) return sealGcm(key, iv, plain)
  const isLast = index === count - 1
  const nonce = Buffer.from(iv)
  nonce.writeUInt32BE((nonce.readUInt32BE(7) ^ index) >>> 0, 7)
  nonce.writeUInt8(nonce.readUInt8(11) ^ (isLast ? 0 : 1), 11)
  const aad = Buffer.alloc(17 + 1 + 12 + 4 + 8 + 4 + 1)
  aad.write('sealpost/1/stream', 'latin1')
  iv.copy(aad, 18)
  aad.writeUInt32BE(chunkBytes, 30)
  aad.writeBigUInt64BE(BigInt(size), 34)
  aad.writeUInt32BE(index, 42)
  aad.writeUInt8(isLast ? 1 : 0, 46)
  return sealGcm(key, nonce, plain, aad)
}

export function sealBytes(secret: FileSecret, plain: Buffer): Buffer {
  const chunk = (index: number) => plain.subarray(index * chunkBytes, (index + 1) * chunkBytes)
  return Buffer.concat(
    Array.from({ length: chunkCount(plain.length) }, (_, index) =>
      sealChunk(secret, plain.length, index, chunk(index)),
    ),
  )
}

export const wrapKey = (publicKey: KeyObject, secret: Buffer): string =>
  publicEncrypt(
    { key: publicKey, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
    secret,
  ).toString('base64')

export interface ManifestFields {
  size: number
  sha256: string
  name: string
  path: string
  mtime?: number
  batch: string
  index: number
  count: number
  root?: string
  private?: 1
  to?: string
}

/** FORMAT.md, 11: the SHA-256 of each chunk → the member `root`, for files of two and more. */
export function contentRoot(size: number, leaves: Buffer[]): Pick<ManifestFields, 'root'> {
  if (leaves.length < 2) return {}
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(size))
  const hash = createHash('sha256').update('sealpost/1/content\0').update(length)
  for (const leaf of leaves) hash.update(leaf)
  return { root: hash.digest('base64url') }
}

export const leafOf = (chunk: Buffer): Buffer => createHash('sha256').update(chunk).digest()

export const leavesOf = (plain: Buffer): Buffer[] =>
  Array.from({ length: chunkCount(plain.length) }, (_, index) =>
    leafOf(plain.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
  )

const commitmentOf = ({ key, iv }: FileSecret) => hkdf(key, iv, 'sealpost/1/commit', 32)

/** FORMAT.md, 20: the member `to` of a file that is sent by an upload link. */
export function boundTo(secret: FileSecret, linkToken: string): string {
  const tag = createHash('sha256').update(`sealpost/1/to-link\0${linkToken}`).digest()
  return createHmac('sha256', tag).update('sealpost/1/to\0').update(commitmentOf(secret)).digest('base64url')
}

/** FORMAT.md, 21: what the server is told of a file whose names it does not learn. */
export function hiddenRow({ key, iv }: FileSecret, { name, path, size, sha256: digest }: ManifestFields) {
  const placeholder = createHash('sha256')
    .update('sealpost/1/placeholder\0')
    .update(commitmentOf({ key, iv }))
  const text = JSON.stringify({ v: 1, name, path, size, sha256: digest })
  const wireHash = createHmac('sha256', hkdf(key, iv, 'sealpost/1/private', 32))
  return {
    name: `sealed-${placeholder.digest('hex').slice(0, 32)}`,
    path: '.',
    sha256: wireHash.update(`sealpost/1/wire-hash\0${text}`).digest('hex'),
  }
}

/** Padded as everything is that is sealed as JSON. */
export function paddedJson(value: object): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const padded = Buffer.alloc((Math.floor(json.length / 256) + 1) * 256)
  json.copy(padded)
  padded.writeUInt8(0x80, json.length)
  return padded
}

/** FORMAT.md, 3. */
export function sealManifest({ key, iv }: FileSecret, fields: ManifestFields): string {
  const commitment = commitmentOf({ key, iv })
  const manifestKey = hkdf(key, '', 'sealpost/1/manifest', 32)
  const padded = paddedJson({ v: 1, ...fields })
  const nonce = randomBytes(12)
  const aad = Buffer.concat([Buffer.from('sealpost/1/manifest\0'), commitment, iv])
  const sealed = sealGcm(manifestKey, nonce, padded, aad)
  return Buffer.concat([Buffer.from('SPM1'), commitment, nonce, sealed]).toString('base64')
}

/** FORMAT.md, 7. */
const fingerprintOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update('sealpost/1/fp\0')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')

/** What the request that uploads a file has of it, and its key. It is read whole: at most 32 MiB. */
export function sealUpload(publicKey: KeyObject, name: string, plain: Buffer) {
  const secret = newSecret()
  const hash = sha256(plain)
  const place = { batch: randomBytes(16).toString('base64url'), index: 0, count: 1 }
  const fields = { size: plain.length, sha256: hash, name, path: '.', ...place }
  const form = new FormData()
  form.append('batch_id', place.batch)
  form.append('batch_last', '1')
  form.append('sealed_to', fingerprintOf(publicKey))
  form.append('files', new Blob([new Uint8Array(sealBytes(secret, plain))]), name)
  form.append('encrypted_keys', wrapKey(publicKey, secret.key))
  form.append('encryption_ivs', secret.iv.toString('base64'))
  form.append('relative_paths', '.')
  form.append('file_hashes', hash)
  form.append(
    'file_manifests',
    sealManifest(secret, { ...fields, ...contentRoot(plain.length, leavesOf(plain)) }),
  )
  form.append('batch_indexes', '0')
  return { secret, form }
}

/** FORMAT.md, 6. */
export interface NewLink {
  password: string | null
  password_kdf: { kdf: string; iterations: number; salt: string } | null
  keyStrings: Record<string, string>
  master: Buffer
  /** Without its '#': the files' own keys, or the link's one. */
  fragment: string
}

export function sealLink(
  keys: ReadonlyMap<number, Buffer>,
  { password, short = keys.size > 20 }: { password?: string | undefined; short?: boolean | undefined } = {},
): NewLink {
  const master = randomBytes(32)
  const box = (key: Buffer, salt: Buffer | '', label: string, content: Buffer) => {
    const iv = hkdf(key, salt, label, 12)
    return Buffer.concat([iv, sealGcm(key, iv, content)]).toString('base64')
  }
  const part2 = (id: number, key: Buffer) =>
    box(hkdf(master, '', `sealpost/1/link-file ${id}`, 32), '', 'sealpost/1/iv file', key)
  const fragment = short
    ? `*:${master.toString('base64')}`
    : [...keys].map(([id, key]) => `${id}:${key.toString('base64')}`).join(',')
  const parts = [...keys].map(([id, key]) => [id, part2(id, key)] as const)
  if (password === undefined) {
    return { password: null, password_kdf: null, keyStrings: Object.fromEntries(parts), master, fragment }
  }
  const salt = randomBytes(16)
  const iterations = 600_000
  const stretched = stretchPassword(password, salt, iterations)
  const kek = hkdf(stretched, salt, 'sealpost/1/link-wrap', 32)
  const part1 = box(kek, salt, 'sealpost/1/iv link', master)
  return {
    password: `v1.${hkdf(stretched, '', 'sealpost/1/link-auth', 32).toString('base64url')}`,
    password_kdf: { kdf: 'pbkdf2-sha256', iterations, salt: salt.toString('base64') },
    keyStrings: Object.fromEntries(parts.map(([id, part]) => [id, `${part1}:${part}`])),
    master,
    fragment: '',
  }
}

/** R: what of somebody's own is sealed with. */
export const rootOf = (pkcs8: Buffer): Buffer => hkdf(pkcs8, '', 'sealpost/1/root', 32)

/** FORMAT.md, 9 and 10: token, box and commitments of a link that the owner of this private key makes. */
export function sealLinkBox(pkcs8: Buffer, files: ReadonlyMap<number, FileSecret>, link: NewLink) {
  const token = randomBytes(16).toString('base64url')
  const ascending = [...files].sort(([a], [b]) => a - b)
  const commitments = Buffer.concat(
    ascending.flatMap(([id, secret]) => {
      const be64 = Buffer.alloc(8)
      be64.writeBigUInt64BE(BigInt(id))
      return [be64, commitmentOf(secret)]
    }),
  )
  const content = paddedJson({
    v: 1,
    token,
    password: link.password !== null,
    files: createHash('sha256').update(commitments).digest('base64url'),
    lm: link.master.toString('base64url'),
  })
  const generation = Buffer.alloc(4)
  const box = sealSaltedBox(rootOf(pkcs8), 'sealpost/1/link', generation, content)
  return {
    link_token: token,
    sealed_link: Buffer.concat([generation, box]).toString('base64'),
    file_commitments: commitments.toString('base64'),
  }
}

const stretchPassword = (password: string, salt: Buffer, iterations: number) =>
  pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')

/** `box(S, label, aad, content)` of FORMAT.md. */
export function sealSaltedBox(secret: Buffer, label: string, aad: Buffer, content: Buffer): Buffer {
  const salt = randomBytes(16)
  const key = hkdf(secret, salt, label, 32)
  const iv = hkdf(key, salt, `${label} iv`, 12)
  return Buffer.concat([salt, iv, sealGcm(key, iv, content, Buffer.concat([Buffer.from(`${label}\0`), aad]))])
}

/** FORMAT.md, 5: what goes into password fields of a login. */
export const loginVerifier = (password: string, { salt, iterations }: { salt: string; iterations: number }) =>
  `v1.${hkdf(stretchPassword(password, Buffer.from(salt, 'base64'), iterations), '', 'sealpost/1/auth', 32).toString('base64url')}`

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** FORMAT.md, 4. */
export function sealPrivateKey(pkcs8: Buffer, password: string) {
  const salt = randomBytes(16)
  const kdfIterations = 600_000
  const key = stretchPassword(password, salt, kdfIterations)
  const iv = hkdf(key, salt, 'sealpost/1/iv privkey', 12)
  return {
    encryptedPrivateKey: Buffer.concat([iv, sealGcm(key, iv, pkcs8)]).toString('base64'),
    kdfSalt: salt.toString('base64'),
    kdfIterations,
  }
}

/** Opens a backup file, or what the server has. @returns PKCS8 @throws Error for a wrong password */
export function openPrivateKey(
  { encryptedPrivateKey, kdfSalt, kdfIterations }: ReturnType<typeof sealPrivateKey>,
  password: string,
): Buffer {
  const [salt, box] = [Buffer.from(kdfSalt, 'base64'), Buffer.from(encryptedPrivateKey, 'base64')]
  const key = stretchPassword(password, salt, kdfIterations)
  const iv = hkdf(key, salt, 'sealpost/1/iv privkey', 12)
  if (!timingSafeEqual(iv, box.subarray(0, 12))) throw new Error('The password is wrong.')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
  decipher.setAuthTag(box.subarray(-16))
  return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
}
