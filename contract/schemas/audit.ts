import { auditKinds, actorKinds, type AuditKind } from '../auditKinds.ts'
import { defineCall } from '../call.ts'
import { id, isoTime, pathNumber } from './fields.ts'
import { maxAuditFileIds, maxAuditPageSize } from '../limits.ts'
import { z } from './zod.ts'

/** Details of an entry; each kind has some of them. No content or secrets. */
export const auditDetails = z.object({
  files: z
    .number()
    .optional()
    .describe(
      'Of uploads: that arrived since the last line of the batch. Of downloads: that were begun since the last one.',
    ),
  bytes: z
    .number()
    .optional()
    .describe("Of the plaintexts of `files`. An account's quota: of ciphertext; 0: no limit."),
  file_ids: z
    .array(z.number())
    .max(maxAuditFileIds)
    .optional()
    .describe(
      `Of downloads: the first ${maxAuditFileIds} of \`files\`, in the order in which they were begun.`,
    ),
  preview: z.literal(true).optional().describe('Of downloads: files that were looked at.'),
  completed: z.number().optional().describe("Files of which a download's last byte went out."),
  refused: z.number().optional().describe('Files that were refused.'),
  is_cut_off: z
    .boolean()
    .optional()
    .describe('Of an upload: nothing came for a day before its sender had said that it was over.'),
  ended_at: isoTime
    .optional()
    .describe('Of downloads and uploads that took their time: when the last came of what the line tells.'),
  email: z.string().optional().describe('Proven by a code.'),
  link: z.string().optional().describe("The first characters of a download link's token."),
  people: z.number().optional().describe('Of a new download link: how many people it names.'),
  people_added: z.number().optional().describe('Of a changed download link.'),
  people_removed: z.number().optional().describe('Of a changed download link.'),
  name: z.string().optional().describe('Of a person, an API token or a passkey.'),
  role: z.enum(['owner', 'member']).optional(),
  changed: z.array(z.string()).optional().describe('Names of the settings that were changed.'),
  times: z.number().optional().describe('Of a failure: how often it happened, within an hour, by then.'),
  sessions: z.number().optional().describe('That were ended.'),
  api_tokens: z.number().optional(),
})
export type AuditDetails = z.output<typeof auditDetails>

export const auditEvent = z.object({
  id: z.number(),
  at: isoTime.describe(
    'When it began. Lines come in the order of this, the newest first, whenever they were written.',
  ),
  kind: z.enum(auditKinds),
  by: z.enum(actorKinds),
  actor: z
    .string()
    .nullable()
    .describe('The name that they had then; null for a stranger and the command line.'),
  api_token: z.string().nullable().describe('Of a script: the name of its API token.'),
  address: z
    .string()
    .nullable()
    .describe(
      'Where it came from, as the rate limits tell visitors apart: IPv4, or the first 64 bits of IPv6.',
    ),
  folder: z
    .object({ id: z.number(), title: z.string() })
    .nullable()
    .describe("With the title that it had then; null for what is about the caller's account."),
  details: auditDetails,
})
export type AuditEvent = z.output<typeof auditEvent>

const isKind = (text: string): text is AuditKind => (auditKinds as readonly string[]).includes(text)

export const getAudit = defineCall('getAudit', {
  query: z.object({
    before: pathNumber
      .optional()
      .describe('The id of a line, `next` of the page before: lines behind it are listed.'),
    limit: pathNumber.pipe(id.max(maxAuditPageSize)).optional(),
    folder: pathNumber.optional(),
    kind: z
      .string()
      .max(2000)
      .transform((text) => text.split(','))
      .refine((kinds): kinds is AuditKind[] => kinds.every(isKind), 'Not a list of kinds.')
      .optional()
      .describe('Kinds, separated by commas.'),
    format: z.enum(['json', 'csv']).default('json'),
    separator: z
      .enum(['comma', 'semicolon'])
      .default('comma')
      .describe(
        'Of CSV. Semicolon: as spreadsheets open it where commas separate decimals, with a byte order mark.',
      ),
  }),
  response: z.object({
    events: z.array(auditEvent),
    next: z.number().nullable().describe('Null: there is nothing older.'),
    days: z.number().describe('How long lines are kept; 0: nothing is written down.'),
  }),
})
