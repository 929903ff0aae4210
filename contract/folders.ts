import { defineCall } from './call.ts'
import { dateTime } from './dateTime.ts'
import { emailAddress, id, idList, idParams, isoTime, linkToken, uploadId } from './fields.ts'
import {
  maxAllowedEmails,
  maxDescriptionLength,
  maxFilesTogether,
  maxKeysPerRequest,
  maxQuotaBytes,
  maxTitleLength,
} from './limits.ts'
import { firstRoster } from './sharing.ts'
import { z } from './zod.ts'

export const folder = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  creation_date: isoTime,
  expiration_date: isoTime.nullable(),
  last_upload_time: isoTime.nullable(),
  is_active: z.boolean(),
  has_password: z.boolean(),
  require_email_verification: z.boolean(),
  /** Null or empty: any verified e-mail address. */
  allowed_emails: z.array(z.string()).nullable(),
  perform_mime_check: z.boolean(),
  /** Whether the caller is mailed when something arrives: each of its people decides for themselves. */
  notify_by_email: z.boolean(),
  link_token: linkToken,
  has_undownloaded_files: z.boolean(),
  file_count: z.number(),
  /** Plaintext bytes of all its files. */
  total_size: z.number(),
  /** Sealed bytes that it takes; null: as much as the server's own limits let it. */
  quota_bytes: z.number().nullable(),
  /** Sealed bytes of its files, and of unfinished uploads what was sent: what counts towards a quota. */
  stored_bytes: z.number(),
  /** Null: a folder of one person. */
  several: z
    .object({
      /** Its own id, base64url of 16 bytes: what its statements name. */
      folder: z.string(),
      /** The caller's, by the newest statement that the server accepted. */
      role: z.enum(['owner', 'member']),
      people: z.number(),
      /** Of the newest statement. */
      seq: z.number(),
      /** How many members asked to leave. */
      leaving: z.number(),
    })
    .nullable(),
})
export type Folder = z.output<typeof folder>

/** `title` of a folder of several people is that of its newest statement: `changeRoster` changes it. */
export const folderPayload = z.object({
  title: z.string().trim().min(1, 'Title is required.').max(maxTitleLength),
  description: z.string().trim().max(maxDescriptionLength).nullable().optional(),
  /** Absent keeps, or is off for a new folder. Off keeps the list that is there, unused. */
  require_email_verification: z.boolean().optional(),
  /** Absent keeps, null or empty removes. A list cannot be held to without verification, so it switches that on. */
  allowed_emails: z.array(emailAddress).max(maxAllowedEmails).nullable().optional(),
  perform_mime_check: z.boolean().default(true),
  /** The caller's own choice. Absent keeps, or is off for a new folder. */
  notify_by_email: z.boolean().optional(),
  /** 0 and null count as absent. */
  expires_in_days: z.number().int().min(0).max(36_500).nullable().optional(),
  /** Null clears, absent keeps. */
  expiration_date: dateTime('Invalid date/time value.').nullable().optional(),
  /** Absent keeps, '' removes, text sets. */
  link_password: z.string().max(1024).optional(),
  /** Absent keeps, or is none for a new folder; null removes. Below what is there already: nothing more comes. */
  quota_bytes: z.number().int().min(1).max(maxQuotaBytes).nullable().optional(),
})
export type FolderPayload = z.input<typeof folderPayload>

/** What is absent stays as it is. */
export const folderUpdatePayload = folderPayload.extend({
  perform_mime_check: z.boolean().optional(),
  is_active: z.boolean().optional(),
  /** What cannot be a number of days is ignored, and then the expiry stays, whatever `expiration_date` says. */
  expires_in_days: z.unknown().optional(),
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
  /** `roster` makes it one of several people: its first statement. A repeat of it gets the folder of the first time. */
  body: folderPayload.extend({ roster: firstRoster.optional() }),
  response: folder,
})
export const updateFolder = defineCall('updateFolder', {
  params: idParams,
  body: folderUpdatePayload,
  response: folder,
})
export const deleteFolder = defineCall('deleteFolder', { params: idParams })

export const fileRecord = z.object({
  id: z.number(),
  /** The bare name, as it was sent. */
  original_filename: z.string(),
  /** `{folder id}/{directory path}/{name}`; the name of a repeated file carries ' (2)'. */
  stored_filename: z.string(),
  /** Plaintext bytes. */
  file_size: z.number(),
  /** SHA-256 of the plaintext, in hex, as it was sent. */
  file_hash: z.string(),
  upload_time: isoTime,
  /** Null: never downloaded. */
  last_downloaded_admin: isoTime.nullable(),
  uploader_email: z.string().nullable(),
  /** Fingerprint (base64url) of the key it was sealed to; only when that is no longer the key in force. */
  sealed_to: z.string().optional(),
  /** Brought here from another folder by one of its people; absent for what was uploaded. */
  copied: z.literal(true).optional(),
})
export type FileRecord = z.output<typeof fileRecord>

export const listFiles = defineCall('listFiles', {
  params: idParams,
  response: z.array(fileRecord),
})

/** An upload in parts that is no file yet. Bytes are those of the ciphertext, as the quota counts them. */
export const unfinishedUpload = z.object({
  id: uploadId,
  announced_bytes: z.number(),
  arrived_bytes: z.number(),
  begun_at: isoTime,
  /** Null: nothing has come yet. */
  last_part_at: isoTime.nullable(),
  /** When it ends by itself if nothing more comes. */
  expires_at: isoTime,
  /** Verified, where the folder asked for one when it began. */
  uploader_email: z.string().nullable(),
})
export type UnfinishedUpload = z.output<typeof unfinishedUpload>

/** The latest first, at most `maxUnfinishedListed`. */
export const listUnfinishedUploads = defineCall('listUnfinishedUploads', {
  params: idParams,
  response: z.array(unfinishedUpload),
})
/** Its bytes go. 404 when it is not there (any more), 409 when it has become a file meanwhile. */
export const endUnfinishedUpload = defineCall('endUnfinishedUpload', {
  params: idParams.extend({ upload_id: uploadId }),
})

export const fileKeys = z.object({
  id: z.number(),
  encrypted_key: z.string(),
  encryption_iv: z.string(),
  /** Null for files of clients that know nothing of manifests. */
  manifest: z.string().nullable(),
  /** Fingerprint (base64url) of the key it was sealed to; '' where nobody said and none was in force. */
  sealed_to: z.string(),
})
export type FileKeys = z.output<typeof fileKeys>

const fileIds = z.array(id).min(1)
/** Wrapped keys in bulk, for archives, links and manifests. 404 when any id is not the caller's. */
export const getFileKeys = defineCall('getFileKeys', {
  body: z.object({ file_ids: fileIds.max(maxKeysPerRequest) }),
  response: z.array(fileKeys),
})

/** The sealed bytes, with Content-Length, ETag and Range; key and IV in headers. */
export const downloadFile = defineCall('downloadFile', { params: idParams })

/**
 * The sealed bytes of several files of the caller's, one after the other in the order of `ids`, with Content-Length.
 * Meant for small files, which cost a request more than all else. 404 when any id is not the caller's.
 */
export const downloadFilesTogether = defineCall('downloadFilesTogether', {
  query: z.object({ ids: idList(maxFilesTogether) }),
})

export const deleteFiles = defineCall('deleteFiles', {
  body: z.object({ file_ids: fileIds.max(100_000) }),
  response: z.object({ errors: z.array(z.object({ file_id: z.number(), error: z.string() })) }),
})
