import { uploadForm } from '../contract/uploads.ts'

/** What the manifest says besides size, hash and date. */
export interface ManifestNames {
  name: string
  path: string
  batch: string
  index: number
  count: number
}

/** What a sealed file travels with. */
export interface SealedFields {
  /** SHA-256 of the plaintext, in hex. */
  hash: string
  encryptedKeyB64: string
  ivB64: string
  manifestB64: string
}

/** A sealed file as it goes into the form: its bytes, or a reference to parts that are on the server already. */
export interface SealedFile {
  names: ManifestNames
  body: Blob
  fields: SealedFields
}

/** The multipart form of the specification. A file's fields precede it, so that the server knows all when it comes. */
export function uploadRequestForm(batchId: string, files: SealedFile[], isLast: boolean): FormData {
  const form = new FormData()
  form.append(uploadForm.batchId, batchId)
  if (isLast) form.append(uploadForm.batchLast, '1')
  for (const { names, body, fields } of files) {
    form.append(uploadForm.encryptedKeys, fields.encryptedKeyB64)
    form.append(uploadForm.encryptionIvs, fields.ivB64)
    form.append(uploadForm.relativePaths, names.path)
    form.append(uploadForm.fileHashes, fields.hash)
    form.append(uploadForm.fileManifests, fields.manifestB64)
    form.append(uploadForm.batchIndexes, String(names.index))
    form.append(uploadForm.files, body, names.name)
  }
  return form
}
