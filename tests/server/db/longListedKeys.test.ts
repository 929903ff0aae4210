import { expect, it } from 'vitest'
import { longListedKeys } from '../../../server/db/migrations/0036-long-listed-keys.ts'
import { listedKey } from '../../../server/uploads/fileNames.ts'
import { startServerWithFiles } from '../links.ts'

it.each([
  ['a short path', 'path'],
  ['the longest path that is its own key', 'a'.repeat(510)],
  ['a path that is one character longer', 'a'.repeat(511)],
  ['a long path of characters that take two units of a string', '🗎'.repeat(300)],
  ['the longest path', 'ü'.repeat(4096)],
])('an earlier file with %s gets the key that a new one would have', async (_, directory) => {
  const { server, ids } = await startServerWithFiles(Array.from({ length: 3 }, (_, i) => ({ name: `${i}` })))
  const { db } = server.services
  for (const [i, id] of ids.entries())
    await db
      .updateTable('file')
      .set({ listed_key: `${directory}/${i}` })
      .where('id', '=', id)
      .execute()
  await longListedKeys(db as never)
  const rows = await db.selectFrom('file').select('listed_key').orderBy('id').execute()
  expect(rows.map((row) => row.listed_key)).toEqual(ids.map((_id, i) => listedKey(directory, `${i}`)))
})
