import type { CommandContext } from '../../server/ops/admin/command.ts'
import { readConfig } from '../../server/config/config.ts'
import type { TestServer } from './testServer.ts'

/** Context of a command of sealpost-admin on the database of this server. `printed`: its output lines. */
export function commandContext({ services, dataDir }: Pick<TestServer, 'services' | 'dataDir'>) {
  const printed: string[] = []
  const context: CommandContext = {
    config: readConfig({}, dataDir),
    openDatabase: () => Promise.resolve(services.db),
    openInstallation: () => Promise.reject(new Error('not asked')),
    migrate: () => Promise.resolve([]),
    record: () => Promise.resolve(),
    print: (line) => void printed.push(line),
  }
  return { context, printed }
}
