import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import { findUserByName, lockUser, setUserActive } from '../../../../server/db/accounts/users.ts'
import type { CommandContext } from '../../../../server/ops/admin/command.ts'
import { operatorCommand } from '../../../../server/ops/admin/operator.ts'
import { startTestServer } from '../../testServer.ts'

// SQLite runs one transaction after the other anyway.
it.skipIf(inject('postgres') === undefined)(
  'nobody becomes the operator who is disabled meanwhile',
  async () => {
    const server = await startTestServer()
    const { db } = server.services
    await server.signIn('bob')
    const bob = async () => assertDefined(await findUserByName(db, 'bob'))
    const { id } = await bob()
    const context = {
      openDatabase: () => Promise.resolve(db),
      record: () => Promise.resolve(),
      print: () => undefined,
    } as unknown as CommandContext
    const countLockWaits = async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.waiting
    }
    let made: Promise<string> = Promise.resolve('')
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, id)
      await setUserActive(trx, id, false)
      made = operatorCommand.run(context, ['bob'], {}, new Set()).then(
        () => 'made',
        (error: unknown) => String(error),
      )
      await expect.poll(countLockWaits).toBe(1)
    })
    expect(await made).toContain('bob is disabled')
    expect(await bob()).toMatchObject({ is_active: 0, is_operator: 0 })
  },
)
