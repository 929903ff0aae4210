import { defineCall } from '../call.ts'
import { errorCode } from './errorBody.ts'
import {
  batchId,
  emailAddress,
  isoTime,
  verificationCode,
  linkToken,
  linkTokenParams,
  message,
  pathNumber,
  uploadId,
  languageCode,
  xxh64Hex,
} from './fields.ts'
import { maxPartChunks, maxParts, minPartChunks, sealedChunkBytes } from '../limits.ts'
import { senderFields } from './senderFields.ts'
import { z } from './zod.ts'

/** Public data of an upload link. A gate that this browser has passed is no longer required. */
const uploadStatus = z.object({
  title: z.string(),
  description: z.string().nullable(),
  owner_name: z
    .string()
    .optional()
    .describe("Display name of the folder's owner: the server's word. Absent: they show none."),
  requires_password: z.boolean(),
  requires_email: z.boolean(),
  has_allowed_emails_list: z.boolean(),
  confirms_by_email: z
    .boolean()
    .optional()
    .describe('True if `mailConfirmation` can mail to the verified address. Absent otherwise.'),
  perform_mime_check: z.boolean(),
  private_names: z
    .boolean()
    .optional()
    .describe(
      'True if the folder asks for placeholders instead of names, paths and hashes (core/crypto/FORMAT.md, 21). Absent otherwise.',
    ),
  retention_days: z
    .number()
    .optional()
    .describe(
      'Files are deleted so many days after they arrive; their owner may keep them longer. Absent: they stay.',
    ),
  sender_fields: senderFields.describe(
    'What senders are asked for, in `sender_answers` of their uploads. Empty: nothing.',
  ),
  room_left: z
    .number()
    .nullable()
    .describe(
      'Sealed bytes that still fit in, for who has passed the gates; null where nothing limits them, or only at more than 100 GiB: nobody has to learn how full a folder is.',
    ),
  max_file_bytes: z
    .number()
    .optional()
    .describe('Plaintext bytes of the largest file that is taken. Absent: 5 GiB, of a server of before.'),
})
export type UploadStatus = z.output<typeof uploadStatus>

export const getUploadStatus = defineCall('getUploadStatus', {
  params: linkTokenParams,
  response: uploadStatus,
})

export const requestUploadCode = defineCall('requestUploadCode', {
  params: linkTokenParams,
  body: z.object({ uploader_email: emailAddress, language: languageCode.optional() }),
  response: message,
})
export const verifyUploadPassword = defineCall('verifyUploadPassword', {
  params: linkTokenParams,
  body: z.object({ link_password: z.string().min(1).max(1024) }),
  response: message,
})
export const verifyUploadCode = defineCall('verifyUploadCode', {
  params: linkTokenParams,
  body: z.object({
    uploader_email: emailAddress,
    verification_code: verificationCode,
  }),
  response: message,
})

/** The address is that of the pass, never one of the request. */
export const mailConfirmation = defineCall('mailConfirmation', {
  params: linkTokenParams,
  body: z.object({ batch_id: batchId, language: languageCode.optional() }),
})

export const getRecipientKey = defineCall('getRecipientKey', {
  params: linkTokenParams,
  response: z.object({ public_key_spki: z.string() }),
})

const uploadedItem = z.object({
  filename: z
    .string()
    .describe(
      "Bare name under which the file is listed; a name that is taken carries ' (2)'. In the answer to a repeat, the name that was sent.",
    ),
  original_raw_name_from_client: z.string(),
  path: z.string().describe("Directory part, '.' for the root."),
  size: z.number().describe('Plaintext bytes.'),
  index: z.number().describe("The file's `batch_indexes` value, or its position in the request."),
})
export const uploadResult = z.object({
  successful_files: z
    .array(
      uploadedItem.extend({
        id: z.number(),
        sha256: z.string(),
        expires_at: isoTime
          .optional()
          .describe('When it is deleted, unless its owner keeps it longer. Absent: it stays.'),
      }),
    )
    .describe(
      '`sha256`: what was sent as hash with the content that is stored. Only of a repeat whose name is a placeholder, and was one before, it may be another than the repeat has: the placeholder of another attempt.',
    ),
  failed_files: z.array(
    uploadedItem.extend({
      error: z.string(),
      code: errorCode,
      parts: z.array(z.number()).optional().describe('With `partsMissing`: the numbers to send.'),
    }),
  ),
})
export type UploadResult = z.output<typeof uploadResult>

export const uploadFiles = defineCall('uploadFiles', {
  params: linkTokenParams,
  response: uploadResult,
})

/*
 * Numbered parts for large files, modelled on S3 multipart uploads. All sizes are those of the sealed file,
 * in bytes.
 */

/** Parts may go directly to the store, each to a requested address; this server accepts them, too. */
const direct = z.boolean()

const uploadParams = z.object({ link_token: linkToken, upload_id: uploadId })
export const partSize = z
  .number()
  .int()
  .min(minPartChunks * sealedChunkBytes)
  .max(maxPartChunks * sealedChunkBytes)
  .refine((bytes) => bytes % sealedChunkBytes === 0, `Must be a multiple of ${sealedChunkBytes}.`)

/** A file has at most 10 000 parts, so those of a large file are larger (`minPartBytesOf`). */
export const createPartsUpload = defineCall('createPartsUpload', {
  params: linkTokenParams,
  body: z.object({ size: z.number().int().positive(), part_size: partSize }),
  response: z.object({ upload_id: z.string(), expires_at: z.string(), direct }),
})
const partParams = uploadParams.extend({ n: pathNumber.pipe(z.number().max(maxParts)) })
export const putPart = defineCall('putPart', {
  params: partParams,
})
export const addressPart = defineCall('addressPart', {
  params: partParams,
  body: z.object({ xxh64: xxh64Hex.optional().describe('Checksum of the part.') }).nullish(),
  response: z.object({ url: z.string(), expires_at: z.string() }),
})
export const getPartsUpload = defineCall('getPartsUpload', {
  params: uploadParams,
  response: z.object({ size: z.number(), part_size: z.number(), parts: z.array(z.number()), direct }),
})
export const abortPartsUpload = defineCall('abortPartsUpload', {
  params: uploadParams,
})
