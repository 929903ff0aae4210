import { byteCount } from '../../config/config.ts'
import { usedBytesOfAccount, setAccountQuota } from '../../db/folders/quotas.ts'
import { transact } from '../../db/transact.ts'
import { requireUser } from './users.ts'
import { type Command, AdminCommandError } from './command.ts'
import { inGiB } from './progress.ts'

export const quotaCommand: Command = {
  name: 'quota',
  usage: 'NAME SIZE|none|default',
  description: 'sets how much encrypted data all folders of an administrator take',
  argumentCount: 2,
  async run(context, [name = '', size = '']) {
    const bytes = parseQuota(size)
    const db = await context.openDatabase()
    const user = await requireUser(db, name)
    await transact(db, async (trx) => {
      await setAccountQuota(trx, user.id, bytes)
      const details = bytes === null ? {} : { bytes }
      await context.record(trx, { kind: 'account-quota-changed', accountId: user.id, details })
    })
    const limit = bytes ?? context.config.userQuotaBytes ?? 0
    context.print(
      `${user.username} may store ${limit === 0 ? 'as much as there is room for' : inGiB(limit)}.`,
    )
    const usedBytes = await usedBytesOfAccount(db, user.id, new Date().toISOString())
    context.print(`Taken now: ${inGiB(usedBytes)}.`)
    if (limit > 0 && usedBytes >= limit) context.print('Nothing more arrives until files are deleted.')
  },
}

/** Quota in bytes; 0 for no limit, null for the default. @throws AdminCommandError */
function parseQuota(text: string): number | null {
  if (text === 'default') return null
  if (text === 'none') return 0
  const { data } = byteCount.safeParse(text)
  if (data === undefined || data === 0)
    throw new AdminCommandError(
      'The size must be a number of bytes, such as 536870912, 500G or 2T, or none, or default.',
    )
  return data
}
