import { defineCall } from '../call.ts'
import { idParams, isoTime } from './fields.ts'
import { maxWebhookUrlLength } from '../limits.ts'
import { z } from './zod.ts'

export const webhookOutcome = z.object({
  at: isoTime,
  how: z
    .enum([
      'delivered',
      'answered',
      'redirect',
      'not-allowed',
      'unknown-host',
      'certificate',
      'timed-out',
      'unreachable',
    ])
    .describe(
      "'delivered': a status from 200 to 299. 'answered': another, which is no redirect. 'redirect': one, which is never followed. 'not-allowed': the host has no address that this server may connect to. The rest: nothing answered.",
    ),
  status: z.number().nullable().describe('Status of the response.'),
})
export type WebhookOutcome = z.output<typeof webhookOutcome>

export const webhook = z.object({
  url: z.string(),
  secret_made_at: isoTime.describe('Of the secret in force.'),
  last: webhookOutcome.nullable().describe('Null: nothing was sent yet.'),
  waiting: z.number().describe('Notices that were not delivered yet, and will be tried again.'),
})
export type Webhook = z.output<typeof webhook>

const reminderParams = z.object({ token: z.string() })
export const showReminderSwitch = defineCall('showReminderSwitch', { params: reminderParams })
export const switchOffReminders = defineCall('switchOffReminders', { params: reminderParams })

/** The secret is shown once, when it is created. */
const withSecret = z.object({ webhook, secret: z.string() })

/** Normalizes a webhook's address; null if it is not allowed. */
export function webhookAddress(text: string): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return null
  return url.href
}

export const badWebhookAddress = 'Enter an address that begins with https://, without user name and fragment.'

export const getWebhook = defineCall('getWebhook', {
  params: idParams,
  response: z.object({ webhook: webhook.nullable() }),
})
export const setWebhook = defineCall('setWebhook', {
  params: idParams,
  body: z.object({ url: z.string().trim().max(maxWebhookUrlLength) }),
  response: withSecret.extend({ secret: z.string().nullable() }),
})
export const replaceWebhookSecret = defineCall('replaceWebhookSecret', {
  params: idParams,
  response: withSecret,
})
export const testWebhook = defineCall('testWebhook', {
  params: idParams,
  response: z.object({ outcome: webhookOutcome }),
})
export const deleteWebhook = defineCall('deleteWebhook', { params: idParams })

export const setFolderMail = defineCall('setFolderMail', {
  params: idParams,
  body: z.object({ notify_by_email: z.boolean() }),
})
