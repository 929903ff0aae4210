import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import {
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  type Person,
  reusePairs,
  type SharedFolder,
} from '../people.ts'
import { startTestServer } from '../testServer.ts'

beforeEach(reusePairs)

function countStatements() {
  const counts = { statements: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      counts.statements++
      return Promise.resolve(result)
    },
  }
  return { counts, plugin }
}

async function createFolders(owner: Person, count: number): Promise<SharedFolder[]> {
  const folders: SharedFolder[] = []
  for (let n = 0; n < count; n++) {
    reusePairs()
    folders.push(await createSharedFolder(owner, `Folder ${n}`))
  }
  return folders
}

/** Installs the pair, with a statement and a new generation of each of these folders. */
function install(person: Person, pair: Person['pair'], folders: readonly SharedFolder[]) {
  const rosters = folders.map((shared) => ({
    folder_id: shared.folder.id,
    ...nextChange(shared, person, { members: [memberOf({ ...person, pair }, 'owner')], key: pair }),
  }))
  return person.browser.put('/api/auth/users/me/encrypted-key', {
    encryptedPrivateKey: Buffer.alloc(100, 9).toString('base64'),
    kdfSalt: Buffer.alloc(16, 5).toString('base64'),
    public_key_spki: pair.spki,
    rosters,
  })
}

it('is installed with few statements for each folder', async () => {
  const { counts, plugin } = countStatements()
  const server = await startTestServer({
    adapt: (services) => ({ ...services, db: services.db.withPlugin(plugin) }),
  })
  const anna = await newPerson(server, 'anna')
  const bert = await newPerson(server, 'bert')
  const pair = newKeyPair()
  const ofAnna = await createFolders(anna, 2)
  const ofBert = await createFolders(bert, 8)
  const count = async (person: Person, folders: SharedFolder[]) => {
    const before = counts.statements
    const reply = await install(person, pair, folders)
    expect([reply.statusCode, reply.body]).toMatchObject([200, {}])
    return counts.statements - before
  }
  const few = await count(anna, ofAnna)
  const many = await count(bert, ofBert)
  // Two before the transaction, for the key that it is signed with; in it the lock and the new upload link.
  expect((many - few) / 6).toBe(4)
})
