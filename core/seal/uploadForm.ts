import { escapeFormName } from '../../contract/fileNames.ts'
import { uploadReferenceType } from '../../contract/headers.ts'
import { uploadFields } from '../../contract/uploadFields.ts'
import { type Bytes, utf8 } from '../crypto/index.ts'
import type { HiddenNames, ManifestDraft } from './types.ts'

export interface SealedFields {
  /** SHA-256 of the plaintext, in hex. */
  hash: string
  encryptedKeyB64: string
  ivB64: string
  manifestB64: string
  /** What the server is told in place of name, path and hash; absent if it is told them. */
  hidden?: HiddenNames | undefined
}

export interface FormFile {
  readonly manifestDraft: ManifestDraft
  /** Upload id of parts on the server; without it the file's bytes are in the form. */
  uploadId?: string
  fields: SealedFields
}

interface FormHead {
  readonly batchId: string
  readonly sealedTo: string
  readonly answersB64: string | undefined
}

/**
 * [Note: A multipart form written by hand]
 * A FormData with five hundred files is five hundred Blobs that the browser registers, keeps and reads one by
 * one. The same form as one byte sequence takes half the work, and leaves no memory behind. Names are escaped
 * as browsers do it (WHATWG, multipart form data encoding).
 */
export class UploadForm {
  readonly #boundary = `sealpost-${crypto.randomUUID()}`
  /** The form up to its end; each text but the last precedes the bytes of a file without `uploadId`. */
  readonly texts: Bytes[] = []

  constructor({ batchId, sealedTo, answersB64 }: FormHead, files: readonly FormFile[]) {
    let text = this.#field(uploadFields.batchId, batchId) + this.#field(uploadFields.sealedTo, sealedTo)
    // In every form of the batch, since any may arrive first.
    if (answersB64 !== undefined) text += this.#field(uploadFields.senderAnswers, answersB64)
    for (const { manifestDraft, fields, uploadId } of files) {
      const { name, path, hash } = toldNames(manifestDraft, fields)
      // A file's fields precede it, so that the server has them when it arrives.
      text += this.#field(uploadFields.encryptedKeys, fields.encryptedKeyB64)
      text += this.#field(uploadFields.encryptionIvs, fields.ivB64)
      text += this.#field(uploadFields.relativePaths, path)
      text += this.#field(uploadFields.fileHashes, hash)
      text += this.#field(uploadFields.fileManifests, fields.manifestB64)
      text += this.#field(uploadFields.batchIndexes, String(manifestDraft.index))
      text += this.#head(
        `${uploadFields.files}"; filename="${escapeFormName(name)}`,
        uploadId === undefined ? 'application/octet-stream' : uploadReferenceType,
      )
      if (uploadId === undefined) {
        this.texts.push(utf8(text))
        text = ''
      } else text += uploadId
      text += '\r\n'
    }
    this.texts.push(utf8(text))
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`
  }

  /** The form's end, after the last of `texts`. */
  end(isLast: boolean): string {
    const last = isLast ? this.#field(uploadFields.batchLast, '1') : ''
    return `${last}--${this.#boundary}--\r\n`
  }

  #field(name: string, value: string): string {
    return `${this.#head(name)}${value}\r\n`
  }

  #head(name: string, contentType?: string): string {
    const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`
    return `--${this.#boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n`
  }
}

const toldNames = ({ name, path }: ManifestDraft, { hash, hidden }: SealedFields) =>
  hidden ? { ...hidden, path: '.' } : { name, path, hash }
