import { defineCall } from './call.ts'
import { errorCode } from './errorBody.ts'
import { emailAddress, linkToken, linkTokenParams, pathNumber, uploadId } from './fields.ts'
import { codePattern, maxPartChunks, minPartChunks, sealedChunkBytes } from './limits.ts'
import { z } from './zod.ts'

const message = z.object({ message: z.string() })

/** What a stranger may know of an upload link. A gate that this browser has passed is no longer required. */
const uploadStatus = z.object({
  title: z.string(),
  description: z.string().nullable(),
  requires_password: z.boolean(),
  requires_email: z.boolean(),
  has_allowed_emails_list: z.boolean(),
  perform_mime_check: z.boolean(),
  /**
   * Sealed bytes that still fit in, for who has passed the gates; null where nothing limits them, or more than
   * `toldRoomBytes` do: nobody has to learn how full a folder is.
   */
  room_left: z.number().nullable(),
})
export type UploadStatus = z.output<typeof uploadStatus>

export const getUploadStatus = defineCall('getUploadStatus', {
  params: linkTokenParams,
  response: uploadStatus,
})

/** The answer is the same whether the address may upload or not. 429 with Retry-After after three in an hour. */
export const requestUploadCode = defineCall('requestUploadCode', {
  params: linkTokenParams,
  body: z.object({ uploader_email: emailAddress }),
  response: message,
})
/** 401 'Incorrect password'. */
export const verifyUploadPassword = defineCall('verifyUploadPassword', {
  params: linkTokenParams,
  body: z.object({ link_password: z.string().min(1).max(1024) }),
  response: message,
})
/** 400 'Invalid or expired verification code.'. */
export const verifyUploadCode = defineCall('verifyUploadCode', {
  params: linkTokenParams,
  body: z.object({
    uploader_email: emailAddress,
    verification_code: z.string().regex(codePattern, 'Verification code must be exactly 6 digits.'),
  }),
  response: message,
})

/**
 * Before any gate: whoever compares the key asks as a stranger does. 404 'Recipient public key is missing or not
 * configured.' when the administrator has no complete pair.
 */
export const getRecipientKey = defineCall('getRecipientKey', {
  params: linkTokenParams,
  response: z.object({ public_key_spki: z.string() }),
})

const uploadedItem = z.object({
  /** Bare name under which the file is listed; a repeated one carries ' (2)'. */
  filename: z.string(),
  original_raw_name_from_client: z.string(),
  /** Directory part, '.' for the root. */
  path: z.string(),
  /** Plaintext bytes. */
  size: z.number(),
  /** The file's `batch_indexes` value, or its position in the request. */
  index: z.number(),
})
export const uploadResult = z.object({
  /** `sha256`: of the content that is stored, as it was sent with it; a repeat may have been sent with another. */
  successful_files: z.array(uploadedItem.extend({ id: z.number(), sha256: z.string() })),
  failed_files: z.array(uploadedItem.extend({ error: z.string(), code: errorCode })),
})
export type UploadResult = z.output<typeof uploadResult>

/** Multipart, see `uploadForm`. One result a file; repeating a batch index repeats its result. */
export const uploadFiles = defineCall('uploadFiles', {
  params: linkTokenParams,
  response: uploadResult,
})

/* Numbered parts, for large files, in the shape of S3 multipart uploads. All sizes are of the sealed file, in bytes. */

/** Parts may go straight to the store, each to an address that is asked for; through here they may come all the same. */
const direct = z.boolean()

const uploadParams = z.object({ link_token: linkToken, upload_id: uploadId })
export const partSize = z
  .number()
  .int()
  .min(minPartChunks * sealedChunkBytes)
  .max(maxPartChunks * sealedChunkBytes)
  .refine((bytes) => bytes % sealedChunkBytes === 0, `Must be a multiple of ${sealedChunkBytes}.`)

export const createPartsUpload = defineCall('createPartsUpload', {
  params: linkTokenParams,
  /** `part_size`: of every part but the last. */
  body: z.object({ size: z.number().int().positive(), part_size: partSize }),
  response: z.object({ upload_id: z.string(), expires_at: z.string(), direct }),
})
const partParams = uploadParams.extend({ n: pathNumber.pipe(z.number().max(10_000)) })
/** The bytes of part `n`, from 1. 204 once they are stored; sent again they take the place of those before. */
export const putPart = defineCall('putPart', {
  params: partParams,
})
/**
 * Where part `n` may be PUT without a cookie, once or again, until `expires_at`; 200 once it is stored. Counts as if its
 * bytes had come, whatever becomes of it. 409 where parts come here.
 */
export const addressPart = defineCall('addressPart', {
  params: partParams,
  response: z.object({ url: z.string(), expires_at: z.string() }),
})
/** `parts`: the numbers of those that are stored. */
export const getPartsUpload = defineCall('getPartsUpload', {
  params: uploadParams,
  response: z.object({ size: z.number(), part_size: z.number(), parts: z.array(z.number()), direct }),
})
/** Its bytes go. */
export const abortPartsUpload = defineCall('abortPartsUpload', {
  params: uploadParams,
})
