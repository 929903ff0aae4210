import { z } from 'zod'

/** Every error body: one sentence, or for 422 a list of what is wrong with which field. */
export const errorBody = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
  ]),
})
export type ErrorBody = z.output<typeof errorBody>

/** The `detail` texts that a client may have to recognise. */
export const detail = {
  csrf: 'CSRF validation failed',
  sessionExpired: 'Session expired',
  notAuthenticated: 'Not authenticated. Please log in.',
  badLogin: 'Incorrect username or password',
  badPassword: 'Incorrect password',
  tooManyRequests: 'Too many requests. Please try again later.',
  uploadLinkInvalid: 'Link invalid/expired.',
  downloadLinkExpired: 'This link has expired.',
  folderNotFound: 'Folder not found or could not be loaded.',
  fileNotFound: 'File not found.',
  keyDataMissing: 'Encrypted key data not found on server. Please generate or restore keys in your profile.',
  recipientKeyMissing: 'Recipient public key is missing or not configured.',
  mismatchedArrays: 'Mismatch in lengths of file data arrays provided for upload',
  uploadUnknown: 'This upload is unknown or has expired.',
  uploadConfirmed: 'This file has already been confirmed.',
  gateClosed: 'This upload link asks for a password or a verified e-mail address first.',
  gateUnavailable: 'Password and e-mail protection of upload links are not available on this server.',
  notEncrypted: 'The file is not encrypted, so it was not stored.',
  outOfSpace: 'The server has no room left for this upload.',
  linkQuota: 'This upload link has reached the amount of data that it takes.',
  storageUnavailable: 'The server cannot store anything at the moment. Please try again later.',
  shuttingDown: 'The server is restarting. Please try again in a moment.',
} as const
