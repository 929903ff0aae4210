import type { SendMailOptions } from 'nodemailer/lib/mailer'
import { withAsciiDomain } from '../../contract/emailAddress.ts'
import { emailAddress } from '../../contract/schemas/fields.ts'

/** A mail as we write it; `html` is whole and escaped. */
export interface Mail {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** Where its reader gets no more of its kind: an address, for `List-Unsubscribe`. */
  unsubscribe?: string | undefined
  /** A PNG that it shows as `cid:` and this name. */
  logo?: { png: Buffer; id: string } | undefined
}

export interface Sender {
  name: string
  address: string
}

/**
 * What both ways of delivery hand to nodemailer: no file, no URL is ever read for a mail, and nobody's mailbox answers
 * by itself.
 * @throws Error for a recipient that is no address
 */
export function composed(mail: Mail, from: Sender): SendMailOptions {
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
      // RFC 2369. A page on which people switch it off themselves; one click (RFC 8058) would have to do without a session.
      ...(mail.unsubscribe !== undefined && { 'List-Unsubscribe': `<${mail.unsubscribe}>` }),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Without line breaks and other controls: fit for a header, and for a sentence that quotes it. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
