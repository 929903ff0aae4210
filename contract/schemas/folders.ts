import { defineCall } from '../call.ts'
import {
  b64u32,
  batchId,
  dateTime,
  emailAddress,
  hiddenRow,
  id,
  idList,
  idParams,
  isoTime,
  linkToken,
  previewQuery,
  retentionDays,
  uploadId,
} from './fields.ts'
import {
  maxAllowedEmails,
  maxDescriptionLength,
  maxFilesTogether,
  maxFilesPerDeletion,
  maxKeysPerRequest,
  maxNamesHidden,
  maxQuotaBytes,
  maxTitleLength,
} from '../limits.ts'
import { senderFields } from './senderFields.ts'
import { firstRoster } from './sharing.ts'
import { z } from './zod.ts'

/** `request` asks for files; `sent` holds what its owner sends by download links: nothing is sent to it by others. */
export const folderKinds = ['request', 'sent'] as const
export type FolderKind = (typeof folderKinds)[number]

export const folder = z.object({
  id: z.number(),
  kind: z
    .enum(folderKinds)
    .optional()
    .describe(
      '`sent`: it holds what was sent by download links, and its upload link is inactive. Absent: `request`.',
    ),
  title: z.string(),
  description: z.string().nullable(),
  creation_date: isoTime,
  expiration_date: isoTime.nullable(),
  last_upload_time: isoTime.nullable(),
  is_active: z.boolean(),
  has_password: z.boolean(),
  require_email_verification: z.boolean(),
  allowed_emails: z.array(z.string()).nullable().describe('Null or empty: any verified e-mail address.'),
  perform_mime_check: z.boolean(),
  private_names: z
    .boolean()
    .optional()
    .describe('True if senders are asked not to tell the names of files. Absent: they tell them.'),
  retention_days: z
    .number()
    .optional()
    .describe('Files are deleted so many days after they arrive. Absent: they stay.'),
  notify_by_email: z
    .boolean()
    .describe(
      'Whether the caller is mailed when something arrives: each of its people decides for themselves.',
    ),
  sender_fields: senderFields.describe('What senders are asked for. Empty: nothing.'),
  link_token: linkToken,
  has_undownloaded_files: z.boolean(),
  undownloaded_count: z
    .number()
    .describe('How many of its files none of its people has downloaded or sent from its page.'),
  file_count: z.number(),
  total_size: z.number().describe('Plaintext bytes of all its files.'),
  quota_bytes: z
    .number()
    .nullable()
    .describe("Bytes that it takes, see `stored_bytes`; null: as much as the server's own limits let it."),
  stored_bytes: z
    .number()
    .describe(
      'Sealed bytes of its files, and of unfinished uploads what was sent; names and paths (five times), manifests and answers, and 2 KiB a file: what counts towards a quota.',
    ),
  trash: z
    .object({
      days: z.number().describe('How long deleted files and folders can be restored.'),
      files: z.number().describe('How many of its files are in the trash.'),
    })
    .optional()
    .describe('Absent for members, and where the server erases at once what is deleted.'),
  several: z
    .object({
      folder: z.string().describe('Its own id, base64url of 16 bytes: what its statements name.'),
      role: z
        .enum(['owner', 'member'])
        .describe("The caller's, by the newest statement that the server accepted."),
      people: z.number(),
      seq: z.number().describe('Of the newest statement.'),
      leaving: z.number().describe('How many members asked to leave.'),
    })
    .nullable()
    .describe('Null: a folder of one person.'),
})
export type Folder = z.output<typeof folder>

/** The `title` of a shared folder is that of its newest statement: `changeRoster` changes it. */
export const folderPayload = z.object({
  title: z.string().trim().min(1, 'Title is required.').max(maxTitleLength),
  description: z.string().trim().max(maxDescriptionLength).nullable().optional(),
  require_email_verification: z
    .boolean()
    .optional()
    .describe('Absent keeps, or is off for a new folder. Off keeps the list that is there, unused.'),
  allowed_emails: z
    .array(emailAddress)
    .max(maxAllowedEmails)
    .nullable()
    .optional()
    .describe(
      'Absent keeps, null or empty removes. A list cannot be held to without verification, so it switches that on.',
    ),
  perform_mime_check: z.boolean().default(true),
  private_names: z
    .boolean()
    .optional()
    .describe(
      'Whether senders are asked for placeholders instead of names, paths and hashes (core/crypto/FORMAT.md, 21); files that are there stay as they are. Absent keeps, or is off for a new folder.',
    ),
  retention_days: retentionDays
    .nullable()
    .optional()
    .describe(
      'Days after which files are deleted that arrive from then on; null: they stay. Absent keeps, or is `default_retention_days` of the rules for a new folder.',
    ),
  notify_by_email: z
    .boolean()
    .optional()
    .describe("The caller's own choice. Absent keeps, or is off for a new folder."),
  sender_fields: senderFields
    .optional()
    .describe('What senders are asked for. Absent keeps, or is nothing for a new folder; empty removes.'),
  expires_in_days: z
    .number()
    .int()
    .min(0)
    .max(36_500)
    .nullable()
    .optional()
    .describe('0 and null count as absent.'),
  expiration_date: dateTime('Invalid date/time value.')
    .nullable()
    .optional()
    .describe('Null clears, absent keeps.'),
  link_password: z.string().max(1024).optional().describe("Absent keeps, '' removes, text sets."),
  quota_bytes: z
    .number()
    .int()
    .min(1)
    .max(maxQuotaBytes)
    .nullable()
    .optional()
    .describe(
      'Absent keeps, or is none for a new folder; null removes. Below what is there already: nothing more comes.',
    ),
})
export type FolderPayload = z.input<typeof folderPayload>

/** Absent members stay unchanged. */
export const folderUpdatePayload = folderPayload.extend({
  perform_mime_check: z.boolean().optional(),
  is_active: z.boolean().optional(),
  expires_in_days: z
    .unknown()
    .optional()
    .describe(
      'What cannot be a number of days is ignored, and then the expiry stays, whatever `expiration_date` says.',
    ),
})
export type FolderUpdatePayload = z.input<typeof folderUpdatePayload>

export const folderSortKeys = ['title', 'creation_date', 'expiration_date', 'last_upload_time'] as const

export const listFolders = defineCall('listFolders', {
  query: z.object({
    sort_by: z.enum(folderSortKeys).default('creation_date'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: z.array(folder),
})
export const getFolder = defineCall('getFolder', {
  params: idParams,
  response: folder,
})
export const createFolder = defineCall('createFolder', {
  body: folderPayload.extend({
    roster: firstRoster.optional(),
    kind: z.enum(folderKinds).optional().describe('`sent`: its upload link is inactive. Absent: `request`.'),
  }),
  response: folder,
})
export const updateFolder = defineCall('updateFolder', {
  params: idParams,
  body: folderUpdatePayload,
  response: folder,
})

const deletionQuery = z.object({
  now: z.literal('1').optional().describe('`1`: erases at once, also what is in the trash.'),
})
/** Times of what is in the trash. */
const trashTimes = {
  deleted_at: isoTime,
  erased_at: isoTime.describe('From then on it cannot be restored.'),
}

export const deleteFolder = defineCall('deleteFolder', { params: idParams, query: deletionQuery })
export const trashedFolder = folder
  .pick({ id: true, title: true, file_count: true, total_size: true })
  .extend(trashTimes)
export type TrashedFolder = z.output<typeof trashedFolder>
export const listTrashedFolders = defineCall('listTrashedFolders', { response: z.array(trashedFolder) })
export const restoreFolder = defineCall('restoreFolder', { params: idParams, response: folder })

export const delivery = z.object({
  folder_id: z.number(),
  batch_id: batchId.nullable().describe('Null: those of a folder that came without one are one delivery.'),
  files: z.number(),
  bytes: z.number().describe('Plaintext bytes.'),
  last_upload_time: isoTime,
  uploader_email: z.string().nullable().describe('Verified; null where none was asked for.'),
})
export type Delivery = z.output<typeof delivery>
export const listDeliveries = defineCall('listDeliveries', { response: z.array(delivery) })

export const fileRecord = z.object({
  id: z.number(),
  original_filename: z.string().describe('The bare name, as it was sent.'),
  stored_filename: z
    .string()
    .describe("`{folder id}/{directory path}/{name}`; the name of a repeated file carries ' (2)'."),
  file_size: z.number().describe('Plaintext bytes.'),
  file_hash: z.string().describe('SHA-256 of the plaintext, in hex, as it was sent.'),
  upload_time: isoTime,
  last_downloaded_admin: isoTime.nullable().describe('Null: never downloaded.'),
  expires_at: isoTime
    .optional()
    .describe(
      'When it is deleted, also from the trash: as promised when it arrived, or later. Absent: it stays.',
    ),
  uploader_email: z.string().nullable(),
  sent_by: z
    .string()
    .optional()
    .describe('User name of the person of the folder who sent it from its page; absent for the upload link.'),
  sealed_to: z
    .string()
    .optional()
    .describe(
      'Fingerprint (base64url) of the key it was sealed to; only when that is no longer the key in force.',
    ),
  copied: z
    .literal(true)
    .optional()
    .describe('Brought here from another folder by one of its people; absent for what was uploaded.'),
  damaged_at: isoTime
    .optional()
    .describe(
      'When the server found that it does not have the bytes any more that came; absent: it knows of none.',
    ),
})
export type HashedFileRecord = z.output<typeof fileRecord>

export const briefFileRecord = fileRecord.partial({ file_hash: true }).extend({
  file_hash: fileRecord.shape.file_hash
    .optional()
    .describe('Only behind so many different contents that the server compares no more.'),
  repeat_of: z
    .number()
    .optional()
    .describe('Id of the first file of the list that has the same hash; absent for that one.'),
})
export type FileRecord = z.output<typeof briefFileRecord>

export const listFiles = defineCall('listFiles', {
  params: idParams,
  query: z.object({
    hashes: z
      .literal('none')
      .optional()
      .describe('`none`: half as long a list, which only says which files repeat others.'),
    new_of: batchId
      .or(z.literal('none'))
      .optional()
      .describe('Only the files of this delivery: `batch_id` as in the list of deliveries, `none` for null.'),
  }),
  response: z.union([z.array(fileRecord), z.array(briefFileRecord)]),
})

/** An unfinished upload in parts. Bytes are ciphertext bytes, as in quotas. */
export const unfinishedUpload = z.object({
  id: uploadId,
  announced_bytes: z.number(),
  arrived_bytes: z.number(),
  begun_at: isoTime,
  last_part_at: isoTime.nullable().describe('Null: nothing has come yet.'),
  expires_at: isoTime.describe('When it ends by itself if nothing more comes.'),
  uploader_email: z.string().nullable().describe('Verified, where the folder asked for one when it began.'),
})
export type UnfinishedUpload = z.output<typeof unfinishedUpload>

export const listUnfinishedUploads = defineCall('listUnfinishedUploads', {
  params: idParams,
  response: z.array(unfinishedUpload),
})
export const endUnfinishedUpload = defineCall('endUnfinishedUpload', {
  params: idParams.extend({ upload_id: uploadId }),
})

export const fileKeys = z.object({
  id: z.number(),
  encrypted_key: z.string(),
  encryption_iv: z.string(),
  manifest: z.string().nullable().describe('Null for files of clients that know nothing of manifests.'),
  sealed_to: z
    .string()
    .describe(
      "Fingerprint (base64url) of the key it was sealed to; '' where nobody said and none was in force.",
    ),
  file_hash: z.string().optional().describe('As in the list of files; only with `hashes`.'),
})
export type FileKeys = z.output<typeof fileKeys>

export const batchAnswers = z.object({
  batch_id: batchId,
  answers: z.string().describe('Base64; sealed to the key of the folder (core/crypto/FORMAT.md, 18).'),
})
export type BatchAnswers = z.output<typeof batchAnswers>

export const listAnswers = defineCall('listAnswers', {
  params: idParams,
  query: z.object({ after: batchId.optional().describe('`next` of the page before.') }),
  response: z.object({
    answers: z.array(batchAnswers),
    next: batchId.nullable().describe('Null: there are no more.'),
  }),
})
export type AnswersPage = z.output<typeof listAnswers.response>

const fileIds = z.array(id).min(1)
export const getFileKeys = defineCall('getFileKeys', {
  query: z.object({
    hashes: z.literal('all').optional().describe('`all`: with the hashes that a list without them lacks.'),
  }),
  body: z.object({ file_ids: fileIds.max(maxKeysPerRequest) }),
  response: z.array(fileKeys),
})

export const downloadFile = defineCall('downloadFile', { params: idParams, query: previewQuery })

export const downloadFilesTogether = defineCall('downloadFilesTogether', {
  query: z.object({ ids: idList(maxFilesTogether) }),
})

export const hideNames = defineCall('hideNames', {
  params: idParams,
  body: z.object({
    files: z
      .array(
        hiddenRow.extend({
          file_id: id,
          key_commitment: b64u32.describe('As its manifest begins: 422 if that of the file is another.'),
        }),
      )
      .min(1)
      .max(maxNamesHidden),
  }),
  response: z.object({
    hidden: z.number().describe('How many of these files have these placeholders now.'),
    waiting: z
      .number()
      .describe(
        'How many stay as they are, because their senders may still repeat the upload or get a receipt.',
      ),
    waiting_until: isoTime.nullable().describe('When the last of these need not wait any more.'),
  }),
})

const fileErrors = z.object({ errors: z.array(z.object({ file_id: z.number(), error: z.string() })) })
export const deleteFiles = defineCall('deleteFiles', {
  query: deletionQuery,
  body: z.object({ file_ids: fileIds.max(maxFilesPerDeletion) }),
  response: fileErrors,
})
export const trashedFile = briefFileRecord.extend(trashTimes)
export type TrashedFile = z.output<typeof trashedFile>
export const listTrashedFiles = defineCall('listTrashedFiles', {
  params: idParams,
  query: z.object({
    hashes: z.literal('all').optional().describe('`all`: each file has its hash.'),
  }),
  response: z.array(trashedFile),
})
export const extendRetention = defineCall('extendRetention', {
  body: z.object({
    file_ids: fileIds.max(maxFilesPerDeletion),
    expires_at: dateTime('Invalid date/time value.')
      .transform((text) => new Date(text).toISOString())
      .nullable()
      .describe('Null: they stay.'),
  }),
  response: fileErrors,
})
export const restoreFiles = defineCall('restoreFiles', {
  body: z.object({ file_ids: fileIds.max(maxFilesPerDeletion) }),
  response: fileErrors,
})
