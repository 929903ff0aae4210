import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeTables } from '../../../scripts/describeTables.ts'
import { sqlite } from '../../../server/db/dialect.ts'
import { startTestServer } from '../testServer.ts'

it('has the types of the tables that the migrations make: npm run tables', async () => {
  const { services } = await startTestServer()
  const { db, database } = services
  const described = await describeTables(db, database.dialect === sqlite ? 'sqlite' : 'postgres')
  expect(readFileSync('server/db/tables.ts', 'utf8')).toBe(described)
})
