import { auditKinds, auditRoads, type AuditKind } from './auditKinds.ts'
import { defineCall } from './call.ts'
import { id, isoTime, pathNumber } from './fields.ts'
import { maxAuditPageSize } from './limits.ts'
import { z } from './zod.ts'

/** What more there is to tell; what a kind does not have is left out. No content, and nothing that opens anything. */
export const auditDetails = z.object({
  /** Of uploads: that arrived since the last line of the batch. Of downloads: that were begun since the last one. */
  files: z.number().optional(),
  /** Of the plaintexts of `files`. An account's quota: of ciphertext; 0: no limit. */
  bytes: z.number().optional(),
  /** Files of which a download's last byte went out. */
  completed: z.number().optional(),
  /** Files that were refused. */
  refused: z.number().optional(),
  /** Of an upload: nothing came for a day before its sender had said that it was over. */
  is_cut_off: z.boolean().optional(),
  /** Proven by a code. */
  email: z.string().optional(),
  /** The first characters of a download link's token. */
  link: z.string().optional(),
  /** Of a person, or of an API token. */
  name: z.string().optional(),
  role: z.enum(['owner', 'member']).optional(),
  /** Names of the settings that were changed. */
  changed: z.array(z.string()).optional(),
  /** Of a failure: how often it happened, within an hour, by then. */
  times: z.number().optional(),
  /** That were ended. */
  sessions: z.number().optional(),
  api_tokens: z.number().optional(),
})
export type AuditDetails = z.output<typeof auditDetails>

export const auditEvent = z.object({
  id: z.number(),
  at: isoTime,
  kind: z.enum(auditKinds),
  by: z.enum(auditRoads),
  /** The name that they had then; null for a stranger and the command line. */
  actor: z.string().nullable(),
  /** Of a script: the name of its API token. */
  api_token: z.string().nullable(),
  /** Where it came from, as the rate limits tell visitors apart: IPv4, or the first 64 bits of IPv6. */
  address: z.string().nullable(),
  /** With the title that it had then; null for what is about the caller's account. */
  folder: z.object({ id: z.number(), title: z.string() }).nullable(),
  details: auditDetails,
})
export type AuditEvent = z.output<typeof auditEvent>

const isKind = (text: string): text is AuditKind => (auditKinds as readonly string[]).includes(text)

/**
 * What happened, the newest first: in folders that the caller owns, or owned when they were deleted, and to their account.
 * 404 and 403 for another `folder`. As CSV (`format`) all of it, unless `limit` is given.
 */
export const getAudit = defineCall('getAudit', {
  query: z.object({
    /** Ids below it: `next` of the page before. */
    before: pathNumber.optional(),
    limit: pathNumber.pipe(id.max(maxAuditPageSize)).optional(),
    folder: pathNumber.optional(),
    /** Kinds, separated by commas. */
    kind: z
      .string()
      .max(2000)
      .transform((text) => text.split(','))
      .refine((kinds): kinds is AuditKind[] => kinds.every(isKind), 'Not a list of kinds.')
      .optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  response: z.object({
    events: z.array(auditEvent),
    /** Null: there is nothing older. */
    next: z.number().nullable(),
    /** How long lines are kept; 0: nothing is written down. */
    days: z.number(),
  }),
})
