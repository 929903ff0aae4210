import { withAsciiDomain } from '../../../contract/emailAddress.ts'
import { createDownloadLink } from '../../../contract/schemas/downloads.ts'
import { maxLinkDownloads, minLinkPasswordLength } from '../../../contract/limits.ts'
import {
  defaultExpiration,
  expirationIn,
  latestExpiration,
  noRules,
  type OperatorRules,
} from '../../../contract/operatorRules.ts'
import { messageProblem } from '../../../contract/messageFile.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { serverNow } from '../../api/serverClock.ts'
import { domainProblem } from '../../forms/domainRule.ts'
import { splitEmails } from '../../../contract/typedText.ts'
import { emailListProblem } from '../../forms/emailList.ts'
import { dateTimeLocal } from '../../forms/dateTimeLocal.ts'
import { schemaIssueMessage, addIssues } from '../../forms/schemaIssues.ts'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import type { LinkRequest } from './makeLink.ts'

const linkFields = z.object({
  hasPassword: z.boolean(),
  password: z.string(),
  confirmation: z.string(),
  isNamed: z.boolean(),
  people: z.string(),
  expires: z.boolean(),
  expiration: z.string(),
  /** How many visitors can use the link: `useCount`, as typed, for 'number'. */
  uses: z.enum(['unlimited', 'once', 'number']),
  useCount: z.string(),
  hasIntroduction: z.boolean(),
  title: z.string(),
  message: z.string(),
})

/** Values of the form; times as datetime-local inputs have them. */
export type LinkFields = z.output<typeof linkFields>
export type UsesMode = LinkFields['uses']

export interface LinkOptionProps {
  form: FormOf<LinkFields>
  rules: OperatorRules
  disabled: boolean
}

/** Returns the initial values. @param now the server's time */
export function initialLinkFields(now: Date, rules = noRules): LinkFields {
  const max = rules.max_link_uses
  return {
    hasPassword: true,
    password: '',
    confirmation: '',
    isNamed: rules.require_named_people,
    people: '',
    expires: true,
    expiration: dateTimeLocal(defaultExpiration(rules, now)),
    uses: max === null ? 'unlimited' : max === 1 ? 'once' : 'number',
    useCount: max === null ? '' : String(max),
    hasIntroduction: false,
    title: '',
    message: '',
  }
}

/** Lifetime of links of files that are sent at once: nobody asked for them, so they may lie some days. */
const sentDays = 7

/** Initial values where files are sent at once: what is not asked for stays as simple as the rules allow. */
export const initialSendFields = (now: Date, rules = noRules): LinkFields => ({
  ...initialLinkFields(now, rules),
  hasPassword: rules.require_link_password,
  expiration: dateTimeLocal(expirationIn(sentDays, rules, now)),
  hasIntroduction: true,
})

/** Without the parts that a form which changes a link leaves as they are. */
export const unchangedLinkFields = (now = new Date(), rules = noRules): LinkFields => ({
  ...initialLinkFields(now, rules),
  ...{ hasPassword: false, isNamed: false, expires: false, uses: 'unlimited' },
})

/** Lifetimes to choose from, in days; the operator's limit in place of those beyond it. */
const offeredDays = [1, 3, 7, 30]

/** Lifetimes that a new link may have, with the expiration of each as datetime-local inputs have it. */
export function offeredLifetimes(now: Date, rules = noRules): { days: number; expiration: string }[] {
  const max = rules.max_link_days ?? Infinity
  const lifetimes = offeredDays.filter((days) => days <= max)
  if (max < Math.max(...offeredDays) && !lifetimes.includes(max)) lifetimes.push(max)
  return lifetimes.map((days) => ({ days, expiration: dateTimeLocal(expirationIn(days, rules, now)) }))
}

/** Of the form that sends files at once, whose message is a file of its own. */
export const sendSchemaOf = (rules: OperatorRules) => linkSchemaOf(rules, messageFileProblem)

const messageFileProblem: MessageCheck = (text) =>
  messageProblem(text) === 'too-long' ? t('forms.messageTooLong') : null

type MessageCheck = (text: string) => string | null

const linkMessageProblem: MessageCheck = (text) =>
  schemaIssueMessage(createDownloadLink.body.shape.message, text)

/** Fields of disabled options are not validated; forms do not let those be disabled that a rule requires. */
export const linkSchemaOf = (rules: OperatorRules, problemOfMessage = linkMessageProblem) =>
  linkFields.superRefine((fields, context) => {
    const now = new Date(serverNow())
    addIssues(context, {
      ...(fields.hasPassword && passwordProblem(fields)),
      ...(fields.isNamed && { people: peopleProblem(fields.people, rules) }),
      ...(fields.expires && {
        expiration:
          expirationProblem(fields.expiration, now) ?? lateExpirationProblem(fields.expiration, now, rules),
      }),
      ...(fields.uses === 'number' && {
        useCount: countProblem(fields.useCount, rules.max_link_uses ?? maxLinkDownloads),
      }),
      ...(fields.hasIntroduction && introductionProblems(fields, problemOfMessage)),
    })
  })

export const introductionProblems = (
  { title, message }: Pick<LinkFields, 'title' | 'message'>,
  problemOfMessage = linkMessageProblem,
) => ({
  title: schemaIssueMessage(createDownloadLink.body.shape.title, title),
  message: problemOfMessage(message),
})

function lateExpirationProblem(typed: string, now: Date, rules: OperatorRules): string | null {
  const latest = latestExpiration(rules, now)
  return latest !== null && new Date(typed) > latest
    ? t('rules.atMostDays', { days: rules.max_link_days ?? 0 })
    : null
}

function passwordProblem({ password, confirmation }: LinkFields) {
  if (password.length < minLinkPasswordLength)
    return { password: t('forms.linkPasswordTooShort', { limit: minLinkPasswordLength }) }
  return { confirmation: password === confirmation ? null : t('forms.passwordsDiffer') }
}

/** @param currentAddresses addresses that the link has; they may stay */
export function peopleProblem(
  typed: string,
  rules: OperatorRules,
  currentAddresses: readonly string[] = [],
): string | null {
  const addresses = splitEmails(typed)
  if (addresses.length === 0) return t('forms.noPeople')
  return emailListProblem(typed) ?? domainProblem(rules, addresses, currentAddresses)
}

const mailboxOf = (address: string): string => withAsciiDomain(address).toLowerCase()

/**
 * Returns the people of a link as they are now, with what was typed added and removed: a list from before
 * would name again whom somebody else removed meanwhile.
 * @param currentAddresses addresses that the form began with
 * @param attempted addresses of earlier attempts, which may have been saved although no response came
 */
export function withTypedChanges(
  newAddresses: readonly string[],
  currentAddresses: readonly string[],
  typed: readonly string[],
  attempted: readonly string[] = [],
): string[] {
  const added = typed.filter((address) => !currentAddresses.includes(address))
  const removed = [...currentAddresses, ...attempted].filter((address) => !typed.includes(address))
  const replaced = new Set([...added, ...removed].map(mailboxOf))
  return [...newAddresses.filter((address) => !replaced.has(mailboxOf(address))), ...added]
}

function expirationProblem(typed: string, now: Date): string | null {
  const expiration = new Date(typed)
  if (Number.isNaN(expiration.getTime())) return t('forms.linkDateMissing')
  const unstorable = schemaIssueMessage(
    createDownloadLink.body.shape.expiration_date,
    expiration.toISOString(),
  )
  return unstorable ?? (expiration <= now ? t('forms.linkDatePast') : null)
}

export const expirationOf = ({ expires, expiration }: LinkFields): string | null =>
  expires ? new Date(expiration).toISOString() : null

const countProblem = (typed: string, max: number): string | null =>
  /^[0-9]{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max
    ? null
    : t('forms.noCount', { limit: max })

export const allowedEmailsOf = ({ isNamed, people }: LinkFields): string[] | null =>
  isNamed ? splitEmails(people) : null

/** Returns title and message for the request, without those that are blank. */
export const introductionOf = ({ hasIntroduction, title, message }: LinkFields) => ({
  ...(hasIntroduction && title.trim() !== '' && { title: title.trim() }),
  ...(hasIntroduction && message.trim() !== '' && { message: message.trim() }),
})

/** What the fields say of a new link. */
export const linkRequestOf = (
  fields: LinkFields,
): Omit<LinkRequest, 'folder' | 'records' | 'acceptedUnsealed'> => ({
  password: fields.hasPassword ? fields.password : null,
  expiration: expirationOf(fields),
  maxDownloads: maxDownloadsOf(fields),
  allowedEmails: allowedEmailsOf(fields),
  introduction: introductionOf(fields),
})

export const maxDownloadsOf = ({ uses, useCount }: LinkFields): number | null =>
  uses === 'unlimited' ? null : uses === 'once' ? 1 : Number(useCount)
