import { defineCall } from '../call.ts'
import { b64u32, base64, hiddenRow, id, idParams, publicKeySpki } from './fields.ts'
import {
  maxContactsBytes,
  maxFilesPerCopy,
  maxFolderMembers,
  maxMovedRosters,
  maxStatementBytes,
  maxUsernameLength,
} from '../limits.ts'
import { z } from './zod.ts'

/** Bytes of an RSA ciphertext or signature, for keys of 2048 to 8192 bits. */
const maxRsaBytes = 1024
const b64u16 = z.string().regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, 'Not 16 bytes in base64url.')

const signedStatement = z.object({
  statement: z.string().max(maxStatementBytes),
  signature: base64(maxRsaBytes),
})

const newGeneration = z.object({
  public_key_spki: publicKeySpki.min(1),
  sealed_private: base64(16 * 1024).describe('The private key of the generation under its secret.'),
})

const grant = z.object({
  user: id,
  gen: id,
  grant: base64(maxRsaBytes).describe("The secret of a generation, wrapped to that user's public key."),
})

/**
 * A statement that follows the newest one, with its keys: a new generation needs its key and a grant of it
 * for every member; a member who is new, or has another key, needs a grant of every generation.
 */
export const rosterChange = signedStatement.extend({
  generation: newGeneration.optional(),
  grants: z.array(grant).max(maxFolderMembers * 100),
})
export type RosterChange = z.input<typeof rosterChange>

/** The first statement of a folder: generation 1, and its creator's grant. */
export const firstRoster = rosterChange.required({ generation: true })

export const findPerson = defineCall('findPerson', {
  query: z
    .object({
      username: z.string().trim().min(1).max(maxUsernameLength).optional(),
      fingerprint: b64u32.optional(),
    })
    .refine(({ username, fingerprint }) => (username === undefined) !== (fingerprint === undefined), {
      message: 'Name a user name or a fingerprint.',
    }),
  response: z.object({ id: z.number(), username: z.string(), public_key_spki: z.string() }),
})

export const getRoster = defineCall('getRoster', {
  params: idParams,
  response: z.object({
    // Statements of later versions may be longer: their readers ask for an update.
    statements: z
      .array(z.object({ statement: z.string(), signature: z.string() }))
      .describe('From the first on.'),
    keys: z
      .array(z.string())
      .describe('The public keys, in base64, that verify them, and those of everybody who is named now.'),
    generations: z.array(
      z.object({
        gen: z.number(),
        sealed_private: z.string(),
        grant: z.string().nullable().describe('For the caller; null where nobody gave one.'),
        since: z.string().describe('When uploaders were first given its key.'),
      }),
    ),
    leaving: z.array(z.number()).describe('Ids of members who asked to leave.'),
  }),
})

export const changeRoster = defineCall('changeRoster', { params: idParams, body: rosterChange })

export const announceLeaving = defineCall('announceLeaving', { params: idParams })
export const withdrawLeaving = defineCall('withdrawLeaving', { params: idParams })

export const copyFiles = defineCall('copyFiles', {
  params: idParams,
  body: z.object({
    copy_id: b64u16.describe('Drawn once for all steps of one copying.'),
    sealed_to: b64u32.describe(
      "Fingerprint of the folder's key that the files' keys are wrapped to: 409 ('rosterMoved') unless it is the newest.",
    ),
    files: z
      .array(
        z.object({
          file_id: id,
          encrypted_key: base64(maxRsaBytes).min(4),
          hidden: hiddenRow
            .optional()
            .describe(
              'Into a folder with `private_names`: what the copy has for its name. Absent: as the original.',
            ),
        }),
      )
      .min(1)
      .max(maxFilesPerCopy),
  }),
  response: z.object({ copied: z.number().describe('How many of these files are in the folder now.') }),
})

export const sealedContacts = z.object({
  n: z.number().int().min(0).describe('Grows by one with each write; 0 where nothing was written yet.'),
  sealed: base64(maxContactsBytes).nullable().describe('Base64; null where nothing was written yet.'),
})

export const getContacts = defineCall('getContacts', { response: sealedContacts })
export const setContacts = defineCall('setContacts', {
  body: z.object({ n: id, sealed: base64(maxContactsBytes) }),
})

/** Data bound to a person's key pair, replaced in the transaction that installs another. */
export const keyPairAttachments = z.object({
  contacts: setContacts.body.optional(),
  rosters: z
    .array(rosterChange.extend({ folder_id: id }))
    .max(maxMovedRosters)
    .refine((rosters) => new Set(rosters.map(({ folder_id }) => folder_id)).size === rosters.length, {
      message: 'Name each folder once.',
    })
    .optional()
    .describe(
      'One statement of each folder of which they are an owner, signed with the key in force until then.',
    ),
})
