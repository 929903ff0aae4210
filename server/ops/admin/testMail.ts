import { fallbackLanguage } from '../../../contract/languages.ts'
import type { Config } from '../../config/config.ts'
import { createMailer } from '../../mail/mailer.ts'
import { loadMailTexts } from '../../mail/mailTexts.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { type Command, AdminCommandError } from './command.ts'

export const testMailCommand: Command = {
  name: 'test-mail',
  usage: 'ADDRESS',
  description: 'sends a test mail, or writes it into the data folder where no SMTP server is set',
  argumentCount: 1,
  async run({ config, print }, [to = '']) {
    print(await sendTestMail(config, to))
  },
}

/** Sends a test mail. @returns a sentence with its destination @throws AdminCommandError, without the SMTP password */
export async function sendTestMail(
  config: Pick<Config, 'smtp' | 'mailFrom' | 'dataDir' | 'publicOrigin'>,
  to: string,
): Promise<string> {
  const mailer = createMailer(config)
  const mail = renderMail({
    to,
    subject: 'Test mail',
    // In English, like all output of the command line.
    texts: await loadMailTexts(fallbackLanguage),
    paragraphs: [
      'This is a test mail. Sealpost can send mail: uploaders will get their verification codes.',
      'You get it because somebody entered your address on the command line of a Sealpost server.',
    ],
    origin: config.publicOrigin,
  })
  try {
    // Checks that the server accepts the password, if there is one.
    await mailer.check()
    await mailer.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AdminCommandError(`The mail was not accepted by ${mailer.destination}: ${reason}`)
  } finally {
    await mailer.close()
  }
  return `The mail to ${to} was handed to ${mailer.destination}.`
}
