import type { ServerFacts } from '../schemas/diagnosis.ts'
import { maxBytesInParts } from '../fileLimits.ts'
import { GiB, MiB } from '../limits.ts'
import { sealedSize } from '../sealedSize.ts'
import { finding, type Finding } from './finding.ts'
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
  if (facts === null) return [finding('server', 'problem', { name: 'silent' })]
  return [
    node(facts),
    ...database(facts),
    ...store(facts),
    ...room(facts),
    ...fileSize(facts),
    ...disk(facts),
    mail(facts),
    ...signIn(facts),
    backup(facts, time),
    sweeping(facts),
    permissions(facts),
    settings(facts),
  ]
}

function node({ node: version }: ServerFacts): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1])
  return isOld
    ? finding('node', 'problem', { name: 'oldNode', version, least: minNode.join('.') })
    : finding('node', 'ok', { name: 'node', version })
}

const slow = { name: 'slow' } as const

function database({ database: facts }: ServerFacts): Finding[] {
  const { kind, problem, schema, clock_ahead_ms: ahead } = facts
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  if (problem !== null) {
    const remedies = kind === 'postgres' ? { sealpost: ['DATABASE_URL=…'] } : undefined
    return [finding('database', 'problem', { name: 'databaseFails', database: name, problem }, remedies)]
  }
  const [read, write] = [rounded(facts.read_ms), rounded(facts.write_ms)]
  const figures = { name: 'database', database: name, schema, read, write } as const
  const isSlow = facts.read_ms > slowDatabaseMs || facts.write_ms > 5 * slowDatabaseMs
  return [
    isSlow ? finding('database', 'warning', [figures, slow]) : finding('database', 'ok', figures),
    ...integrity(facts),
    ...(ahead === null ? [] : [clockFinding('database-clock', ahead, 'database')]),
  ]
}

function integrity({ integrity: found }: ServerFacts['database']): Finding[] {
  if (found === null) return []
  if (found === 'ok') return [finding('database-check', 'ok', { name: 'fileSound' })]
  const command = { shell: ["sqlite3 DATA_DIR/sealpost.db 'pragma quick_check'"] }
  return [
    found === 'large'
      ? finding('database-check', 'note', { name: 'fileLarge' }, command)
      : finding('database-check', 'problem', { name: 'fileDamaged', found }, command),
  ]
}

function store({ store: facts }: ServerFacts): Finding[] {
  const { kind, problem, clock_ahead_ms: ahead } = facts
  if (problem !== null) {
    const remedies =
      kind === 's3'
        ? { sealpost: ['S3_ENDPOINT=…', 'S3_BUCKET=…', 'S3_ACCESS_KEY=…', 'S3_SECRET_KEY=…'] }
        : undefined
    return [finding('store', 'problem', { name: 'storeFails', kind, problem }, remedies)]
  }
  const [put, get, remove] = [rounded(facts.put_ms), rounded(facts.get_ms), rounded(facts.delete_ms)]
  const figures = { name: 'store', kind, put, get, remove } as const
  const isSlow = Math.max(facts.put_ms, facts.get_ms, facts.delete_ms) > slowStoreMs
  return [
    isSlow ? finding('store', 'warning', [figures, slow]) : finding('store', 'ok', figures),
    ...(ahead === null ? [] : [clockFinding('store-clock', ahead, 'store')]),
  ]
}

function room({ store: { free_bytes: free, min_free_bytes: least } }: ServerFacts): Finding[] {
  if (free === null) return []
  const figures = { free: gib(free), least: gib(least) }
  if (free < least) return [finding('room', 'problem', { name: 'noRoom', ...figures })]
  if (free < least + GiB) return [finding('room', 'warning', { name: 'littleRoom', ...figures })]
  return [finding('room', 'ok', { name: 'room', ...figures })]
}

/** Checks whether quotas or the size of parts prevent files of the maximum size. */
function fileSize({ store: { max_file_bytes: most, link_quota_bytes: quota } }: ServerFacts): Finding[] {
  if (most === undefined || quota === undefined) return []
  if (quota !== null && sealedSize(most) > quota)
    return [
      finding(
        'file-size',
        'warning',
        { name: 'fileBeyondQuota', most: gib(most), quota: gib(quota) },
        { sealpost: ['MAX_FILE_BYTES=…', 'LINK_QUOTA_BYTES=…'] },
      ),
    ]
  const fits = { name: 'fileSize', most: gib(most) } as const
  if (most <= maxBytesInParts) return [finding('file-size', 'ok', fits)]
  const beyond = { name: 'fileBeyondParts', parts: Math.floor(maxBytesInParts / GiB) } as const
  return [finding('file-size', 'warning', [fits, beyond])]
}

function disk({ disk: facts }: ServerFacts): Finding[] {
  if (facts === null) return []
  const { problem, bytes_per_second: speed, sync_ms: sync } = facts
  if (problem !== null) return [finding('disk', 'problem', { name: 'diskFails', problem })]
  const figures = { name: 'disk', speed: Math.round(speed / MiB), sync: rounded(sync) } as const
  if (sync > slowSyncMs.problem) return [finding('disk', 'problem', [figures, { name: 'diskWaits' }])]
  if (sync > slowSyncMs.warning || speed < slowDiskBytes)
    return [finding('disk', 'warning', [figures, { name: 'diskSlow' }])]
  return [finding('disk', 'ok', figures)]
}

function mail({ mail: { kind, problem, destination: where, from } }: ServerFacts): Finding {
  const smtp = 'SMTP_URL=smtps://user:password@mail.example.org'
  if (problem !== null)
    return finding(
      'mail',
      'problem',
      { name: 'mailFails', kind, where, problem },
      { sealpost: kind === 'smtp' ? [smtp] : [] },
    )
  if (kind === 'folder')
    return finding(
      'mail',
      'warning',
      { name: 'noMailServer', where },
      { sealpost: [smtp, 'MAIL_FROM=Sealpost <files@example.org>'] },
    )
  return finding('mail', 'ok', { name: 'mail', where, from })
}

function signIn({ sign_in: facts }: ServerFacts): Finding[] {
  if (!facts) return []
  const { issuer, callback, problem, clock_ahead_ms: ahead } = facts
  if (problem !== null)
    return [
      finding(
        'sign-in',
        'problem',
        { name: 'signInFails', issuer, problem },
        { sealpost: ['OIDC_ISSUER=…'] },
      ),
    ]
  return [
    finding('sign-in', 'ok', { name: 'signIn', issuer }),
    clientOf(facts),
    {
      known: finding('sign-in-address', 'ok', { name: 'addressKnown', callback }),
      refused: finding('sign-in-address', 'problem', { name: 'addressRefused', callback }),
      unknown: finding('sign-in-address', 'note', { name: 'addressUnknown', callback }),
    }[facts.redirect],
    ...(ahead === null ? [] : [clockFinding('sign-in-clock', ahead, 'provider')]),
  ]
}

function clientOf({ client, has_secret: hasSecret }: NonNullable<ServerFacts['sign_in']>): Finding {
  if (client === 'taken') return finding('sign-in-client', 'ok', { name: 'clientTaken' })
  if (client === 'unknown') return finding('sign-in-client', 'note', { name: 'clientUnknown' })
  return hasSecret
    ? finding(
        'sign-in-client',
        'problem',
        { name: 'secretRefused' },
        { sealpost: ['OIDC_CLIENT_ID=…', 'OIDC_CLIENT_SECRET=…'] },
      )
    : finding('sign-in-client', 'problem', { name: 'clientRefused' }, { sealpost: ['OIDC_CLIENT_SECRET=…'] })
}

function backup({ last_backup: last }: ServerFacts, time: string): Finding {
  if (last === 'elsewhere') return finding('backup', 'note', { name: 'backupElsewhere' })
  if (last === null) return finding('backup', 'warning', { name: 'noBackup' })
  const days = Math.max(0, Math.floor((Date.parse(time) - Date.parse(last)) / dayMs))
  return finding('backup', days > oldBackupDays ? 'warning' : 'ok', { name: 'backup', days })
}

function sweeping({ unswept: count }: ServerFacts): Finding {
  return count === 0
    ? finding('sweeping', 'ok', { name: 'swept' })
    : finding('sweeping', 'warning', { name: 'unswept', count })
}

function permissions({ open_names: names }: ServerFacts): Finding {
  // Files in a closed folder are closed.
  if (!names.includes('.')) return finding('permissions', 'ok', { name: 'folderShut' })
  const open = names.filter((name) => name !== '.')
  if (open.length === 0) return finding('permissions', 'ok', { name: 'namesOpen' })
  return finding(
    'permissions',
    'warning',
    { name: 'folderOpen', names: open.join(', ') },
    { shell: ['chmod -R go= DATA_DIR'] },
  )
}

/** One decimal for short times. */
const rounded = (ms: number) => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))
const gib = (bytes: number) => Math.round((bytes * 10) / GiB) / 10

function settings({ unknown_settings: unknown = [] }: ServerFacts): Finding {
  if (unknown.length === 0) return finding('settings', 'ok', { name: 'settingsKnown' })
  const names = unknown.map(({ name }) => name).join(', ')
  const meant = unknown.flatMap((one) => (one.meant === null ? [] : [`${one.meant}=…`]))
  return finding('settings', 'problem', { name: 'settingsUnknown', names }, { sealpost: meant })
}
