import type { User } from '../../contract/auth.ts'
import type { WebhookOutcome } from '../../contract/notices.ts'

/** What is said of mails and webhooks that tell of what arrived, in English. */

export const mailLabel = 'E-mail me when something arrives'

/** @param isShared others are in the folder */
export const mailHint = (isShared: boolean): string =>
  'One mail an upload, with how many files and how much, and no names; also when one breaks off, and when a download link is first used.' +
  (isShared ? ' Everybody in the folder decides this for themselves.' : '')

/** Why no mail would come, as things are; null: they go to the address of the profile. */
export function mailProblem(
  user: Pick<User, 'email' | 'email_confirmed'> | null,
  sendsMail: boolean | undefined,
): { text: string; inProfile: boolean } | null {
  if (sendsMail === false)
    return {
      text: 'This server has no mail server configured (SMTP_URL): its mails reach nobody.',
      inProfile: false,
    }
  if (user === null || user.email_confirmed) return null
  return {
    text:
      user.email === null
        ? 'Your profile has no e-mail address yet. Enter and confirm one, and mails go there.'
        : `Mails go to ${user.email} once you have confirmed that address.`,
    inProfile: true,
  }
}

const outcomes: Readonly<Record<WebhookOutcome['how'], (status: string) => string>> = {
  delivered: (status) => `Delivered: the receiver answered ${status}.`,
  answered: (status) => `Not delivered: the receiver answered ${status}, and not 200.`,
  redirect: (status) =>
    `Not delivered: the receiver redirects (${status}), which is not followed. Enter the address that it leads to.`,
  'not-allowed': () =>
    'Not delivered: this host has no address of the open internet. The operator of the server can allow it (WEBHOOK_ALLOW_PRIVATE).',
  'unknown-host': () => 'Not delivered: there is no host of this name. Check the address.',
  certificate: () =>
    'Not delivered: the certificate of the receiver is not valid, or of an unknown authority.',
  'timed-out': () => 'Not delivered: the receiver did not answer within 10 seconds.',
  unreachable: () => 'Not delivered: nothing answers at this address.',
}

export const outcomeText = ({ how, status }: Pick<WebhookOutcome, 'how' | 'status'>): string =>
  outcomes[how](String(status))
