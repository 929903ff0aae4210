import type { CommandContext } from '../../server/ops/admin/command.ts'
import { readConfig } from '../../server/config.ts'
import type { TestServer } from './testServer.ts'

/** What a command of the command line works with at this server's database. `printed`: its lines. */
export function commandContext({ services, dataDir }: Pick<TestServer, 'services' | 'dataDir'>) {
  const printed: string[] = []
  const desk: CommandContext = {
    config: readConfig({}, dataDir),
    openDatabase: () => Promise.resolve(services.db),
    openInstallation: () => Promise.reject(new Error('not asked')),
    migrate: () => Promise.resolve([]),
    record: () => Promise.resolve(),
    print: (line) => void printed.push(line),
  }
  return { desk, printed }
}
