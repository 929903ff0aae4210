import { createHash } from 'node:crypto'
import {
  type Bytes,
  importFileKey,
  openManifest,
  readFileIv,
  unwrapFileKey,
} from '../../../core/crypto/index.ts'
import { openAll } from '../crypto/wholeFiles.ts'
import { uploadFields } from '../../../contract/uploadFields.ts'
import type { SealedFields } from '../../../core/seal/uploadForm.ts'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Opens with the private key alone, as a recipient would. */
export async function openSealed(sealed: Blob, fields: SealedFields, privateKey: CryptoKey) {
  const rawKey = await unwrapFileKey(privateKey, fields.encryptedKeyB64)
  const iv = readFileIv(fields.ivB64)
  const key = await importFileKey(rawKey)
  const plain = await openAll({ key, iv }, new Uint8Array(await sealed.arrayBuffer()))
  return { plain, manifest: await openManifest(rawKey, iv, fields.manifestB64) }
}

/** A request's files and their fields, as a form reader that is not ours finds them. */
export async function readForm(body: Bytes, contentType: string | undefined) {
  const headers = { 'content-type': contentType ?? '' }
  const form = await new Response(body, { headers }).formData()
  const texts = (name: string) => form.getAll(name) as string[]
  const files = (form.getAll(uploadFields.files) as File[]).map((file, i) => ({
    body: file,
    path: texts(uploadFields.relativePaths)[i],
    fields: {
      hash: texts(uploadFields.fileHashes)[i] ?? '',
      encryptedKeyB64: texts(uploadFields.encryptedKeys)[i] ?? '',
      ivB64: texts(uploadFields.encryptionIvs)[i] ?? '',
      manifestB64: texts(uploadFields.fileManifests)[i] ?? '',
    },
  }))
  const answers = texts(uploadFields.senderAnswers)
  return { files, answers, batchId: texts(uploadFields.batchId), batchLast: texts(uploadFields.batchLast) }
}
