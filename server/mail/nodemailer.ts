import { createRequire } from 'node:module'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

const requirePackage = createRequire(import.meta.url)

/** The packages that send mails, loaded with the first one. Their ES modules import `node:http`, see http/nodeHttp.ts. */
export const loadNodemailer = () => requirePackage('nodemailer') as typeof import('nodemailer')
export const loadSmtpConnection = () =>
  requirePackage('nodemailer/lib/smtp-connection') as typeof SMTPConnection
