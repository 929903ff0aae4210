import type { CallName } from '../../contract/addresses.ts'
import { encryptedKeyHeader, encryptionIvHeader, uploadReferenceType } from '../../contract/headers.ts'
import { uploadFields } from '../../contract/uploadFields.ts'
import type { Json } from './schemaConverter.ts'

const octetMedia: Json = { schema: { contentMediaType: 'application/octet-stream' } }
const octetContent = { 'application/octet-stream': octetMedia }
const stringSchema = { type: 'string' }
const header = (description: string, schema: Json = stringSchema): Json => ({ description, schema })

const stringList = (description: string): Json => ({ type: 'array', items: stringSchema, description })
const uploadFormFields: Readonly<Record<keyof typeof uploadFields, Json>> = {
  linkPassword: {
    ...stringSchema,
    description: 'Where the link asks for a password. Before all other fields.',
  },
  uploaderEmail: {
    ...stringSchema,
    description: 'Where the link asks for an address. Before all other fields.',
  },
  verificationCode: {
    ...stringSchema,
    description: 'The code that was mailed there. Before all other fields.',
  },
  files: {
    type: 'array',
    items: { contentMediaType: 'application/octet-stream' },
    description: `The sealed files, each with its name; of the type \`${uploadReferenceType}\` the id of one that went up in parts.`,
  },
  encryptedKeys: stringList('Of each file: its key, wrapped for the recipient, base64.'),
  encryptionIvs: stringList('Of each file: its IV, 12 bytes in base64.'),
  relativePaths: stringList("Of each file, or of none: the folder that it is in, '.' for the root."),
  fileHashes: stringList('Of each file: SHA-256 of the plaintext, in hex.'),
  fileManifests: stringList('Of each file, or of none: its sealed manifest, base64.'),
  batchIndexes: stringList('Of each file: its number in the batch. Needed beside `batch_id`.'),
  batchId: {
    ...stringSchema,
    pattern: '^[A-Za-z0-9_-]{22}$',
    description: 'Base64url of 16 random bytes that name what a person started as one batch.',
  },
  sealedTo: {
    ...stringSchema,
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'Fingerprint (base64url) of the key that all are sealed to.',
  },
  senderAnswers: {
    ...stringSchema,
    description:
      'What the sender answered to `sender_fields`, sealed, base64 (core/crypto/FORMAT.md, 18). The first of a batch stays. Needs `batch_id`.',
  },
  batchLast: { ...stringSchema, description: "'1' in the last request of a batch." },
}
const requiredFields = ['files', 'encryptedKeys', 'encryptionIvs', 'fileHashes'] as const

export const nonJsonRequestBodies: Partial<Record<CallName, Json>> = {
  putPart: { required: true, content: octetContent },
  takeBody: { content: octetContent },
  setLogo: { required: true, content: { 'image/png': octetMedia } },
  uploadFiles: {
    required: true,
    description:
      'Fields of each file stand in the order of the files; before or after them. 32 MiB beside one file of any size.',
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(uploadFields).map(([key, name]) => [
              name,
              uploadFormFields[key as keyof typeof uploadFields],
            ]),
          ),
          required: requiredFields.map((key) => uploadFields[key]),
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

const lengthHeader = { 'Content-Length': header('Sealed bytes.', { type: 'integer' }) }
const ivHeader = { [encryptionIvHeader]: header('The IV, base64.') }
const keyHeader = { [encryptedKeyHeader]: header('The key, wrapped for the caller or their folder, base64.') }

function rangeResponses(extraHeaders: Json): Json {
  const headers = {
    ...lengthHeader,
    ETag: header('The same for as long as the file is there.'),
    'Accept-Ranges': header("'bytes'"),
    'Content-Disposition': header('The name of the file.'),
    ...extraHeaders,
  }
  const range = header('Which bytes these are, and of how many.')
  return {
    200: { description: 'The sealed bytes.', headers, content: octetContent },
    206: {
      description: 'The part that was asked for.',
      headers: { ...headers, 'Content-Range': range },
      content: octetContent,
    },
  }
}

const concatenatedFiles = {
  200: {
    description: 'The sealed bytes, one file after the other.',
    headers: lengthHeader,
    content: octetContent,
  },
}

export const nonJsonResponses: Partial<Record<CallName, Json>> = {
  startSingleSignOn: {
    303: {
      description: 'On to the provider, or back to the login page.',
      headers: { Location: header('Where to.') },
    },
  },
  showReminderSwitch: {
    303: { description: 'On to the page.', headers: { Location: header('Where to.') } },
  },
  finishSingleSignOn: {
    200: {
      description: 'A page that goes on by itself.',
      content: { 'text/html': { schema: stringSchema } },
    },
  },
  downloadFile: rangeResponses({ ...keyHeader, ...ivHeader }),
  downloadSharedFile: rangeResponses(ivHeader),
  answerSlowly: { 200: { description: 'The pieces.', content: { 'text/event-stream': octetMedia } } },
  rangeOfBytes: {
    200: { description: 'All of them.', content: octetContent },
    206: { description: 'The part that was asked for.', content: octetContent },
  },
  downloadFilesTogether: concatenatedFiles,
  downloadSharedFilesTogether: concatenatedFiles,
}

/** Response formats other than JSON, by call. */
export const otherFormats: Partial<Record<CallName, Json>> = {
  getAudit: { 'text/csv': { schema: stringSchema } },
}

/** Header parameters of calls that support range requests. */
export const rangeParameters: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'One range: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Anything else gets the whole.',
    schema: stringSchema,
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'The ETag that the client has begun with: with another the whole comes.',
    schema: stringSchema,
  },
]
