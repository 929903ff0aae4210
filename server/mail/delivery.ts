import type { Mail } from './message.ts'

/** A way for mails to leave. */
export interface Delivery {
  /** Where they go, for the operator. Never holds a password. */
  destination: string
  /** The same without words: the server's name and port, or the path of the folder. */
  address: string
  /** Mails leave this machine for their addressees; false: they are kept here. */
  sendsMail: boolean
  /** Connects and signs in where mails go, and sends none. @throws Error of the SMTP server or the disk */
  check(): Promise<void>
  /** Resolves when the mail is out of our hands. */
  deliver(mail: Mail): Promise<void>
  /** Forgets mails from before that time that still lie with us; how many. */
  sweep(before: Date): Promise<number>
  close(): void
}
