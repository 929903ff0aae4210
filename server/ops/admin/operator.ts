import { lockUser, makeOperator } from '../../db/accounts/users.ts'
import { transact } from '../../db/transact.ts'
import { requireUser } from './users.ts'
import { type Command, AdminCommandError } from './command.ts'
import { fromFlag } from '../../db/flag.ts'

export const operatorCommand: Command = {
  name: 'operator',
  usage: 'NAME',
  description: 'makes an administrator the one who runs the server, in place of the one who does now',
  argumentCount: 1,
  async run(context, [name = '']) {
    const db = await context.openDatabase()
    const user = await transact(db, async (trx) => {
      const found = await lockUser(trx, (await requireUser(trx, name)).id)
      if (!fromFlag(found.is_active))
        throw new AdminCommandError(`${found.username} is disabled and could not sign in: enable them first.`)
      if (found.password_kind !== 'login')
        throw new AdminCommandError(
          `The operator signs in also when the provider does not answer, and ${found.username} has no login password: ` +
            `\`sign-in ${found.username} password\` lets theirs sign in.`,
        )
      const former = await makeOperator(trx, found.id)
      for (const accountId of former) await context.record(trx, { kind: 'operator-ended', accountId })
      if (!fromFlag(found.is_operator))
        await context.record(trx, { kind: 'operator-made', accountId: found.id })
      return found
    })
    context.print(`${user.username} is the operator of this server now, and nobody else is.`)
  },
}
