import { statfs } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import { readInstallationState } from '../../db/installation/installationState.ts'
import { schemaVersion } from '../../db/migrate.ts'
import { describeDatabase, describeStore } from '../move/movePlan.ts'
import { version } from '../../version.ts'
import type { Command, CommandContext } from './command.ts'
import { inGiB } from './progress.ts'

export const stateCommand: Command = {
  name: 'state',
  usage: '[--json]',
  description: 'says where everything is, how much there is of it, and what waits',
  flags: ['json'],
  async run(context, _args, _options, flags) {
    const report = await readReport(context)
    if (flags.has('json')) context.print(JSON.stringify(report, undefined, 2))
    else for (const line of reportLines(report)) context.print(line)
  },
}

type Report = Awaited<ReturnType<typeof readReport>>

/** Output of --json. Keep the names; new ones may be added. Null if unknown, absent or without a limit. */
async function readReport(context: CommandContext) {
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

function reportLines(report: Report): string[] {
  const { noticesWaiting } = report
  const waiting = ({ all, retrying }: { all: number; retrying: number }) =>
    retrying === 0
      ? formatCount(all)
      : `${formatCount(all)}, of them ${formatCount(retrying)} after a failure`
  const disabled = report.disabledAdministrators
  const rows: [string, string][] = [
    ['Version', report.version],
    ['Database', report.database],
    ['Schema', report.schema],
    ['Store', report.store],
    ['Free disk', freeInWords(report)],
    [
      'Room',
      `a folder ${quotaInWords(report.linkQuotaBytes)}, an account ${quotaInWords(report.userQuotaBytes)}`,
    ],
    ['Largest file', inGiB(report.maxFileBytes)],
    ['', ''],
    [
      'Administrators',
      formatCount(report.administrators) + (disabled === 0 ? '' : `, and ${formatCount(disabled)} disabled`),
    ],
    ['Signed in', `${formatCount(report.sessions)} sessions`],
    ['Folders', formatCount(report.folders)],
    ['Files', `${formatCount(report.files)}, ${inGiB(report.fileBytes)} encrypted`],
    ['Damaged files', formatCount(report.damagedFiles)],
    ['Download links', formatCount(report.downloadLinks)],
    ['', ''],
    ['Unfinished uploads', formatCount(report.unfinishedUploads)],
    ['Small files under way', `${formatCount(report.stagedKeys)} requests`],
    ['Uploads not told yet', formatCount(report.arrivingBatches)],
    ['Mails waiting', waiting(noticesWaiting.mails)],
    ['Webhooks waiting', waiting(noticesWaiting.webhooks)],
    ['Bytes to be removed', `${formatCount(report.garbageKeys)} objects`],
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

const quotaInWords = (bytes: number | null): string => (bytes === null ? 'without limit' : inGiB(bytes))
const formatCount = (n: number): string => n.toLocaleString('en-US')
