import { sendTestMail } from '../../mail/testMail.ts'
import { type Command, AdminCommandError } from './command.ts'

export const testMail: Command = {
  name: 'test-mail',
  usage: 'ADDRESS',
  description: 'sends a test mail, or writes it into the data folder where no SMTP server is set',
  argumentCount: 1,
  async run({ config, print }, [to = '']) {
    print(
      await sendTestMail(config, to).catch((error: unknown) => {
        throw new AdminCommandError(error instanceof Error ? error.message : String(error))
      }),
    )
  },
}
