import { base64OfLength, isBase64, sha256Hex } from '../../contract/schemas/fields.ts'
import { isPlaceholder } from '../../contract/fileNames.ts'
import { inMebibytes } from '../../contract/fileLimits.ts'
import { KiB, maxManifestBytes, maxRsaBits, minRsaBits } from '../../contract/limits.ts'
import { plainSize } from '../../contract/sealedSize.ts'
import { parseFileName, parseDirectory, FileNameError } from './fileNames.ts'
import type { SentFile } from './uploadForm.ts'

/** Bytes of a manifest besides name and path as JSON, including padding; an upper bound. */
const manifestFrameBytes = KiB
const ivSchema = base64OfLength(12)

export interface CheckedFile {
  sent: SentFile
  name: string
  directory: string
  blobKey: string
  sealedSize: number
  size: number
  /** Undefined for a file whose bytes came with the form. */
  uploadId: string | undefined
}

/** Thrown for a file that cannot be confirmed, with a message for the uploader. */
export class FileRefusedError extends Error {
  readonly parts: number[] | undefined
  /** @param parts those to send, with `errorDetails.partsMissing` */
  constructor(message: string, parts?: number[]) {
    super(message)
    this.parts = parts
  }
}

/** @param most maximum plaintext size in bytes */
export const tooLargeMessage = (most: number): string => `The file is larger than ${inMebibytes(most)} MB.`

/**
 * Checks what the server can know of a sealed file: its name and length, the format of key, IV and hash, but never its
 * content. The maximum size of an upload in parts was checked at its start and is not checked again.
 * @throws FileRefusedError
 */
export function checkSentFile(
  sent: SentFile,
  blob: { key: string; size: number; uploadId?: string },
  maxFileBytes: number,
): CheckedFile {
  const size = plainSize(blob.size)
  // FORMAT.md, 1: 'refuses lengths that it never gives'.
  if (size === undefined) throw new FileRefusedError('No encrypted file has this length.')
  if (blob.uploadId === undefined && size > maxFileBytes)
    throw new FileRefusedError(tooLargeMessage(maxFileBytes))
  if (!sha256Hex.safeParse(sent.hash).success) throw new FileRefusedError('The file hash is not a SHA-256.')
  if (!ivSchema.safeParse(sent.iv).success)
    throw new FileRefusedError('The encryption IV is not 12 bytes in base64.')
  if (!isWrappedKey(sent.encryptedKey)) throw new FileRefusedError('The encrypted key is malformed.')
  if (sent.manifest !== null && !mayBeManifest(sent.manifest, sent)) {
    throw new FileRefusedError('The file manifest is malformed.')
  }
  return {
    sent,
    ...parseNames(sent),
    blobKey: blob.key,
    sealedSize: blob.size,
    size,
    uploadId: blob.uploadId,
  }
}

/** @throws FileRefusedError */
function parseNames(sent: SentFile): { name: string; directory: string } {
  try {
    return { name: parseFileName(sent.wireName), directory: parseDirectory(sent.path) }
  } catch (error) {
    if (error instanceof FileNameError) throw new FileRefusedError(error.message)
    throw error
  }
}

/**
 * Checks the size of a manifest: it is sent with every request for the link, so it has no room for anything else than the
 * name and path that were sent. Behind a placeholder they may be of any length.
 * FORMAT.md, 3: 'has at most 16 KiB and is sent as b64'.
 */
function mayBeManifest(manifestB64: string, { wireName, path }: SentFile): boolean {
  if (isPlaceholder(wireName)) return isBase64(manifestB64, maxManifestBytes)
  const namesBytes = Buffer.byteLength(JSON.stringify([wireName, path]))
  return isBase64(manifestB64, Math.min(maxManifestBytes, manifestFrameBytes + namesBytes))
}

/** FORMAT.md, 2: 'its modulus has 2048, 3072 or 4096 bits'; RSA-OAEP ciphertext is as long as the modulus. */
function isWrappedKey(text: string): boolean {
  return isBase64(text, maxRsaBits / 8) && Buffer.byteLength(text, 'base64') >= minRsaBits / 8
}
