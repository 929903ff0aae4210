import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { openSqliteDatabase } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'

it('a count whose commit fails is reported, since limits would not be kept', async () => {
  const file = join(await scratchFolder(), 'sealpost.db')
  const database = await openSqliteDatabase(file)
  onTestFinished(() => database.close())
  const { counters } = database
  expect(await counters.add('before', 1, 60)).toMatchObject({ points: 1 })
  const other = openConnection(file)
  onTestFinished(() => void other.close())
  // A constraint that is checked by the commit.
  other.exec(`
    create table one (id integer primary key);
    create table many (id integer references one (id) deferrable initially deferred);
    create trigger counted after insert on rate_limit begin insert into many values (1); end;`)
  await expect(counters.add('after', 1, 60)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
  other.exec('drop trigger counted')
  expect(await counters.add('after', 1, 60)).toMatchObject({ points: 1 })
})
