import { createDownloadLink } from '../../../contract/schemas/downloads.ts'
import { maxLinkDownloads, minLinkPasswordLength } from '../../../contract/limits.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { serverNow } from '../../api/serverClock.ts'
import { emailListProblem, splitEmails } from '../../forms/emailList.ts'
import { dateTimeLocal } from '../../forms/dateTimeLocal.ts'
import { problemOf, report } from '../../forms/problems.ts'
import { formTexts } from '../../../i18n/forms.ts'

const linkFields = z.object({
  hasPassword: z.boolean(),
  password: z.string(),
  confirmation: z.string(),
  isNamed: z.boolean(),
  /** Addresses of named people, as typed. */
  people: z.string(),
  expires: z.boolean(),
  expiration: z.string(),
  /** Limit on the number of visitors who can use a link. */
  uses: z.enum(['unlimited', 'once', 'number']),
  /** Number of uses as typed, for the mode 'number'. */
  useCount: z.string(),
})

/** Values of the form; times as datetime-local inputs have them. */
export type LinkFields = z.output<typeof linkFields>
export type UsesMode = LinkFields['uses']

const defaultDays = 3

/**
 * Returns the initial values; the link expires in three days, at this time of day.
 * @param now the server's time
 */
export function newLinkFields(now: Date): LinkFields {
  const expiration = new Date(now)
  expiration.setDate(expiration.getDate() + defaultDays)
  return {
    hasPassword: true,
    password: '',
    confirmation: '',
    isNamed: false,
    people: '',
    expires: true,
    expiration: dateTimeLocal(expiration),
    uses: 'unlimited',
    useCount: '',
  }
}

const texts = formTexts.link

/** Fields of disabled options are not validated. */
export const linkSchema = linkFields.superRefine((fields, context) =>
  report(context, {
    ...(fields.hasPassword && passwordProblem(fields)),
    ...(fields.isNamed && { people: peopleProblem(fields.people) }),
    ...(fields.expires && { expiration: dateProblem(fields.expiration, new Date(serverNow())) }),
    ...(fields.uses === 'number' && { useCount: countProblem(fields.useCount) }),
  }),
)

function passwordProblem({ password, confirmation }: LinkFields) {
  if (password.length < minLinkPasswordLength)
    return { password: texts.passwordTooShort(minLinkPasswordLength) }
  return { confirmation: password === confirmation ? null : texts.passwordsDiffer() }
}

export const peopleProblem = (typed: string): string | null =>
  splitEmails(typed).length === 0 ? texts.noPeople() : emailListProblem(typed)

function dateProblem(typed: string, now: Date): string | null {
  const expiration = new Date(typed)
  if (Number.isNaN(expiration.getTime())) return texts.noDate()
  const unstorable = problemOf(createDownloadLink.body.shape.expiration_date, expiration.toISOString())
  return unstorable ?? (expiration <= now ? texts.datePast() : null)
}

/** Returns the expiration for the request. */
export const expirationOf = ({ expires, expiration }: LinkFields): string | null =>
  expires ? new Date(expiration).toISOString() : null

const countProblem = (typed: string): string | null =>
  /^[0-9]{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= maxLinkDownloads
    ? null
    : texts.noCount(maxLinkDownloads)

/** Returns the addresses of named people for the request; null for whoever has the link. */
export const allowedEmailsOf = ({ isNamed, people }: LinkFields): string[] | null =>
  isNamed ? splitEmails(people) : null

/** Returns the number of uses for the request; null if unlimited. */
export const maxDownloadsOf = ({ uses, useCount }: LinkFields): number | null =>
  uses === 'unlimited' ? null : uses === 'once' ? 1 : Number(useCount)
