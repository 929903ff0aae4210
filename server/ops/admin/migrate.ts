import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  description: 'brings the database up to date, as the next start would',
  async run(context) {
    const migrated = await context.migrate()
    for (const name of migrated) context.print(name)
    context.print(
      migrated.length === 0 ? 'The database is up to date already.' : 'The database is up to date.',
    )
  },
}
