import { defineCall } from '../call.ts'
import { problemOfEmail, withAsciiDomain } from '../emailAddress.ts'
import { maxEmailDomains, maxLinkDownloads, maxRuleDays } from '../limits.ts'
import { retentionDays } from './fields.ts'
import { z } from './zod.ts'

const anAddressAt = (domain: string) => `a@${domain}`

/** A domain in any script, stored in its ASCII form. */
const emailDomain = z
  .string()
  .trim()
  .refine((text) => problemOfEmail(anAddressAt(text)) === null, 'Enter domains such as example.org.')
  .overwrite((text) => withAsciiDomain(anAddressAt(text)).slice(anAddressAt('').length))

const retentionRule = retentionDays.nullable().optional()

export const operatorRules = z.object({
  require_link_password: z.boolean().describe('Download links need a password.'),
  max_link_days: z
    .number()
    .int()
    .min(1)
    .max(maxRuleDays)
    .nullable()
    .describe('Download links expire within so many days of their creation; null: whenever they like.'),
  require_named_people: z.boolean().describe('Download links name the people who may use them.'),
  max_link_uses: z
    .number()
    .int()
    .min(1)
    .max(maxLinkDownloads)
    .nullable()
    .describe('Download links have `max_downloads` of at most this; null: any, or none.'),
  require_upload_gate: z.boolean().describe('Folders need a link password or verified e-mail addresses.'),
  email_domains: z
    .array(emailDomain)
    .min(1)
    .max(maxEmailDomains)
    .nullable()
    .describe('Domains, without those below them, of the addresses that folders and links name; null: all.'),
  default_retention_days: retentionRule.describe(
    '`retention_days` of folders whose maker does not choose; null: their files stay. Absent: a server of before.',
  ),
  max_retention_days: retentionRule.describe(
    '`retention_days` of new folders, and of changes, is at most this; null: any, or none. Absent: a server of before.',
  ),
})

const installedRules = z.object({
  rules: operatorRules.describe('In force: of the environment, else of the database.'),
  fixed: z
    .array(operatorRules.keyof())
    .describe('Set by the environment, so that this call cannot change them.'),
  broken: z
    .object({ folders: z.number(), links: z.number() })
    .describe('How many work on that break a rule. Domains are not looked at.'),
})
export type InstalledRules = z.output<typeof installedRules>

export const getOperatorRules = defineCall('getOperatorRules', { response: installedRules })

/** Absent members stay unchanged. */
export const setOperatorRules = defineCall('setOperatorRules', {
  body: operatorRules.partial(),
  response: installedRules,
})
