import { defineCall } from '../call.ts'
import {
  base64,
  base64OfLength,
  clientLinkToken,
  dateTime,
  emailAddress,
  verificationCode,
  id,
  idList,
  idParams,
  isoTime,
  kdfParameters,
  languageCode,
  linkToken,
  linkTokenParams,
  message,
  pathNumber,
  plainLine,
  plainLines,
  previewQuery,
  blankAsNull,
} from './fields.ts'
import {
  linkedFileBytes,
  maxAllowedEmails,
  maxFilesPerLink,
  maxFilesTogether,
  maxLinkDownloads,
  maxLinkMessageLength,
  maxLinkTitleLength,
} from '../limits.ts'
import { z } from './zod.ts'

/** A sealed 32-byte key: 60 bytes, which base64 encodes without padding (core/crypto/FORMAT.md, 6). */
const sealedKey = '[A-Za-z0-9+/]{80}'
/** Key string of a file in a link without a password: part2. */
export const openKeyString = new RegExp(`^(?<part2>${sealedKey})$`)
/** Key string of a file in a link with a password: part1, which all files of the link share, and part2. */
export const protectedKeyString = new RegExp(`^(?<part1>${sealedKey}):(?<part2>${sealedKey})$`)

/** By file id. */
const reencryptedKeys = z.record(z.string(), z.string())

export const downloadLink = z.object({
  id: z.number(),
  link_token: linkToken,
  creation_date: isoTime,
  expiration_date: isoTime.nullable(),
  has_password: z.boolean(),
  file_count: z.number(),
  files: z.array(z.string()),
  file_ids: z.array(z.number()).describe('As `files`, in the same order.'),
  download_count: z.number(),
  max_downloads: z.number().nullable().describe('By how many visitors it may be used; null: by any number.'),
  used_downloads: z.number().describe('By how many it was, counted while it was limited.'),
  title: z.string().nullable().describe('What recipients read above the files; null: nothing.'),
  message: z.string().nullable().describe('What recipients read below the title; null: nothing.'),
  named_people: z
    .array(
      z.object({
        email: z.string(),
        opened_at: isoTime.nullable().describe('When they last entered a code; null: never.'),
      }),
    )
    .nullable()
    .describe('Who may open it; null: whoever has the link.'),
  is_own: z
    .boolean()
    .describe('Made by the caller: a member of a folder of several people deletes these, an owner all.'),
})
export type DownloadLink = z.output<typeof downloadLink>

const expirationDate = dateTime('Please select a valid expiration date.').nullable()

/** Visitors that may use a link, see `getDownloadStatus`; null for any number. */
const maxDownloads = z.number().int().min(1).max(maxLinkDownloads).nullable()

const allowedEmails = z.array(emailAddress).min(1).max(maxAllowedEmails)

const title = blankAsNull(plainLine(maxLinkTitleLength))
const linkMessage = blankAsNull(plainLines(maxLinkMessageLength))

/** Commitments of a link's files: `linkFilesBytes` of core/crypto/FORMAT.md, 10, in base64. */
const fileCommitments = base64(maxFilesPerLink * linkedFileBytes)

export const createDownloadLink = defineCall('createDownloadLink', {
  body: z.object({
    file_ids: z.array(id).min(1).max(maxFilesPerLink),
    password: z
      .string()
      .min(1)
      .max(1024)
      .nullable()
      .describe(
        'A verifier derived from the link password, `v1.` and 43 characters; null for a public link. A client that derives none sends the password itself, at least 8 characters: then the server could open the link.',
      ),
    password_kdf: kdfParameters
      .nullable()
      .optional()
      .describe('How a verifier was derived: comes with one, and only with one.'),
    expiration_date: expirationDate,
    max_downloads: maxDownloads.optional().describe('Absent: any number.'),
    allowed_emails: allowedEmails
      .nullable()
      .optional()
      .describe(
        'The people that it is for: they enter a code that the server mails them. Absent or null: whoever has the link.',
      ),
    title: title
      .optional()
      .describe('What recipients read above the files. The server reads it, too. Absent or blank: nothing.'),
    message: linkMessage
      .optional()
      .describe('What recipients read below the title, in plain text of several lines, as `title`.'),
    reencrypted_keys_json: z
      .string()
      .describe(
        'JSON map of the id of every file to its key string: part2, or `part1:part2` with a password (core/crypto/FORMAT.md, 6).',
      ),
    link_token: clientLinkToken
      .optional()
      .describe(
        'Drawn by the browser, so that it can be sealed; the server draws one for clients that send none.',
      ),
    sealed_link: base64(1024)
      .optional()
      .describe(
        'What the maker of the link seals for themselves, to copy it again; comes with a token and commitments.',
      ),
    file_commitments: fileCommitments.optional(),
  }),
  response: z.object({ full_url: z.string(), has_password: z.boolean(), link_token: linkToken }),
})
export const linkStates = ['active', 'expired'] as const
export const listDownloadLinks = defineCall('listDownloadLinks', {
  params: idParams,
  query: z.object({ state: z.enum(linkStates).default('active') }),
  response: z.array(downloadLink),
})
/** A link in a list over all folders. */
export const sentLink = downloadLink.extend({
  folder_id: z.number(),
  file_count: z.number().describe('Of all its files; `files` and `file_ids` are the first five.'),
})
export type SentLink = z.output<typeof sentLink>
export const listSentLinks = defineCall('listSentLinks', {
  query: z.object({
    after: z
      .string()
      .regex(/^[0-9]{1,15}-[0-9]{1,15}$/)
      .optional()
      .describe('`next` of the page before.'),
  }),
  response: z.object({
    links: z.array(sentLink),
    next: z.string().nullable().describe('Null: there are no more.'),
  }),
})
export const getDownloadLink = defineCall('getDownloadLink', {
  params: z.object({ id: linkToken }),
  response: downloadLink,
})
export const getSealedLink = defineCall('getSealedLink', {
  params: z.object({ id: linkToken }),
  query: z.object({
    for: z
      .literal('change')
      .optional()
      .describe('`change`: to seal the link anew, which the history says. Absent: to copy the link.'),
  }),
  response: z.object({ sealed_link: z.string().nullable(), file_commitments: z.string().nullable() }),
})
/** A link as its maker seals it anew: its keys stay, and its address unless it gets or loses a password. */
const resealedLink = z.object({
  replaces: base64(1024).describe(
    '`sealed_link` as it was read: 409 if another has taken its place, or there is none.',
  ),
  sealed_link: base64(1024),
  file_commitments: fileCommitments
    .optional()
    .describe(
      'Absent keeps all files. Otherwise as it was read, without the files that are to be removed, and with those that are to be added, ascending by id.',
    ),
  added_keys_json: z
    .string()
    .optional()
    .describe(
      'For files to be added, of the same folder: JSON map of the id of every one to part2 of its key string.',
    ),
  new_password: z
    .object({
      password: z.string().max(64).describe('A verifier, as for `createDownloadLink`.'),
      password_kdf: kdfParameters,
      sealed_master: base64OfLength(60).describe('part1 of the key strings (core/crypto/FORMAT.md, 6).'),
    })
    .nullable()
    .optional()
    .describe('Absent keeps, null removes it. A first or removed one comes with `link_token`.'),
  link_token: clientLinkToken
    .optional()
    .describe(
      'A new address, for a link that gets or loses its password: the old one ends, since whoever has it would go on without the password.',
    ),
})
export type ResealedLink = z.output<typeof resealedLink>
/** The link's token or its id. */
const linkParams = z.object({ id: z.string().min(1).max(64) })
export const updateDownloadLink = defineCall('updateDownloadLink', {
  params: linkParams,
  body: z
    .object({
      expiration_date: expirationDate
        .optional()
        .describe('Absent keeps, null: never. Also of a link that has expired, which works again.'),
      max_downloads: maxDownloads.optional().describe('Absent keeps.'),
      allowed_emails: allowedEmails
        .optional()
        .describe('Absent keeps. Replaces the list: a link for named people stays one.'),
      title: title.optional().describe('Absent keeps, null or a blank text removes it.'),
      message: linkMessage.optional().describe('Absent keeps, null or a blank text removes it.'),
      resealed: resealedLink
        .optional()
        .describe(
          'Adds or removes files, or changes the password, with what the maker has sealed for themselves.',
        ),
    })
    .refine((body) => Object.keys(body).length > 0),
})
export const deleteDownloadLink = defineCall('deleteDownloadLink', { params: linkParams })

export const sharedFile = z.object({
  id: z.number(),
  original_filename: z.string(),
  file_size: z.number().describe('Plaintext bytes.'),
  file_hash: z.string().describe('SHA-256 of the plaintext, in hex, as it was sent.'),
  encryption_iv: z.string(),
  manifest: z.string().nullable(),
})
export type SharedFile = z.output<typeof sharedFile>

/** A protected link's files before the password: id and name alone. */
const listedFile = sharedFile.partial({
  file_size: true,
  file_hash: true,
  encryption_iv: true,
  manifest: true,
})

/**
 * A limited link counts a visitor's first request for bytes, or for the keys behind a password, as a use;
 * status requests and HEAD do not count. A cookie set by the status identifies the visitor, so that parallel
 * and repeated requests count once; without it each request is a visitor of its own. 410 for a further
 * visitor when no use is left.
 */
const linkUses = z.object({
  max: z.number(),
  left: z.number(),
  until: isoTime
    .nullable()
    .describe('This visitor has one, and goes on with it until then; null: their first request takes one.'),
  per_person: z
    .boolean()
    .optional()
    .describe(
      'A use belongs to a named person, in each browser that proves the address while one is left; otherwise to a browser. Absent: a server of before.',
    ),
})
export type LinkUses = z.output<typeof linkUses>

/**
 * Who sends, and what they say of it: the server's word, in a response that may show it. Name and title come wherever
 * names of files do; the message, as sizes and hashes, not before the link's password. A link for named people gives
 * none of it before both gates.
 */
const senderText = z.object({
  owner_name: z
    .string()
    .optional()
    .describe(
      "Display name of whoever made the link: the server's word, not before names of files. Absent: they show none.",
    ),
  title: z.string().optional().describe("The link's title, as `owner_name`. Absent: it has none."),
  message: z
    .string()
    .optional()
    .describe("The link's message, not before its password. Absent: it has none."),
  files_expire_at: isoTime
    .optional()
    .describe(
      'When the first of its files is deleted, as `owner_name`. Absent: all stay as long as the link.',
    ),
})
export type SenderText = z.output<typeof senderText>

export const getDownloadStatus = defineCall('getDownloadStatus', {
  params: linkTokenParams,
  response: z.object({
    requires_password: z
      .boolean()
      .describe('Stays true for a browser that has given the password: it is needed to open the keys.'),
    requires_email: z
      .boolean()
      .describe(
        'It is for named people, and this browser has entered no code yet: `files` is empty, and there are no keys.',
      ),
    password_kdf: kdfParameters
      .nullable()
      .describe('Null without a password, and for a link whose password was sent as it is.'),
    uses: linkUses.nullable().describe('Null: any number of visitors may use it.'),
    expiration_date: isoTime.nullable(),
    ...senderText.shape,
    files: z.array(listedFile),
    reencrypted_keys: reencryptedKeys.nullable().describe('For links without a password.'),
  }),
})
export const verifyDownloadPassword = defineCall('verifyDownloadPassword', {
  params: linkTokenParams,
  body: z.object({ password: z.string().min(1).max(1024) }),
  response: z.object({
    requires_email: z
      .boolean()
      .describe('The password is right; files and keys come with this call again, once a code was entered.'),
    ...senderText.shape,
    reencrypted_keys: reencryptedKeys,
    files: z.array(sharedFile),
  }),
})
export const requestDownloadCode = defineCall('requestDownloadCode', {
  params: linkTokenParams,
  body: z.object({ email: emailAddress, language: languageCode.optional() }),
  response: message,
})
export const verifyDownloadCode = defineCall('verifyDownloadCode', {
  params: linkTokenParams,
  body: z.object({ email: emailAddress, verification_code: verificationCode }),
  response: message,
})
export const downloadSharedFile = defineCall('downloadSharedFile', {
  params: linkTokenParams.extend({ id: pathNumber }),
  query: previewQuery,
})
export const downloadSharedFilesTogether = defineCall('downloadSharedFilesTogether', {
  params: linkTokenParams,
  query: z.object({ ids: idList(maxFilesTogether) }),
})
