import { be32, be64, type Bytes, concat, fromBase64, fromUtf8, toBase64, utf8 } from './bytes.ts'
import { canonicalJson, type JsonObject, readCanonicalJson } from './canonicalJson.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { type Manifest, manifestText, readManifest } from './manifestFields.ts'
import type { OriginVerdict } from './origin.ts'
import { padTo, unpadTo } from './padding.ts'

/** FORMAT.md, 22: what a device keeps of opened manifests whose names are hidden from the server. */
const indexLabel = 'sealpost/1/index'

/** Maximum number of files in a segment, by their ids. */
export const segmentFiles = 1024

/** Shortest padded content of a segment. */
const minSegmentBytes = 4096

/** A file whose manifest was opened, and its row of then. */
export interface IndexedFile {
  readonly id: number
  readonly size: number
  /** The placeholder p. */
  readonly name: string
  /** The wire hash w. */
  readonly hash: string
  /** kc, base64url. */
  readonly kc: string
  /** Fingerprint of the key that opened the file, base64url. */
  readonly sealedTo: string
  readonly origin: OriginVerdict
  /** Mark of its key (`seenMark`). */
  readonly seen: string
  readonly manifest: Manifest
}

export interface SegmentPlace {
  /** Id of the folder on the server. */
  readonly folder: number
  readonly segment: number
}

/** The segment of a file. */
export const segmentOf = (id: number): number => Math.floor(id / segmentFiles)

/** @param root HKDF handle of R @param files of this segment, ascending by id */
export function sealSegment(
  root: CryptoKey,
  place: SegmentPlace,
  files: readonly IndexedFile[],
): Promise<Bytes> {
  const json = canonicalJson({ v: 1, files: files.map(entryOf) })
  return sealSaltedBox(boxOf(root, place), padTo(json, paddedBytes(json.length)))
}

/** @throws CryptoError 'wrong-key' for a box of another root, 'damaged' for one of another place, 'bad-format' */
export async function openSegment(
  root: CryptoKey,
  place: SegmentPlace,
  box: Bytes,
): Promise<readonly IndexedFile[]> {
  const padded = await openSaltedBox(boxOf(root, place), box)
  const json = unpadTo(padded)
  if (padded.length !== paddedBytes(json.length)) throw new CryptoError('bad-format')
  const files: IndexedFile[] = []
  readCanonicalJson(json, ({ v, files: entries }) => {
    if (v !== 1 || !Array.isArray(entries)) return null
    for (const entry of entries as unknown[]) {
      const file = fileOf(entry)
      if (segmentOf(file.id) !== place.segment || file.id <= (files.at(-1)?.id ?? -1)) return null
      files.push(file)
    }
    return { v, files: files.map(entryOf) }
  })
  return files
}

const boxOf = (secret: CryptoKey, { folder, segment }: SegmentPlace) => ({
  secret,
  label: indexLabel,
  aad: concat(be64(folder), be32(segment)),
})

/** The smallest power of two that is greater than the content, which a byte of padding follows. */
const paddedBytes = (contentBytes: number): number =>
  Math.max(minSegmentBytes, 2 ** (Math.floor(Math.log2(contentBytes)) + 1))

/** The manifest is base64: names need not be NFC. */
const entryOf = ({ id, size, name, hash, kc, sealedTo, origin, seen, manifest }: IndexedFile) => ({
  ...{ id, size, name, hash, kc, sealed_to: sealedTo, mark: origin, seen },
  manifest: toBase64(utf8(manifestText(manifest))),
})

/** @throws CryptoError 'bad-format' */
function fileOf(entry: unknown): IndexedFile {
  const { id, size, mark, sealed_to, manifest, ...texts } = (entry ?? {}) as JsonObject
  const { name, hash, kc, seen } = texts
  const isFile =
    isCount(id) &&
    isCount(size) &&
    isText(name) &&
    isText(hash) &&
    isText(kc) &&
    isText(seen) &&
    isText(sealed_to) &&
    isText(manifest) &&
    isOrigin(mark)
  if (!isFile) throw new CryptoError('bad-format')
  const text = fromUtf8(fromBase64(manifest)) ?? ''
  return { id, size, name, hash, kc, sealedTo: sealed_to, origin: mark, seen, manifest: readManifest(text) }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isText = (value: unknown): value is string => typeof value === 'string'
const isOrigin = (value: unknown): value is OriginVerdict =>
  value === 'proven' || value === 'plain' || value === 'wrong'
