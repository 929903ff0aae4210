import pg from 'pg'
import { expect, it } from 'vitest'
import { openPostgres } from '../../../server/db/postgres/postgres.ts'
import { scratchDatabase } from '../scratchDatabase.ts'

it('migrates PostgreSQL without a time limit for a statement, which large tables would exceed', async ({
  skip,
}) => {
  const url = (await scratchDatabase()) ?? skip('on PostgreSQL only')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      create table seen (statement_timeout text);
      create function note_timeout() returns event_trigger language plpgsql as $$
        begin insert into seen values (current_setting('statement_timeout')); end $$;
      create event trigger note_timeout on ddl_command_end execute function note_timeout()`)
    const database = await openPostgres(url)
    await database.close()
    const { rows } = await client.query('select distinct statement_timeout from seen')
    expect(rows).toEqual([{ statement_timeout: '0' }])
  } finally {
    await client.end()
  }
})
