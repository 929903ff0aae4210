import { expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { planMove } from '../../../server/ops/move/movePlan.ts'

const installationAt = (databaseUrl: string) => ({ dataDir: '/var/lib/sealpost', databaseUrl, s3: undefined })

it.each([
  ['host', 'postgres://u@localhost/sealpost?host=/run/one', 'postgres://u@localhost/sealpost?host=/run/two'],
  ['port', 'postgres://u@db/sealpost?port=5433', 'postgres://u@db/sealpost'],
])('takes databases for different whose URLs differ in the option %s', (_option, from, to) => {
  // The files stay where they are, and the database is what moves.
  expect(planMove(installationAt(from), installationAt(to))).toEqual({ database: true, store: false })
})

it('takes databases for the same whose URLs differ in user, password and the default port', () => {
  const from = installationAt('postgres://one:secret@db/sealpost')
  expect(() => planMove(from, installationAt('postgres://two@db:5432/sealpost'))).toThrow(ConfigError)
})
