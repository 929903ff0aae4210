import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: '',
  what: 'brings the database up to date, as the next start would',
  words: 0,
  async run(desk) {
    const migrated = await desk.migrate()
    for (const name of migrated) desk.print(name)
    desk.print(migrated.length === 0 ? 'The database is up to date already.' : 'The database is up to date.')
  },
}
