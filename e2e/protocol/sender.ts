import { randomBytes } from 'node:crypto'
import { uploadReferenceType } from '../../contract/headers.ts'
import { uploadFields } from '../../contract/uploadFields.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import { type SendRequest, requestSuccess, totalBytes } from './wire.ts'

/** A file of a form: its sealed bytes, or the upload in parts that has brought them. */
export interface FormFile {
  name: string
  directory?: string
  content: Uint8Array | { uploadId: string }
  /** In hex: of the content, as far as the server knows. */
  sha256: string
}

/** As long as real ones; the server cannot open them. */
const fakeWrappedKey = randomBytes(384).toString('base64')
const fakeIv = randomBytes(12).toString('base64')
const fakeManifest = randomBytes(240).toString('base64')

/** A file in numbered parts, in their order. */
export interface UploadParts {
  partSize: number
  pieces: readonly Uint8Array[]
}

export const newBatchId = (): string => randomBytes(16).toString('base64url')

/**
 * Sends small files, or names those that were sent in parts, and confirms them. A repeat with the same `batchId` gets
 * the answer of the first.
 * @throws Refused; what breaks the connection
 */
export async function sendForm(
  send: SendRequest,
  linkToken: string,
  files: readonly FormFile[],
  batchId: string,
): Promise<UploadResult> {
  const boundary = `----form${newBatchId()}`
  const { text } = await requestSuccess(send, {
    kind: files.some(({ content }) => content instanceof Uint8Array) ? 'form' : 'confirm',
    call: 'uploadFiles',
    params: { link_token: linkToken },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formBody(boundary, files, batchId),
  })
  return JSON.parse(text) as UploadResult
}

/**
 * Sends the parts of one file, `lanes` at a time, which are confirmed by a form.
 * @returns the id of the upload
 * @throws Refused; what breaks the connection
 */
export async function sendParts(
  send: SendRequest,
  linkToken: string,
  { partSize, pieces }: UploadParts,
  lanes: number,
): Promise<string> {
  const params = { link_token: linkToken }
  const plan = { size: totalBytes(pieces), part_size: partSize }
  const { text } = await requestSuccess(send, {
    kind: 'begin',
    call: 'createPartsUpload',
    params,
    headers: { 'content-type': 'application/json' },
    body: [Buffer.from(JSON.stringify(plan))],
  })
  const { upload_id } = JSON.parse(text) as { upload_id: string }
  const left = pieces.entries()
  const lane = async () => {
    for (const [at, part] of left) {
      await requestSuccess(send, {
        kind: 'part',
        call: 'putPart',
        params: { ...params, upload_id, n: at + 1 },
        headers: { 'content-type': 'application/octet-stream' },
        body: [part],
      })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return upload_id
}

/** As a browser writes it, fields after the files. */
function formBody(boundary: string, files: readonly FormFile[], batchId: string): Uint8Array[] {
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const field = (name: string, text: string) => `${head(name)}${text}\r\n`
  const bodies = files.flatMap(({ name, content }, at) => {
    const [type, bytes] =
      content instanceof Uint8Array
        ? ['application/octet-stream', content]
        : [uploadReferenceType, Buffer.from(content.uploadId)]
    const before = at === 0 ? '' : '\r\n'
    const more = `; filename="${name}"\r\nContent-Type: ${type}`
    return [Buffer.from(before + head(uploadFields.files, more)), bytes]
  })
  const fields = files.map(({ directory = '.', sha256 }, at) =>
    [
      field(uploadFields.encryptedKeys, fakeWrappedKey),
      field(uploadFields.encryptionIvs, fakeIv),
      field(uploadFields.relativePaths, directory),
      field(uploadFields.fileHashes, sha256),
      field(uploadFields.fileManifests, fakeManifest),
      field(uploadFields.batchIndexes, String(at)),
    ].join(''),
  )
  const end = `\r\n${fields.join('')}${field(uploadFields.batchId, batchId)}--${boundary}--\r\n`
  return [...bodies, Buffer.from(end)]
}
