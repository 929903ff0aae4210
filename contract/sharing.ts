import { defineCall } from './call.ts'
import { base64, id, idParams, publicKeySpki } from './fields.ts'
import {
  maxContactsBytes,
  maxFilesPerCopy,
  maxFolderMembers,
  maxStatementBytes,
  maxUsernameLength,
} from './limits.ts'
import { z } from './zod.ts'

/** Calls of people who share folders (src/crypto/FORMAT.md, 14 to 17). */

/** Bytes of an RSA ciphertext or signature: of keys of 2048 to 8192 bits. */
const maxRsaBytes = 1024
const b64u32 = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'Not 32 bytes in base64url.')
const b64u16 = z.string().regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, 'Not 16 bytes in base64url.')

export const signedStatement = z.object({
  statement: z.string().max(maxStatementBytes),
  signature: base64(maxRsaBytes),
})

const newGeneration = z.object({
  public_key_spki: publicKeySpki.min(1),
  /** The private key of the generation under its secret. */
  sealed_private: base64(16 * 1024),
})

const grant = z.object({
  user: id,
  gen: id,
  /** The secret of a generation, wrapped to that user's public key. */
  grant: base64(maxRsaBytes),
})

/**
 * A statement that follows the newest one, with all that it needs: for a new generation its key, and a grant of it for
 * everybody named; for whoever is named for the first time, or with another key, a grant of every generation.
 */
export const rosterChange = signedStatement.extend({
  generation: newGeneration.optional(),
  grants: z.array(grant).max(maxFolderMembers * 100),
})
export type RosterChange = z.input<typeof rosterChange>

/** The first statement of a folder: generation 1, and the grant of its maker. */
export const firstRoster = rosterChange.required({ generation: true })

/** An administrator of this server with a key pair in force, by name or by fingerprint. 404 for anybody else. */
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

/** What the server says of a folder of several people to one of them: none of it is believed before it was verified. */
export const getRoster = defineCall('getRoster', {
  params: idParams,
  response: z.object({
    /** From the first on. */
    statements: z.array(signedStatement),
    /** The public keys, in base64, that verify them, and those of everybody who is named now. */
    keys: z.array(z.string()),
    generations: z.array(
      z.object({
        gen: z.number(),
        sealed_private: z.string(),
        /** For the caller; null where nobody gave one. */
        grant: z.string().nullable(),
        /** When uploaders were first given its key. */
        since: z.string(),
      }),
    ),
    /** Ids of members who asked to leave. */
    leaving: z.array(z.number()),
  }),
})

/**
 * A new statement. Compare and swap: 409 ('rosterMoved') when it does not follow the newest one; the identical repeat of
 * the newest one is answered as the first time. 409 ('rosterFull') beyond `maxRosterStatements`. A new generation
 * replaces the upload link.
 */
export const changeRoster = defineCall('changeRoster', { params: idParams, body: rosterChange })

/** A member tells the owners that they want to leave, or (DELETE) that they stay. */
export const announceLeaving = defineCall('announceLeaving', { params: idParams })
export const withdrawLeaving = defineCall('withdrawLeaving', { params: idParams })

/**
 * Files of the caller's, copied into a folder of several people by an owner of it: each gets bytes of its own. All or none.
 * A repeat with the same `copy_id` copies nothing twice, and is answered as the first time.
 */
export const copyFiles = defineCall('copyFiles', {
  params: idParams,
  body: z.object({
    /** Drawn once for all steps of one copying. */
    copy_id: b64u16,
    /** Fingerprint of the folder's key that the files' keys are wrapped to: 409 ('rosterMoved') unless it is the newest. */
    sealed_to: b64u32,
    files: z
      .array(z.object({ file_id: id, encrypted_key: base64(maxRsaBytes).min(4) }))
      .min(1)
      .max(maxFilesPerCopy),
  }),
  /** How many of these files are in the folder now. */
  response: z.object({ copied: z.number() }),
})

export const sealedContacts = z.object({
  /** Grows by one with each write; 0 where nothing was written yet. */
  n: z.number().int().min(0),
  /** Base64; null where nothing was written yet. */
  sealed: base64(maxContactsBytes).nullable(),
})

export const getContacts = defineCall('getContacts', { response: sealedContacts })
/** Compare and swap: 409 ('contactsMoved') unless `n` is one more than what is kept; an identical repeat is answered. */
export const setContacts = defineCall('setContacts', {
  body: z.object({ n: id, sealed: base64(maxContactsBytes) }),
})

/** What hangs on a person's own key pair, and goes with it in the one transaction that installs another. */
export const movedWithKey = z.object({
  contacts: setContacts.body.optional(),
  /** Statements of folders of which they are an owner, signed with the key in force until then. */
  rosters: z
    .array(rosterChange.extend({ folder_id: id }))
    .max(1000)
    .optional(),
})
