import { hasDatabase } from '../../services.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--if-any]',
  description: 'brings the database up to date, as the next start would; with --if-any also none',
  flags: ['if-any'],
  async run(context, _args, _options, flags) {
    if (flags.has('if-any') && !hasDatabase(context.config)) {
      context.print('There is no database yet: the first start makes it.')
      return
    }
    const migrated = await context.migrate()
    for (const name of migrated) context.print(name)
    context.print(
      migrated.length === 0 ? 'The database is up to date already.' : 'The database is up to date.',
    )
  },
}
