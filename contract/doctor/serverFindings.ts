import type { ServerFacts } from '../diagnosis.ts'
import { GiB, MiB } from '../limits.ts'
import type { Finding, Remedies, Severity } from './finding.ts'
import { clockFinding } from './roadFindings.ts'

/** Node as package.json asks for it. */
const leastNode = [20, 19] as const
const slowSyncMs = { warning: 50, problem: 500 }
const slowDiskBytes = 20 * MiB
const slowStoreMs = 1000
const slowDatabaseMs = 100
const oldBackupDays = 7
const dayMs = 24 * 3600 * 1000

/** Of what the server works with. @param time when it was looked at, as ISO */
export function serverFindings(facts: ServerFacts | null, time: string): Finding[] {
  if (facts === null)
    return [of('server', 'The server itself', 'problem', 'It did not tell about itself. Look into its log.')]
  return [
    node(facts),
    ...database(facts),
    ...store(facts),
    ...room(facts),
    ...disk(facts),
    mail(facts),
    backup(facts, time),
    sweeping(facts),
    permissions(facts),
  ]
}

function of(check: string, title: string, severity: Severity, says: string, remedies?: Remedies): Finding {
  return { check, title, severity, says, ...(remedies && { remedies }) }
}

function node({ node }: ServerFacts): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])
  return isOld
    ? of('node', 'Node', 'problem', `Node ${node} is older than ${leastNode.join('.')}.`)
    : of('node', 'Node', 'ok', `Node ${node}.`)
}

function database({ database: facts }: ServerFacts): Finding[] {
  const name = facts.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const [check, title] = ['database', 'Database'] as const
  if (facts.problem !== null) {
    const remedies = facts.kind === 'postgres' ? { sealpost: ['DATABASE_URL=…'] } : undefined
    return [of(check, title, 'problem', `${name} does not work: ${facts.problem}`, remedies)]
  }
  const figures = `${name}, schema ${facts.schema}: a question takes ${ms(facts.read_ms)}, a write ${ms(facts.write_ms)}`
  const isSlow = facts.read_ms > slowDatabaseMs || facts.write_ms > 5 * slowDatabaseMs
  const first = of(
    check,
    title,
    isSlow ? 'warning' : 'ok',
    isSlow ? `${figures}. That is slow.` : `${figures}.`,
  )
  return [
    first,
    ...integrity(facts),
    ...(facts.clock_ahead_ms === null
      ? []
      : [
          clockFinding(
            'database-clock',
            'Clock of the database',
            facts.clock_ahead_ms,
            'The server’s clock and the database’s',
          ),
        ]),
  ]
}

function integrity({ integrity: found }: ServerFacts['database']): Finding[] {
  const [check, title] = ['database-check', 'Database file'] as const
  if (found === null) return []
  if (found === 'ok') return [of(check, title, 'ok', 'SQLite finds no damage.')]
  const command = { shell: ["sqlite3 DATA_DIR/sealpost.db 'pragma quick_check'"] }
  if (found === 'large')
    return [
      of(
        check,
        title,
        'note',
        'It is large, and its check was left out: it takes a while, beside the running server.',
        command,
      ),
    ]
  return [
    of(
      check,
      title,
      'problem',
      `SQLite finds damage: ${found}. Stop the server and restore the last backup.`,
      command,
    ),
  ]
}

function store({ store: facts }: ServerFacts): Finding[] {
  const [check, title] = ['store', 'File store'] as const
  const where = facts.kind === 'disk' ? 'The folder of files' : 'The bucket'
  if (facts.problem !== null) {
    const remedies =
      facts.kind === 's3'
        ? { sealpost: ['S3_ENDPOINT=…', 'S3_BUCKET=…', 'S3_ACCESS_KEY=…', 'S3_SECRET_KEY=…'] }
        : undefined
    return [of(check, title, 'problem', `${where} does not work: ${facts.problem}`, remedies)]
  }
  const slowest = Math.max(facts.put_ms, facts.get_ms, facts.delete_ms)
  const figures = `${where}: a small file is written in ${ms(facts.put_ms)}, read in ${ms(facts.get_ms)}, deleted in ${ms(facts.delete_ms)}`
  const first = of(
    check,
    title,
    slowest > slowStoreMs ? 'warning' : 'ok',
    slowest > slowStoreMs ? `${figures}. That is slow.` : `${figures}.`,
  )
  if (facts.clock_ahead_ms === null) return [first]
  return [
    first,
    clockFinding(
      'store-clock',
      'Clock of the store',
      facts.clock_ahead_ms,
      'The server’s clock and the store’s',
    ),
  ]
}

function room({ store: { free_bytes: free, min_free_bytes: least } }: ServerFacts): Finding[] {
  if (free === null) return []
  const [check, title] = ['room', 'Free room'] as const
  const figures = `${gib(free)} are free, and uploads leave ${gib(least)} of it (MIN_FREE_BYTES)`
  if (free < least) return [of(check, title, 'problem', `${figures}: all uploads are refused. Make room.`)]
  if (free < least + GiB)
    return [of(check, title, 'warning', `${figures}: less than 1 GiB is left for uploads.`)]
  return [of(check, title, 'ok', `${figures}.`)]
}

function disk({ disk: facts }: ServerFacts): Finding[] {
  if (facts === null) return []
  const [check, title] = ['disk', 'Speed of the disk'] as const
  if (facts.problem !== null)
    return [of(check, title, 'problem', `The data folder cannot be written to: ${facts.problem}`)]
  const figures = `${Math.round(facts.bytes_per_second / MiB)} MiB/s down to the disk, ${ms(facts.sync_ms)} for a sync`
  if (facts.sync_ms > slowSyncMs.problem)
    return [
      of(
        check,
        title,
        'problem',
        `${figures}: each confirmation waits for several. DATA_DIR belongs on a local disk.`,
      ),
    ]
  if (facts.sync_ms > slowSyncMs.warning || facts.bytes_per_second < slowDiskBytes)
    return [
      of(check, title, 'warning', `${figures}. That is slow: DATA_DIR belongs on a local disk, best an SSD.`),
    ]
  return [of(check, title, 'ok', `${figures}.`)]
}

function mail({ mail: facts }: ServerFacts): Finding {
  const [check, title] = ['mail', 'Mail'] as const
  if (facts.problem !== null)
    return of(check, title, 'problem', `${capital(facts.destination)} does not take mail: ${facts.problem}`, {
      sealpost: facts.kind === 'smtp' ? ['SMTP_URL=smtps://user:password@mail.example.org'] : [],
    })
  if (facts.kind === 'folder')
    return of(
      check,
      title,
      'warning',
      `No mail is sent: SMTP_URL is not set, and mails are written to ${facts.destination}. Codes and notices reach nobody.`,
      {
        sealpost: [
          'SMTP_URL=smtps://user:password@mail.example.org',
          'MAIL_FROM=Sealpost <files@example.org>',
        ],
      },
    )
  return of(
    check,
    title,
    'ok',
    `${capital(facts.destination)} lets this server in; mails come from ${facts.from}. Whether they arrive shows: npm run admin -- test-mail ADDRESS`,
  )
}

function backup({ last_backup: last }: ServerFacts, time: string): Finding {
  const [check, title] = ['backup', 'Backup'] as const
  if (last === 'elsewhere')
    return of(
      check,
      title,
      'note',
      'Database and files are on other services: whether they are backed up cannot be seen from here.',
    )
  if (last === null)
    return of(
      check,
      title,
      'warning',
      'No backup is on record. A copy that was made in another way is not seen here.',
    )
  const days = Math.floor((Date.parse(time) - Date.parse(last)) / dayMs)
  const ago = days <= 0 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`
  return days > oldBackupDays
    ? of(check, title, 'warning', `The last backup was made ${ago}.`)
    : of(check, title, 'ok', `The last backup was made ${ago}.`)
}

function sweeping({ unswept }: ServerFacts): Finding {
  const [check, title] = ['sweeping', 'Sweeping'] as const
  return unswept === 0
    ? of(check, title, 'ok', 'What was deleted is gone from the store.')
    : of(
        check,
        title,
        'warning',
        `${unswept} deleted objects are still in the store after two hours. The log says why: 'sweep failed' or 'garbage'.`,
      )
}

function permissions({ open_names: names }: ServerFacts): Finding {
  const [check, title] = ['permissions', 'Data folder'] as const
  // What lies in a folder that is shut is shut.
  if (!names.includes('.')) return of(check, title, 'ok', 'Only the server’s user may look into it.')
  const open = names.filter((name) => name !== '.')
  if (open.length === 0)
    return of(
      check,
      title,
      'ok',
      'Others may see the names in it, and only the server’s user what they hold.',
    )
  return of(check, title, 'warning', `Other users of this machine may read in it: ${open.join(', ')}.`, {
    shell: ['chmod -R go= DATA_DIR'],
  })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const ms = (value: number) => `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`
const gib = (bytes: number) => `${Math.round((bytes * 10) / GiB) / 10} GiB`
