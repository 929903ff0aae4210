import { Gauge, type Registry } from 'prom-client'
import type { InstallationState } from '../db/installation/installationState.ts'

/**
 * [Note: Scope of metrics]
 *
 * `sealpost_…` metrics belong to one instance: sum them over instances. `sealpost_installation_…` metrics
 * come from the shared database and are equal on all instances: take their maximum. The prefix is the only
 * difference.
 */

type InstallationFigure = Exclude<keyof InstallationState, 'noticesWaiting'>

/** Metrics: names without their prefix, descriptions, and members of the state. */
const installationMetrics: readonly (readonly [name: string, help: string, figure: InstallationFigure])[] = [
  ['administrators', 'Administrators who may sign in.', 'administrators'],
  ['sessions', 'Sessions of people who are signed in.', 'sessions'],
  ['folders', 'Folders.', 'folders'],
  ['files', 'Files.', 'files'],
  ['file_bytes', 'Encrypted bytes of all files.', 'fileBytes'],
  ['damaged_files', 'Files whose bytes were found damaged in the store.', 'damagedFiles'],
  ['download_links', 'Download links, expired ones too.', 'downloadLinks'],
  ['unfinished_uploads', 'Uploads in parts that are not finished.', 'unfinishedUploads'],
  [
    'staged_keys',
    'Requests with small files that are under way, or broke off and are not swept yet.',
    'stagedKeys',
  ],
  ['garbage_keys', 'Deleted objects whose bytes the store has still to forget.', 'garbageKeys'],
  ['arriving_batches', 'Uploads of which nobody was told yet, since they may go on.', 'arrivingBatches'],
  ['last_sweep_timestamp_seconds', 'When the last sweep ended well; missing before the first.', 'lastSweep'],
  ['last_backup_timestamp_seconds', 'When the last backup was made; missing before the first.', 'lastBackup'],
  [
    'clock_doubt',
    '1 while sweeps erase nothing by date, since the clock may be wrong; else 0.',
    'clockDoubt',
  ],
]

/** @param readState reads the database; undefined if it does not respond, which is then the only thing reported */
export function registerInstallationMetrics(
  registry: Registry,
  readState: () => Promise<InstallationState | undefined>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'sealpost_database_answers',
    help: '1 when this instance could read the database, else 0.',
    registers,
    async collect() {
      this.set((await readState()) === undefined ? 0 : 1)
    },
  })
  for (const [name, help, figure] of installationMetrics)
    new Gauge({
      name: `sealpost_installation_${name}`,
      help,
      registers,
      async collect() {
        const value = metricValueOf((await readState())?.[figure])
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  new Gauge({
    name: 'sealpost_installation_notices_waiting',
    help: 'Notices that wait to be mailed or posted, new ones and those that failed before.',
    labelNames: ['by', 'state'],
    registers,
    async collect() {
      this.reset()
      const state = await readState()
      if (state === undefined) return
      const { mails, webhooks } = state.noticesWaiting
      for (const [by, waiting] of Object.entries({ mail: mails, webhook: webhooks })) {
        this.set({ by, state: 'new' }, waiting.all - waiting.retrying)
        this.set({ by, state: 'retrying' }, waiting.retrying)
      }
    },
  })
}

/** Converts a time to seconds since 1970. */
function metricValueOf(value: number | string | undefined): number | undefined {
  if (typeof value !== 'string') return value
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms / 1000
}
