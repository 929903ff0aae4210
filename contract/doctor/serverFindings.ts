import type { ServerFacts } from '../schemas/diagnosis.ts'
import { maxBytesInParts } from '../fileLimits.ts'
import { GiB, MiB } from '../limits.ts'
import { sealedSize } from '../sealedSize.ts'
import { decide, type Finding, finding } from './finding.ts'
import { clockFinding } from './networkPathFindings.ts'

/** The oldest Node version that package.json allows. */
const minNode = [22, 18] as const
const slowSyncMs = { warning: 50, problem: 500 }
const slowDiskBytes = 20 * MiB
const slowStoreMs = 1000
const slowDatabaseMs = 100
const oldBackupDays = 7
const dayMs = 24 * 3600 * 1000

/** @param time when it was checked, as ISO */
export function serverFindings(facts: ServerFacts | null, time: string): Finding[] {
  if (facts === null) return [finding('server', 'problem', 'silent')]
  return [
    node(facts),
    databaseFindings(facts.database),
    storeFindings(facts.store),
    room(facts.store),
    fileSize(facts.store),
    disk(facts),
    mail(facts),
    signIn(facts),
    backup(facts, time),
    sweeping(facts),
    permissions(facts),
    settings(facts),
  ].flat()
}

function node({ node: version }: ServerFacts): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1])
  return decide(
    'node',
    [isOld, 'problem', { name: 'oldNode', version, least: minNode.join('.') }],
    [true, 'ok', { name: 'node', version }],
  )
}

const slow = { name: 'slow' } as const

function databaseFindings(facts: ServerFacts['database']): Finding[] {
  const { kind, problem, schema, read_ms, write_ms, integrity: found, clock_ahead_ms: ahead } = facts
  const database = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  if (problem !== null) {
    const setting = kind === 'postgres' ? { sealpost: ['DATABASE_URL=…'] } : undefined
    return [finding('database', 'problem', { name: 'databaseFails', database, problem }, setting)]
  }
  const [read, write] = [rounded(read_ms), rounded(write_ms)]
  const figures = { name: 'database', database, schema, read, write } as const
  const command = { shell: ["sqlite3 DATA_DIR/sealpost.db 'pragma quick_check'"] }
  return [
    decide(
      'database',
      [read_ms > slowDatabaseMs || write_ms > 5 * slowDatabaseMs, 'warning', [figures, slow]],
      [true, 'ok', figures],
    ),
    decide(
      'database-check',
      [found === 'ok', 'ok', 'fileSound'],
      [found === 'large', 'note', 'fileLarge', command],
      [found !== null, 'problem', { name: 'fileDamaged', found: found ?? '' }, command],
    ),
    clockFinding('database-clock', ahead, 'database'),
  ].flat()
}

function storeFindings(facts: ServerFacts['store']): Finding[] {
  const { kind, problem, put_ms, get_ms, delete_ms, clock_ahead_ms: ahead } = facts
  if (problem !== null) {
    const names = ['S3_ENDPOINT=…', 'S3_BUCKET=…', 'S3_ACCESS_KEY=…', 'S3_SECRET_KEY=…']
    const settings = kind === 's3' ? { sealpost: names } : undefined
    return [finding('store', 'problem', { name: 'storeFails', kind, problem }, settings)]
  }
  const [put, get, remove] = [rounded(put_ms), rounded(get_ms), rounded(delete_ms)]
  const figures = { name: 'store', kind, put, get, remove } as const
  return [
    decide(
      'store',
      [Math.max(put_ms, get_ms, delete_ms) > slowStoreMs, 'warning', [figures, slow]],
      [true, 'ok', figures],
    ),
    clockFinding('store-clock', ahead, 'store'),
  ].flat()
}

function room({ free_bytes: free, min_free_bytes: least }: ServerFacts['store']): Finding[] {
  if (free === null) return []
  const figures = { free: gib(free), least: gib(least) }
  return decide(
    'room',
    [free < least, 'problem', { name: 'noRoom', ...figures }],
    [free < least + GiB, 'warning', { name: 'littleRoom', ...figures }],
    [true, 'ok', { name: 'room', ...figures }],
  )
}

/** Checks whether quotas or the size of parts prevent files of the maximum size. */
function fileSize({ max_file_bytes: max, link_quota_bytes: quota }: ServerFacts['store']): Finding[] {
  if (max === undefined || quota === undefined) return []
  const most = gib(max)
  const beyond = { name: 'fileBeyondQuota', most, quota: gib(quota ?? 0) } as const
  const settings = { sealpost: ['MAX_FILE_BYTES=…', 'LINK_QUOTA_BYTES=…'] }
  const inParts = { name: 'fileBeyondParts', parts: Math.floor(maxBytesInParts / GiB) } as const
  return decide(
    'file-size',
    [quota !== null && sealedSize(max) > quota, 'warning', beyond, settings],
    [max > maxBytesInParts, 'warning', [{ name: 'fileSize', most }, inParts]],
    [true, 'ok', { name: 'fileSize', most }],
  )
}

function disk({ disk: facts }: ServerFacts): Finding[] {
  if (facts === null) return []
  const { problem, bytes_per_second: speed, sync_ms: sync } = facts
  const figures = { name: 'disk', speed: Math.round(speed / MiB), sync: rounded(sync) } as const
  const isSlow = sync > slowSyncMs.warning || speed < slowDiskBytes
  return decide(
    'disk',
    [problem !== null, 'problem', { name: 'diskFails', problem: problem ?? '' }],
    [sync > slowSyncMs.problem, 'problem', [figures, { name: 'diskWaits' }]],
    [isSlow, 'warning', [figures, { name: 'diskSlow' }]],
    [true, 'ok', figures],
  )
}

function mail({ mail: { kind, problem, destination: where, from } }: ServerFacts): Finding[] {
  const smtp = 'SMTP_URL=smtps://user:password@mail.example.org'
  const refused = { name: 'mailFails', kind, where, problem: problem ?? '' } as const
  const both = [smtp, 'MAIL_FROM=Sealpost <files@example.org>']
  return decide(
    'mail',
    [problem !== null, 'problem', refused, { sealpost: kind === 'smtp' ? [smtp] : [] }],
    [kind === 'folder', 'warning', { name: 'noMailServer', where }, { sealpost: both }],
    [true, 'ok', { name: 'mail', where, from }],
  )
}

function signIn({ sign_in: facts }: ServerFacts): Finding[] {
  if (!facts) return []
  const { issuer, callback, problem, client, redirect, has_secret: hasSecret } = facts
  if (problem !== null) {
    const settings = { sealpost: ['OIDC_ISSUER=…'] }
    return [finding('sign-in', 'problem', { name: 'signInFails', issuer, problem }, settings)]
  }
  const [id, secret] = ['OIDC_CLIENT_ID=…', 'OIDC_CLIENT_SECRET=…']
  return [
    finding('sign-in', 'ok', { name: 'signIn', issuer }),
    decide(
      'sign-in-client',
      [client === 'taken', 'ok', 'clientTaken'],
      [client === 'unknown', 'note', 'clientUnknown'],
      [hasSecret, 'problem', 'secretRefused', { sealpost: [id, secret] }],
      [true, 'problem', 'clientRefused', { sealpost: [secret] }],
    ),
    decide(
      'sign-in-address',
      [redirect === 'known', 'ok', { name: 'addressKnown', callback }],
      [redirect === 'refused', 'problem', { name: 'addressRefused', callback }],
      [true, 'note', { name: 'addressUnknown', callback }],
    ),
    clockFinding('sign-in-clock', facts.clock_ahead_ms, 'provider'),
  ].flat()
}

function backup({ last_backup: last }: ServerFacts, time: string): Finding[] {
  const days = Math.max(0, Math.floor((Date.parse(time) - Date.parse(last ?? '')) / dayMs))
  return decide(
    'backup',
    [last === 'elsewhere', 'note', 'backupElsewhere'],
    [last === null, 'warning', 'noBackup'],
    [days > oldBackupDays, 'warning', { name: 'backup', days }],
    [true, 'ok', { name: 'backup', days }],
  )
}

const sweeping = ({ unswept: count }: ServerFacts) =>
  decide('sweeping', [count === 0, 'ok', 'swept'], [true, 'warning', { name: 'unswept', count }])

function permissions({ open_names: names }: ServerFacts): Finding[] {
  const open = names.filter((name) => name !== '.')
  const says = { name: 'folderOpen', names: open.join(', ') } as const
  return decide(
    'permissions',
    // Files in a closed folder are closed.
    [!names.includes('.'), 'ok', 'folderPrivate'],
    [open.length === 0, 'ok', 'namesVisible'],
    [true, 'warning', says, { shell: ['chmod -R go= DATA_DIR'] }],
  )
}

function settings({ unknown_settings: unknown = [] }: ServerFacts): Finding[] {
  const says = { name: 'settingsUnknown', names: unknown.map(({ name }) => name).join(', ') } as const
  const meant = unknown.flatMap((one) => (one.meant === null ? [] : [`${one.meant}=…`]))
  return decide(
    'settings',
    [unknown.length === 0, 'ok', 'settingsKnown'],
    [true, 'problem', says, { sealpost: meant }],
  )
}

/** One decimal for short times. */
const rounded = (ms: number) => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))
const gib = (bytes: number) => Math.round((bytes * 10) / GiB) / 10
