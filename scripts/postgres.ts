import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { commandOn, thisMachine } from './machine.ts'

/** A PostgreSQL of one's own, on the loopback address unless told. */
interface Postgres {
  /** Of its superuser and an empty database: postgres://… */
  url: string
  /** Ends it and removes what it wrote. */
  remove(): void
}

const debianFolder = '/usr/lib/postgresql'

/** True if Debian's package is installed; its programs are not on the PATH. */
export const hasPostgres = (): boolean => existsSync(debianFolder)

/**
 * Makes a cluster in `folder`, which must not exist and whose parents everybody may enter, and starts it. PostgreSQL
 * refuses to run as root: then it is the package's user who runs it.
 * @param isKept whether it must survive a power cut; where not, it is several times as fast
 */
export async function startPostgres(
  folder: string,
  isKept: boolean,
  machine = thisMachine,
): Promise<Postgres> {
  const [version] = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
  const program = (name: string) => join(debianFolder, version ?? '', 'bin', name)
  const isRoot = process.getuid?.() === 0
  const run = (name: string, args: string[]) => {
    const [command, rest] = isRoot
      ? commandOn(machine, 'runuser', ['-u', 'postgres', '--', program(name), ...args])
      : commandOn(machine, program(name), args)
    // Its messages are not read: what starts in the background would keep them open.
    const { status } = spawnSync(command, rest, { cwd: '/', stdio: 'ignore' })
    if (status !== 0) throw new Error(`${name} failed: see ${folder}/log.`)
  }
  mkdirSync(folder, { recursive: true })
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  chmodSync(passwordFile, 0o600)
  if (isRoot) spawnSync('chown', ['-R', 'postgres:', folder])
  const data = join(folder, 'data')
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  run('initdb', ['-D', data, '-U', 'sealpost', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...locale])
  // Whoever it listens to may come with the password.
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n')
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: machine.address,
    unix_socket_directories: folder,
    ...(!isKept && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', options.join(' '), '-w', 'start'])
  return {
    url: `postgres://sealpost:${password}@${machine.address}:${port}/postgres`,
    remove() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
