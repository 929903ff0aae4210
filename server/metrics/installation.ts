import { Gauge, type Registry } from 'prom-client'
import type { InstallationState } from '../db/installationState.ts'

/**
 * [Note: Whose figures]
 *
 * `sealpost_…` metrics belong to one instance: sum them over instances. `sealpost_installation_…` metrics
 * come from the shared database and are equal on all instances: take their maximum. The prefix is the only
 * difference.
 */
interface Figure {
  name: string
  help: string
  read: (state: InstallationState) => number | undefined
}

const figures: readonly Figure[] = [
  { name: 'administrators', help: 'Administrators who may sign in.', read: (one) => one.administrators },
  { name: 'sessions', help: 'Sessions of people who are signed in.', read: (one) => one.sessions },
  { name: 'folders', help: 'Folders.', read: (one) => one.folders },
  { name: 'files', help: 'Files.', read: (one) => one.files },
  { name: 'file_bytes', help: 'Encrypted bytes of all files.', read: (one) => one.fileBytes },
  {
    name: 'damaged_files',
    help: 'Files whose bytes were found damaged in the store.',
    read: (one) => one.damagedFiles,
  },
  { name: 'download_links', help: 'Download links, expired ones too.', read: (one) => one.downloadLinks },
  {
    name: 'unfinished_uploads',
    help: 'Uploads in parts that are not finished.',
    read: (one) => one.unfinishedUploads,
  },
  {
    name: 'staged_keys',
    help: 'Requests with small files that are under way, or broke off and are not swept yet.',
    read: (one) => one.stagedKeys,
  },
  {
    name: 'garbage_keys',
    help: 'Deleted objects whose bytes the store has still to forget.',
    read: (one) => one.garbageKeys,
  },
  {
    name: 'arriving_batches',
    help: 'Uploads of which nobody was told yet, since they may go on.',
    read: (one) => one.arrivingBatches,
  },
  {
    name: 'last_sweep_timestamp_seconds',
    help: 'When the last sweep ended well; missing before the first.',
    read: (one) => secondsOf(one.lastSweep),
  },
  {
    name: 'last_backup_timestamp_seconds',
    help: 'When the last backup was made; missing before the first.',
    read: (one) => secondsOf(one.lastBackup),
  },
]

/** @param look reads the database. Undefined if it does not respond; then only that is reported. */
export function registerInstallationFigures(
  registry: Registry,
  look: () => Promise<InstallationState | undefined>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'sealpost_database_answers',
    help: '1 when this instance could read the database, else 0.',
    registers,
    async collect() {
      this.set((await look()) === undefined ? 0 : 1)
    },
  })
  for (const { name, help, read } of figures)
    new Gauge({
      name: `sealpost_installation_${name}`,
      help,
      registers,
      async collect() {
        const state = await look()
        const value = state && read(state)
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
      const state = await look()
      if (state === undefined) return
      const { mails, webhooks } = state.noticesWaiting
      for (const [by, waiting] of Object.entries({ mail: mails, webhook: webhooks })) {
        this.set({ by, state: 'new' }, waiting.all - waiting.retrying)
        this.set({ by, state: 'retrying' }, waiting.retrying)
      }
    },
  })
}

const secondsOf = (time: string | undefined): number | undefined => {
  const ms = time === undefined ? NaN : Date.parse(time)
  return Number.isNaN(ms) ? undefined : ms / 1000
}
