import { sendTestMail } from '../../mail/testMail.ts'
import { type Command, CommandError } from './command.ts'

export const testMail: Command = {
  name: 'test-mail',
  usage: 'ADDRESS',
  what: 'sends a test mail, or writes it into the data folder where no SMTP server is set',
  words: 1,
  async run({ config, print }, [to = '']) {
    print(
      await sendTestMail(config, to).catch((error: unknown) => {
        throw new CommandError(error instanceof Error ? error.message : String(error))
      }),
    )
  },
}
