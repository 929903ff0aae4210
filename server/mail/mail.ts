import type { SendMailOptions } from 'nodemailer/lib/mailer'
import { withAsciiDomain } from '../../contract/emailAddress.ts'
import { emailAddress } from '../../contract/schemas/fields.ts'

export interface Mail {
  /** A single address without a name. */
  to: string
  subject: string
  text: string
  /** Complete, escaped document. */
  html: string
  /** URL of a page where the recipient can unsubscribe, for `List-Unsubscribe`. */
  unsubscribe?: string | undefined
  /** True if a POST to that URL unsubscribes, without a session. */
  unsubscribesByPost?: boolean | undefined
  /** PNG that the HTML shows as `cid:<id>`. */
  logo?: { png: Buffer; id: string } | undefined
}

export interface FromAddress {
  name: string
  address: string
}

/** Options for nodemailer, which reads no files or URLs for a mail. @throws Error for an invalid recipient */
export function nodemailerOptions(mail: Mail, from: FromAddress): SendMailOptions {
  const to = emailAddress.safeParse(mail.to)
  if (!to.success) throw new Error('The recipient is not an e-mail address.')
  return {
    from,
    to: { name: '', address: withAsciiDomain(to.data) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.logo && {
      attachments: [
        {
          filename: 'logo.png',
          content: mail.logo.png,
          contentType: 'image/png',
          contentDisposition: 'inline',
          cid: mail.logo.id,
        },
      ],
    }),
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      // RFC 2369 and RFC 8058.
      ...(mail.unsubscribe !== undefined && { 'List-Unsubscribe': `<${mail.unsubscribe}>` }),
      ...(mail.unsubscribesByPost === true && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Replaces line breaks and other control characters, for a header or a quotation in a sentence. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
