import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { readInstallationState } from '../../db/installationState.ts'
import { schemaVersion } from '../../db/migrate.ts'
import { describeDatabase, describeStore } from '../move/movePlan.ts'
import { version } from '../../version.ts'
import type { Command, CommandContext } from './command.ts'
import { inGiB } from './progress.ts'

export const state: Command = {
  name: 'state',
  usage: '[--json]',
  description: 'says where everything is, how much there is of it, and what waits',
  flags: ['json'],
  async run(context, _args, _options, flags) {
    const report = await reportOf(context)
    if (flags.has('json')) context.print(JSON.stringify(report, undefined, 2))
    else for (const line of inLines(report)) context.print(line)
  },
}

type Report = Awaited<ReturnType<typeof reportOf>>

/** Output of --json. Keep the names; new ones may be added. Null if unknown, absent or without a limit. */
async function reportOf(context: CommandContext) {
  const { config } = context
  const db = await context.openDatabase()
  const { lastSweep, lastBackup, ...counts } = await readInstallationState(db, new Date())
  return {
    version,
    database: describeDatabase(config),
    store: describeStore(config),
    schema: await schemaVersion(db),
    ...counts,
    freeDiskBytes: await freeBytes(config),
    minFreeBytes: config.minFreeBytes,
    maxFileBytes: config.maxFileBytes,
    linkQuotaBytes: config.folderQuotaBytes ?? null,
    userQuotaBytes: config.userQuotaBytes ?? null,
    lastSweep: lastSweep ?? null,
    lastBackup: lastBackup ?? null,
  }
}

/** Null if the store has no known limit. */
async function freeBytes({ s3, dataDir }: Config): Promise<number | null> {
  if (s3 !== undefined) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

function inLines(report: Report): string[] {
  const { noticesWaiting } = report
  const waiting = ({ all, retrying }: { all: number; retrying: number }) =>
    retrying === 0 ? count(all) : `${count(all)}, of them ${count(retrying)} after a failure`
  const disabled = report.disabledAdministrators
  const rows: [string, string][] = [
    ['Version', report.version],
    ['Database', report.database],
    ['Schema', report.schema],
    ['Store', report.store],
    ['Free disk', freeInWords(report)],
    ['Room', `a folder ${quota(report.linkQuotaBytes)}, an account ${quota(report.userQuotaBytes)}`],
    ['Largest file', inGiB(report.maxFileBytes)],
    ['', ''],
    [
      'Administrators',
      count(report.administrators) + (disabled === 0 ? '' : `, and ${count(disabled)} disabled`),
    ],
    ['Signed in', `${count(report.sessions)} sessions`],
    ['Folders', count(report.folders)],
    ['Files', `${count(report.files)}, ${inGiB(report.fileBytes)} encrypted`],
    ['Damaged files', count(report.damagedFiles)],
    ['Download links', count(report.downloadLinks)],
    ['', ''],
    ['Unfinished uploads', count(report.unfinishedUploads)],
    ['Small files under way', `${count(report.stagedKeys)} requests`],
    ['Uploads not told yet', count(report.arrivingBatches)],
    ['Mails waiting', waiting(noticesWaiting.mails)],
    ['Webhooks waiting', waiting(noticesWaiting.webhooks)],
    ['Bytes to be removed', `${count(report.garbageKeys)} objects`],
    ['', ''],
    ['Last sweep', report.lastSweep ?? 'none yet'],
    ['Last backup', report.lastBackup ?? 'none yet'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd())
}

function freeInWords({ freeDiskBytes, minFreeBytes }: Report): string {
  if (freeDiskBytes === null) return 'the store knows no end'
  const floor = `uploads leave ${inGiB(minFreeBytes)}`
  return `${inGiB(freeDiskBytes)}, ${freeDiskBytes > minFreeBytes ? floor : `too little: ${floor}`}`
}

const quota = (bytes: number | null): string => (bytes === null ? 'without limit' : inGiB(bytes))
const count = (n: number): string => n.toLocaleString('en-US')
