import { beforeEach, describe, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { userCommands } from '../../../server/ops/admin/users.ts'
import { AdminCommandError } from '../../../server/ops/admin/command.ts'
import { commandContext } from '../commandContext.ts'
import {
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  sendChange,
} from '../people.ts'
import type { TestServer } from '../testServer.ts'
import { startTwoServers } from '../twoServers.ts'

beforeEach(reusePairs)

const disableCommand = assertDefined(userCommands.find(({ name }) => name === 'disable'))

/** As the command line does it, at this server's database: whether it was done. */
async function tryDisable(server: TestServer, name: string): Promise<boolean> {
  try {
    await disableCommand.run(commandContext(server).context, [name], {}, new Set())
    return true
  } catch (error) {
    if (error instanceof AdminCommandError) return false
    throw error
  }
}

async function createTwoOwners() {
  const [one, other] = await startTwoServers()
  const [anna, bert] = [await newPerson(one, 'anna'), await newPerson(one, 'bert')]
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
  const countActiveOwners = async () =>
    (
      await one.services.db
        .selectFrom('folder_member')
        .innerJoin('user', 'user.id', 'folder_member.user_id')
        .select('user_id')
        .where('role', '=', 'owner')
        .where('is_active', '=', 1)
        .execute()
    ).length
  return { one, other, anna, bert, shared, countActiveOwners }
}

describe('one owner who can sign in is left', () => {
  it('of two who are disabled at the same moment', async () => {
    const { one, other, countActiveOwners } = await createTwoOwners()
    const done = await Promise.all([tryDisable(one, 'anna'), tryDisable(other, 'bert')])
    expect(done.toSorted()).toEqual([false, true])
    expect(await countActiveOwners()).toBe(1)
  })

  it('where one leaves while the other is disabled', async () => {
    const { other, anna, bert, shared, countActiveOwners } = await createTwoOwners()
    const leaving = nextChange(shared, anna, { members: [memberOf(bert, 'owner')], key: newKeyPair() })
    const [reply, isDone] = await Promise.all([
      sendChange(anna.browser, shared.folder.id, leaving),
      tryDisable(other, 'bert'),
    ])
    expect([reply.statusCode, isDone]).toBeOneOf([
      [204, false],
      [409, true],
    ])
    expect(await countActiveOwners()).toBe(1)
  })
})
