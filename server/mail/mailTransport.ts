import type { Mail } from './mail.ts'

export interface MailTransport {
  /** Destination, for the operator. Never contains a password. */
  destination: string
  /** Host and port of the SMTP server, or the path of the folder. */
  address: string
  /** True if mails are sent to their recipients; false if they are stored on this machine. */
  sendsMail: boolean
  /** Connects and signs in without sending a mail. @throws Error of the SMTP server or the disk */
  check(): Promise<void>
  deliver(mail: Mail): Promise<void>
  /** Deletes stored mails from before that time. @returns their number */
  sweep(before: Date): Promise<number>
  close(): void
}
