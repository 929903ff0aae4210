import {
  be32,
  be64,
  type Bytes,
  concat,
  fromBase64,
  randomBytes,
  toBase64,
  toBase64Url,
  tryBase64Url,
} from './bytes.ts'
import { canonicalJson, type JsonObject, readCanonicalJson } from './canonicalJson.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { asLinkMaster, type LinkMaster } from './linkKeys.ts'
import { commitmentBytes } from './manifest.ts'
import { pad, unpad } from './padding.ts'
import { aesKeyBytes, sha256 } from './primitives.ts'

/** FORMAT.md, 10: a download link, sealed for its maker. */
const linkBoxLabel = 'sealpost/1/link'
const generationBytes = 4
const linkTokenBytes = 16
const filesHashBytes = 32

/** Secret for the owner's boxes of a folder: the root of the private key and 0 if one person owns it. */
export interface OwnerSecret {
  /** HKDF handle. */
  secret: CryptoKey
  generation: number
}

export interface LinkBox {
  token: string
  hasPassword: boolean
  filesHash: Bytes
  linkMaster: LinkMaster
}

/** Returns `sealed_link`, base64. */
export async function sealLinkBox({ secret, generation }: OwnerSecret, link: LinkBox): Promise<string> {
  const aad = be32(generation)
  const json = canonicalJson({
    v: 1,
    token: link.token,
    password: link.hasPassword,
    files: toBase64Url(link.filesHash),
    lm: toBase64Url(link.linkMaster),
  })
  const padded = pad(json)
  const box = await sealSaltedBox({ secret, label: linkBoxLabel, aad }, padded)
  json.fill(0)
  padded.fill(0)
  return toBase64(concat(aad, box))
}

/** Generation of the owner secret that the box says it was sealed with. @throws CryptoError 'bad-format' */
export function linkBoxGeneration(sealedLinkB64: string): number {
  const { buffer, byteOffset, byteLength } = fromBase64(sealedLinkB64)
  if (byteLength < generationBytes) throw new CryptoError('bad-format')
  return new DataView(buffer, byteOffset).getUint32(0)
}

/** @throws CryptoError 'bad-format', 'wrong-key' for another secret, 'damaged' if altered */
export async function openLinkBox(
  { secret, generation }: OwnerSecret,
  sealedLinkB64: string,
): Promise<LinkBox> {
  const aad = be32(generation)
  const sealed = fromBase64(sealedLinkB64)
  if (toBase64(sealed.subarray(0, generationBytes)) !== toBase64(aad)) throw new CryptoError('bad-format')
  const box = sealed.subarray(generationBytes)
  const { token, password, files, lm } = readCanonicalJson(
    unpad(await openSaltedBox({ secret, label: linkBoxLabel, aad }, box)),
    readMembers,
  )
  return {
    token,
    hasPassword: password,
    filesHash: bytesOf(files, filesHashBytes),
    linkMaster: asLinkMaster(bytesOf(lm, aesKeyBytes)),
  }
}

function readMembers({ v, token, password, files, lm }: JsonObject) {
  const isLink =
    v === 1 &&
    typeof token === 'string' &&
    tryBase64Url(token)?.length === linkTokenBytes &&
    typeof password === 'boolean' &&
    typeof files === 'string' &&
    typeof lm === 'string'
  return isLink ? { v, token, password, files, lm } : null
}

function bytesOf(b64u: string, length: number): Bytes {
  const bytes = tryBase64Url(b64u)
  if (bytes?.length !== length) throw new CryptoError('bad-format')
  return bytes
}

/** A file of a link: kc identifies the key, and thereby the content, that the id refers to. */
interface LinkFile {
  id: number
  commitment: Bytes
}

const linkFileBytes = 8 + commitmentBytes

/** Concatenates BE64(id) ‖ kc of all files, ascending by id. */
export function linkFilesBytes(files: readonly LinkFile[]): Bytes {
  const ascending = [...files].sort((a, b) => a.id - b.id)
  const bytes = new Uint8Array(ascending.length * linkFileBytes)
  for (const [i, { id, commitment }] of ascending.entries()) {
    bytes.set(be64(id), i * linkFileBytes)
    bytes.set(commitment, i * linkFileBytes + 8)
  }
  return bytes
}

/** Parses kc by id. @throws CryptoError 'bad-format' for bytes that `linkFilesBytes` does not return */
export function readLinkFiles(bytes: Bytes): Map<number, Bytes> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<number, Bytes>()
  let last = -1
  for (let at = 0; at < bytes.length; at += linkFileBytes) {
    const id = at + linkFileBytes > bytes.length ? -1 : Number(view.getBigUint64(at))
    if (id <= last || !Number.isSafeInteger(id)) throw new CryptoError('bad-format')
    files.set(id, bytes.subarray(at + 8, at + linkFileBytes))
    last = id
  }
  return files
}

export const linkFilesHash = (filesBytes: Bytes): Promise<Bytes> => sha256(filesBytes)

/** Generates a link's token, 22 characters, at the client, which seals it with the rest. */
export const generateLinkToken = (): string => toBase64Url(randomBytes(linkTokenBytes))
