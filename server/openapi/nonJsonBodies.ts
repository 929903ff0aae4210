import type { CallName } from '../../contract/addresses.ts'
import { encryptedKeyHeader, encryptionIvHeader, uploadReferenceType } from '../../contract/headers.ts'
import { uploadFields } from '../../contract/uploadFields.ts'
import type { Json } from './schemas.ts'

const bytes: Json = { schema: { contentMediaType: 'application/octet-stream' } }
const octets = { 'application/octet-stream': bytes }
const text = { type: 'string' }
const header = (description: string, schema: Json = text): Json => ({ description, schema })

const texts = (description: string): Json => ({ type: 'array', items: text, description })
const form: Readonly<Record<keyof typeof uploadFields, Json>> = {
  linkPassword: { ...text, description: 'Where the link asks for a password. Before all other fields.' },
  uploaderEmail: { ...text, description: 'Where the link asks for an address. Before all other fields.' },
  verificationCode: { ...text, description: 'The code that was mailed there. Before all other fields.' },
  files: {
    type: 'array',
    items: { contentMediaType: 'application/octet-stream' },
    description: `The sealed files, each with its name; of the type \`${uploadReferenceType}\` the id of one that went up in parts.`,
  },
  encryptedKeys: texts('Of each file: its key, wrapped for the recipient, base64.'),
  encryptionIvs: texts('Of each file: its IV, 12 bytes in base64.'),
  relativePaths: texts("Of each file, or of none: the folder that it is in, '.' for the root."),
  fileHashes: texts('Of each file: SHA-256 of the plaintext, in hex.'),
  fileManifests: texts('Of each file, or of none: its sealed manifest, base64.'),
  batchIndexes: texts('Of each file: its number in the batch. Needed beside `batch_id`.'),
  batchId: {
    ...text,
    pattern: '^[A-Za-z0-9_-]{22}$',
    description: 'Base64url of 16 random bytes that name what a person started as one batch.',
  },
  sealedTo: {
    ...text,
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'Fingerprint (base64url) of the key that all are sealed to.',
  },
  senderAnswers: {
    ...text,
    description:
      'What the sender answered to `sender_fields`, sealed, base64 (core/crypto/FORMAT.md, 18). The first of a batch stays. Needs `batch_id`.',
  },
  batchLast: { ...text, description: "'1' in the last request of a batch." },
}
const required = ['files', 'encryptedKeys', 'encryptionIvs', 'fileHashes'] as const

export const requestBodies: Partial<Record<CallName, Json>> = {
  putPart: { required: true, content: octets },
  takeBody: { content: octets },
  setLogo: { required: true, content: { 'image/png': bytes } },
  uploadFiles: {
    required: true,
    description:
      'Fields of each file stand in the order of the files; before or after them. 32 MiB beside one file of any size.',
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(uploadFields).map(([key, name]) => [name, form[key as keyof typeof uploadFields]]),
          ),
          required: required.map((key) => uploadFields[key]),
        },
        encoding: {
          [uploadFields.files]: { contentType: `application/octet-stream, ${uploadReferenceType}` },
        },
      },
    },
  },
}

/** Calls that also support HEAD and range requests. */
export const rangeCalls: readonly CallName[] = ['downloadFile', 'downloadSharedFile']

const length = { 'Content-Length': header('Sealed bytes.', { type: 'integer' }) }
const iv = { [encryptionIvHeader]: header('The IV, base64.') }
const key = { [encryptedKeyHeader]: header('The key, wrapped for the caller or their folder, base64.') }

function ofRange(own: Json): Json {
  const headers = {
    ...length,
    ETag: header('The same for as long as the file is there.'),
    'Accept-Ranges': header("'bytes'"),
    'Content-Disposition': header('The name of the file.'),
    ...own,
  }
  const range = header('Which bytes these are, and of how many.')
  return {
    200: { description: 'The sealed bytes.', headers, content: octets },
    206: {
      description: 'The part that was asked for.',
      headers: { ...headers, 'Content-Range': range },
      content: octets,
    },
  }
}

const concatenatedFiles = {
  200: { description: 'The sealed bytes, one file after the other.', headers: length, content: octets },
}

export const byteResponses: Partial<Record<CallName, Json>> = {
  startSingleSignOn: {
    303: {
      description: 'On to the provider, or back to the login page.',
      headers: { Location: header('Where to.') },
    },
  },
  finishSingleSignOn: {
    200: { description: 'A page that goes on by itself.', content: { 'text/html': { schema: text } } },
  },
  downloadFile: ofRange({ ...key, ...iv }),
  downloadSharedFile: ofRange(iv),
  answerSlowly: { 200: { description: 'The pieces.', content: { 'text/event-stream': bytes } } },
  rangeOfBytes: {
    200: { description: 'All of them.', content: octets },
    206: { description: 'The part that was asked for.', content: octets },
  },
  downloadFilesTogether: concatenatedFiles,
  downloadSharedFilesTogether: concatenatedFiles,
}

/** Response formats other than JSON, by call. */
export const otherFormats: Partial<Record<CallName, Json>> = {
  getAudit: { 'text/csv': { schema: text } },
}

/** Header parameters of calls that support range requests. */
export const rangeParameters: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'One range: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Anything else gets the whole.',
    schema: text,
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'The ETag that the client has begun with: with another the whole comes.',
    schema: text,
  },
]
