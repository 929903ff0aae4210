import { type Fault, fault } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import {
  type Answer,
  answersDigest,
  asFileKeyBytes,
  asLinkMaster,
  type Bytes,
  type FileKeyBytes,
  type DecryptionKey,
  deriveNamesKey,
  hiddenRow,
  type IndexedFile,
  type SegmentPlace,
  isCryptoError,
  keyCommitment,
  type Manifest,
  openAnswers,
  openLinkFileKey,
  openManifest,
  openOwnManifest,
  openSegment,
  type OriginKey,
  type OriginVerdict,
  placeholderName,
  readFileIv,
  type RowNames,
  seenMark,
  sealLinkFileKey,
  sealSegment,
  toBase64Url,
  tryBase64Url,
  unwrapFileKey,
  wrapFileKey,
} from '../crypto/index.ts'
import { type FolderTags, type SourceFolder, sentToLookup } from './sentTo.ts'

/**
 * [Note: Keys threads]
 * Keys and manifests of many files (core/crypto/FORMAT.md, 2, 3, 6) are opened on separate threads: by these
 * functions, behind Comlink in a browser and directly elsewhere. A file whose key does not open fails by itself.
 */

interface StoredFile {
  readonly id: number
  readonly ivB64: string
  readonly manifestB64: string | null
  /** True if its name looks like a placeholder. */
  readonly hasPlaceholder?: boolean | undefined
}

export interface WrappedFile extends StoredFile {
  readonly encryptedKeyB64: string
}

export interface LinkedFile extends StoredFile {
  readonly part2B64: string
}

/** From the fragment of a link. */
interface FileWithRawKey extends StoredFile {
  readonly rawKey: Bytes
}

export interface OpenedKey {
  readonly ok: true
  readonly id: number
  readonly rawKey: Bytes
  readonly iv: Bytes
  readonly manifest: Manifest | null
  /** The row that it has if its names are hidden (`hiddenRow`); null where they are not, and have no placeholder. */
  readonly hiddenRow: RowNames | null
  /** Null without a manifest, or without a secret to compare with. */
  readonly origin: OriginVerdict | null
}

export interface OwnOpenedKey extends OpenedKey {
  readonly keyIndex: number
  readonly sentTo: SourceFolder
  /** Mark of its key (`seenMark`). */
  readonly mark: string
  /** The commitment kc of FORMAT.md, base64url, of a file with a `hiddenRow`. */
  readonly commitment: string | null
}

/** A sealed segment of the index of hidden names (core/crypto/FORMAT.md, 22). */
export interface SealedSegment {
  readonly segment: number
  readonly box: Bytes
}

export interface IndexedKey {
  readonly file: IndexedFile
  readonly sentTo: SourceFolder
}

export interface UnopenedKey {
  readonly ok: false
  readonly id: number
  readonly fault: Fault
}

/** For those who need not have the key. */
export interface KeyCommitment {
  readonly ok: true
  readonly id: number
  /** The commitment kc of FORMAT.md. */
  readonly commitment: Bytes
  /** The name in the manifest; null without one. */
  readonly name: string | null
  /** Its row has this for a name if the server does not know it. */
  readonly placeholder: string
}

export interface WrappedKey {
  readonly id: number
  readonly encryptedKeyB64: string
}

/** Sealed answers, and their batch according to the server. */
export interface SealedBatch {
  readonly batch: string
  readonly answersB64: string
}

export interface OpenedAnswers {
  readonly ok: true
  readonly batch: string
  readonly digestB64u: string
  readonly answers: readonly Answer[]
}

export interface UnopenedAnswers {
  readonly ok: false
  readonly batch: string
  readonly fault: Fault
}

export const keysWorker = {
  /**
   * @param decryptionKeys each file opens with the first that fits
   * @param remembered links of folders of one person, the files' own folder first
   */
  async openOwn(
    decryptionKeys: DecryptionKey[],
    files: WrappedFile[],
    remembered: FolderTags[] = [],
  ): Promise<(OwnOpenedKey | UnopenedKey)[]> {
    const findSentTo = sentToLookup(remembered)
    const opened = await openedWithAny(decryptionKeys, files)
    const keys = await Promise.all(
      opened.map(async (key) => {
        if (!key.ok) return key
        const rawKey = asFileKeyBytes(key.rawKey)
        const commitment = key.commitment ?? (await keyCommitment(rawKey, key.iv))
        const sentTo = await sourceOf(key.manifest, commitment, findSentTo)
        const mark = await seenMark(rawKey)
        return { ...key, sentTo, mark, commitment: key.hiddenRow && toBase64Url(commitment) }
      }),
    )
    return copyToOneBuffer(keys)
  },

  /** Opens a segment of the index of a folder; one that does not open has no files. `remembered` as in `openOwn`. */
  async openIndex(
    root: CryptoKey,
    folder: number,
    { segment, box }: SealedSegment,
    remembered: FolderTags[] = [],
  ): Promise<IndexedKey[]> {
    const findSentTo = sentToLookup(remembered)
    const files = await openSegment(root, { folder, segment }, box).catch((error: unknown) => {
      if (isCryptoError(error)) return []
      throw error
    })
    return Promise.all(
      files.map(async (file) => {
        const commitment = tryBase64Url(file.kc) ?? new Uint8Array()
        return { file, sentTo: await sourceOf(file.manifest, commitment, findSentTo) }
      }),
    )
  },

  sealIndex: async (
    root: CryptoKey,
    place: SegmentPlace,
    files: readonly IndexedFile[],
  ): Promise<SealedSegment> => ({
    segment: place.segment,
    box: await sealSegment(root, place, files),
  }),

  async computeKeyCommitments(
    decryptionKeys: DecryptionKey[],
    files: WrappedFile[],
  ): Promise<(KeyCommitment | UnopenedKey)[]> {
    const opened = await openedWithAny(decryptionKeys, files)
    return Promise.all(
      opened.map(async (key) => {
        if (!key.ok) return key
        const commitment = await keyCommitment(asFileKeyBytes(key.rawKey), key.iv)
        key.rawKey.fill(0)
        const placeholder = await placeholderName(commitment)
        return { ok: true, id: key.id, commitment, name: key.manifest?.name ?? null, placeholder }
      }),
    )
  },

  async openLinked(linkMaster: Bytes, files: LinkedFile[]): Promise<(OpenedKey | UnopenedKey)[]> {
    const master = asLinkMaster(linkMaster)
    const keyOf = ({ id, part2B64 }: LinkedFile) => openLinkFileKey(master, id, part2B64)
    return copyToOneBuffer(await Promise.all(files.map((file) => openedWith(file, keyOf))))
  },

  async openWithRawKeys(files: FileWithRawKey[]): Promise<(OpenedKey | UnopenedKey)[]> {
    const keyOf = ({ rawKey }: FileWithRawKey) => asFileKeyBytes(rawKey)
    return copyToOneBuffer(await Promise.all(files.map((file) => openedWith(file, keyOf))))
  },

  async sealForLink(linkMaster: Bytes, files: Pick<OpenedKey, 'id' | 'rawKey' | 'iv'>[]) {
    const master = asLinkMaster(linkMaster)
    return Promise.all(
      files.map(async ({ id, rawKey, iv }) => ({
        id,
        part2B64: await sealLinkFileKey(master, id, asFileKeyBytes(rawKey)),
        commitment: await keyCommitment(asFileKeyBytes(rawKey), iv),
      })),
    )
  },

  openAnswers(
    decryptionKeys: DecryptionKey[],
    sealed: SealedBatch[],
  ): Promise<(OpenedAnswers | UnopenedAnswers)[]> {
    return Promise.all(sealed.map((one) => answersWithAny(decryptionKeys, one)))
  },

  /** Wraps keys to another public key. @param recipientKey from `importRecipientKey` */
  rewrapKeys(recipientKey: CryptoKey, files: Pick<OpenedKey, 'id' | 'rawKey'>[]): Promise<WrappedKey[]> {
    return Promise.all(
      files.map(async ({ id, rawKey }) => ({
        id,
        encryptedKeyB64: await wrapFileKey(recipientKey, asFileKeyBytes(rawKey)),
      })),
    )
  },
}

export type KeysWorker = typeof keysWorker

const sourceOf = async (
  manifest: Manifest | null,
  commitment: Bytes,
  findSentTo: ReturnType<typeof sentToLookup>,
): Promise<SourceFolder> => (manifest?.to === undefined ? null : findSentTo(manifest.to, commitment))

/** Without the commitment: its buffers would take more memory than the keys. */
const openedWith = async <F extends StoredFile>(
  ...parameters: Parameters<typeof opened<F>>
): Promise<OpenedKey | UnopenedKey> => {
  const { commitment: _, ...key } = { commitment: null, ...(await opened(...parameters)) }
  return key
}

/** `commitment` is kc; null where it was not needed. */
type ReadKey = OpenedKey & { readonly commitment: Bytes | null }

async function opened<F extends StoredFile>(
  file: F,
  keyOf: (file: F) => FileKeyBytes | Promise<FileKeyBytes>,
  originKey: OriginKey | null = null,
): Promise<ReadKey | UnopenedKey> {
  const { id, ivB64, manifestB64, hasPlaceholder = false } = file
  try {
    const iv = readFileIv(ivB64)
    const rawKey = await keyOf(file)
    const read = await readManifest(rawKey, iv, manifestB64, originKey)
    const { manifest, origin } = read
    const key = { ok: true, id, rawKey, iv, manifest, origin } as const
    if (!manifest || (manifest.private === undefined && !hasPlaceholder))
      return { ...key, hiddenRow: null, commitment: read.commitment }
    const commitment = read.commitment ?? (await keyCommitment(rawKey, iv))
    return {
      ...key,
      hiddenRow: await hiddenRow(await deriveNamesKey(rawKey, iv), commitment, manifest),
      commitment,
    }
  } catch (error) {
    return { ok: false, id, fault: faultOf(error) }
  }
}

async function readManifest(
  rawKey: FileKeyBytes,
  iv: Bytes,
  manifestB64: string | null,
  originKey: OriginKey | null,
): Promise<Pick<ReadKey, 'manifest' | 'origin' | 'commitment'>> {
  if (manifestB64 === null) return { manifest: null, origin: null, commitment: null }
  if (originKey) return openOwnManifest(rawKey, iv, manifestB64, originKey)
  return { manifest: await openManifest(rawKey, iv, manifestB64), origin: null, commitment: null }
}

/** The server is not asked which key a file is sealed to: a wrong one does not open. */
const openedWithAny = (
  decryptionKeys: DecryptionKey[],
  files: WrappedFile[],
): Promise<((ReadKey & { readonly keyIndex: number }) | UnopenedKey)[]> =>
  Promise.all(
    files.map(async (file) => {
      let last: UnopenedKey = { ok: false, id: file.id, fault: fault('wrong-key') }
      for (const [keyIndex, { privateKey, origin }] of decryptionKeys.entries()) {
        const keyOf = ({ encryptedKeyB64 }: WrappedFile) => unwrapFileKey(privateKey, encryptedKeyB64)
        const key = await opened(file, keyOf, origin)
        if (key.ok) return { ...key, keyIndex }
        if (key.fault.code !== 'wrong-key') return key
        last = key
      }
      return last
    }),
  )

async function answersWithAny(
  decryptionKeys: DecryptionKey[],
  { batch, answersB64 }: SealedBatch,
): Promise<OpenedAnswers | UnopenedAnswers> {
  let last: UnopenedAnswers = { ok: false, batch, fault: fault('wrong-key') }
  for (const { privateKey } of decryptionKeys) {
    try {
      const answers = await openAnswers(privateKey, batch, answersB64)
      return { ok: true, batch, digestB64u: await answersDigest(answersB64), answers }
    } catch (error) {
      last = { ok: false, batch, fault: faultOf(error) }
      if (last.fault.code !== 'wrong-key') return last
    }
  }
  return last
}

/** Copies keys and IVs into one buffer: separate buffers take ten times the memory. */
function copyToOneBuffer<K extends OpenedKey>(keys: (K | UnopenedKey)[]): (K | UnopenedKey)[] {
  const sizes = keys.map((key) => (key.ok ? key.rawKey.length + key.iv.length : 0))
  const buffer = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  const moved = (bytes: Bytes): Bytes => {
    buffer.set(bytes, at)
    return buffer.subarray(at, (at += bytes.length))
  }
  return keys.map((key) => (key.ok ? { ...key, rawKey: moved(key.rawKey), iv: moved(key.iv) } : key))
}
