import type { User } from '../contract/schemas/auth.ts'
import type { WebhookOutcome } from '../contract/schemas/notices.ts'
import { type TextKey, t } from './t.ts'

/** Texts about mails and webhooks that notify of uploads. */

export const mailLabel = (): string => t('notices.mail')

/** @param isShared the folder has other members */
export const mailHint = (isShared: boolean): string =>
  t(isShared ? 'notices.mailHintShared' : 'notices.mailHint')

/** The reason why no mail can be sent; null if mails go to the profile's address. */
export function mailProblem(
  user: Pick<User, 'email' | 'email_confirmed'> | null,
  sendsMail: boolean | undefined,
): { text: string; inProfile: boolean } | null {
  if (sendsMail === false) return { text: t('notices.noMailServer'), inProfile: false }
  if (user === null || user.email_confirmed) return null
  const { email } = user
  return {
    text: email === null ? t('notices.noAddress') : t('notices.notConfirmed', { email }),
    inProfile: true,
  }
}

const webhookOutcomeKeys = {
  delivered: 'notices.delivered',
  answered: 'notices.answered',
  redirect: 'notices.redirect',
  'not-allowed': 'notices.notAllowed',
  'unknown-host': 'notices.unknownHost',
  certificate: 'notices.certificate',
  'timed-out': 'notices.timedOut',
  unreachable: 'notices.unreachable',
} as const satisfies Record<WebhookOutcome['how'], TextKey>

export const webhookOutcomeText = ({ how, status }: Pick<WebhookOutcome, 'how' | 'status'>): string =>
  t(webhookOutcomeKeys[how], { status: String(status) })
