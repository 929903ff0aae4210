import { createHash, randomBytes } from 'node:crypto'

export const sealedHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
export const wrappedKey = Buffer.alloc(256, 7).toString('base64')
export const iv = Buffer.alloc(12, 9).toString('base64')
/** Of the shape of sealed answers. */
export const sealedAnswers = Buffer.alloc(600, 3).toString('base64')
export const newBatchId = (): string => randomBytes(16).toString('base64url')

/** Placeholders for a file that is in no folder. */
export const hiddenNamesBody = {
  files: [
    {
      file_id: 1_000_000,
      key_commitment: 'A'.repeat(43),
      name: `sealed-${'0'.repeat(32)}`,
      file_hash: '0'.repeat(64),
    },
  ],
}

export interface TestFile {
  /** As it stands on the wire. */
  name: string
  bytes?: Buffer
  path?: string
  /** Id of an upload in parts, instead of bytes. */
  reference?: string
  hash?: string
  key?: string
  iv?: string
  manifest?: string
  index?: number
}

export interface TestForm {
  files: TestFile[]
  batchId?: string
  /** Nothing more of the batch is to come. */
  isLast?: boolean
  sealedTo?: string
  answers?: string
  fieldsFirst?: boolean
  /** link_password, uploader_email, verification_code: before the files. */
  gates?: Record<string, string>
}

type Part = { name: string; body: Buffer; filename?: string; type?: string }

/** A form as a browser writes it, byte by byte: names go in as they are given. */
export function encodeForm(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = '----WebKitFormBoundaryAbCd1234'
  const pieces: Buffer[] = []
  for (const part of parts) {
    const filename = part.filename === undefined ? '' : `; filename="${part.filename}"`
    const type = part.type === undefined ? '' : `\r\nContent-Type: ${part.type}`
    pieces.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${filename}${type}\r\n\r\n`,
      ),
      part.body,
      Buffer.from('\r\n'),
    )
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(pieces),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export function uploadParts({
  files,
  batchId,
  isLast,
  sealedTo,
  answers,
  fieldsFirst = false,
  gates = {},
}: TestForm): Part[] {
  const fields: Part[] = []
  const bodies: Part[] = []
  const field = (name: string, value: string) => fields.push({ name, body: Buffer.from(value) })
  if (batchId !== undefined) field('batch_id', batchId)
  if (isLast === true) field('batch_last', '1')
  if (sealedTo !== undefined) field('sealed_to', sealedTo)
  if (answers !== undefined) field('sender_answers', answers)
  for (const [i, file] of files.entries()) {
    bodies.push({
      name: 'files',
      filename: file.name,
      body: file.reference === undefined ? (file.bytes ?? Buffer.alloc(16, i)) : Buffer.from(file.reference),
      type:
        file.reference === undefined
          ? 'application/octet-stream'
          : 'application/vnd.sealpost.upload-reference',
    })
    field('encrypted_keys', file.key ?? wrappedKey)
    field('encryption_ivs', file.iv ?? iv)
    field('relative_paths', file.path ?? '.')
    field('file_hashes', file.hash ?? sealedHash(file.bytes ?? Buffer.alloc(0)))
    if (files.some((f) => f.manifest !== undefined)) field('file_manifests', file.manifest ?? '')
    if (batchId !== undefined || file.index !== undefined) field('batch_indexes', String(file.index ?? i))
  }
  const first = Object.entries(gates).map(([name, value]) => ({ name, body: Buffer.from(value) }))
  return [...first, ...(fieldsFirst ? [...fields, ...bodies] : [...bodies, ...fields])]
}

export const uploadForm = (form: TestForm) => encodeForm(uploadParts(form))
