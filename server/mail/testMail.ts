import { fallbackLanguage } from '../../contract/languages.ts'
import type { Config } from '../config.ts'
import { createMailer } from './mailer.ts'
import { renderLetter } from './template.ts'
import { loadMailTexts } from './mailTexts.ts'

/**
 * Sends a test mail. @returns a sentence for the console with its destination
 * @throws Error with the problem of the SMTP server or the disk for the operator; never contains the SMTP
 * password
 */
export async function sendTestMail(
  config: Pick<Config, 'smtp' | 'mailFrom' | 'dataDir' | 'publicOrigin'>,
  to: string,
): Promise<string> {
  const mailer = createMailer(config)
  // In English, like all output of the command line.
  const letter = {
    texts: await loadMailTexts(fallbackLanguage),
    paragraphs: [
      'This is a test mail. Sealpost can send mail: uploaders will get their verification codes.',
      'You get it because somebody entered your address on the command line of a Sealpost server.',
    ],
    origin: config.publicOrigin,
  }
  try {
    // Checks that the server accepts the password, if there is one.
    await mailer.check()
    await mailer.send({ to, subject: 'Test mail', ...renderLetter(letter) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The mail was not accepted by ${mailer.destination}: ${reason}`, { cause: error })
  } finally {
    await mailer.close()
  }
  return `The mail to ${to} was handed to ${mailer.destination}.`
}
