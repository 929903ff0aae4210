import { z } from 'zod'
import { defineCall } from './call.ts'
import { base64, id, idParams, isoTime, kdfParameters, linkToken, linkTokenParams } from './fields.ts'
import { maxFilesPerLink } from './limits.ts'

/** File id → key string, see src/crypto/FORMAT.md, 6. */
const reencryptedKeys = z.record(z.string().regex(/^[1-9][0-9]*$/), z.string().max(1024))

export const downloadLink = z.object({
  id: z.number(),
  link_token: linkToken,
  creation_date: isoTime,
  expiration_date: isoTime.nullable(),
  has_password: z.boolean(),
  file_count: z.number(),
  files: z.array(z.string()),
  /** The link's master key, wrapped to the administrator: lets a link be copied again with its keys. */
  wrapped_link_key: z.string().nullable(),
  download_count: z.number(),
})
export type DownloadLink = z.output<typeof downloadLink>

export const createDownloadLink = defineCall({
  method: 'POST',
  path: '/download/links',
  body: z.object({
    file_ids: z.array(id).min(1).max(maxFilesPerLink),
    /** A verifier derived from the link password, never the password itself; null for a public link. */
    password: z.string().min(1).max(1024).nullable(),
    password_kdf: kdfParameters.nullable().optional(),
    expiration_date: z.iso.datetime({ offset: true }).nullable(),
    reencrypted_keys_json: z.string(),
    wrapped_link_key: base64(1024).optional(),
  }),
  response: z.object({ full_url: z.string(), has_password: z.boolean(), link_token: linkToken }),
})
export const listDownloadLinks = defineCall({
  method: 'GET',
  path: '/download/links/folder/:id',
  params: idParams,
  response: z.array(downloadLink),
})
/** `id` is the link token or its number. */
export const deleteDownloadLink = defineCall({
  method: 'DELETE',
  path: '/download/links/:id',
  params: z.object({ id: z.string().min(1).max(64) }),
})

export const sharedFile = z.object({
  id: z.number(),
  original_filename: z.string(),
  file_size: z.number(),
  file_hash: z.string(),
  encryption_iv: z.string(),
  manifest: z.string().nullable(),
})
export type SharedFile = z.output<typeof sharedFile>

export const getDownloadStatus = defineCall({
  method: 'GET',
  path: '/download/:link_token/status',
  params: linkTokenParams,
  response: z.object({
    requires_password: z.boolean(),
    password_kdf: kdfParameters.nullable(),
    files: z.array(sharedFile),
    /** For links without a password. */
    reencrypted_keys: reencryptedKeys.nullable(),
  }),
})
export const verifyDownloadPassword = defineCall({
  method: 'POST',
  path: '/download/:link_token/verify-password',
  params: linkTokenParams,
  body: z.object({ password: z.string().min(1).max(1024) }),
  response: z.object({ reencrypted_keys: reencryptedKeys }),
})
export const downloadSharedFile = defineCall({
  method: 'GET',
  path: '/download/:link_token/file/:id',
  params: linkTokenParams.extend({ id }),
})
