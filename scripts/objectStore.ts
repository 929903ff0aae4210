import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOn, thisMachine, type Machine } from './machine.ts'

/** A real S3 store of one's own, on the loopback address unless told. */
export interface ObjectStore {
  /** As the server's settings, without S3_BUCKET; and the settings of Ceph, for its own commands. */
  env: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'CEPH_CONF', string>
  /** The name of a new bucket. */
  newBucket(): Promise<string>
  /** Keeps the store from answering, and lets it again. */
  pause(): void
  resume(): void
  /** Ends it and removes what it wrote. */
  remove(): Promise<void>
}

/** True if Debian's packages are installed. */
export const hasObjectStore = (): boolean =>
  ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph'].every((name) => existsSync(join('/usr/bin', name)))

const diskBytes = 20 * 1024 ** 3
const startTimeoutMs = 60_000

/**
 * Makes a Ceph in `folder`, which must not exist, of one monitor, one disk and the S3 gateway, and starts it.
 * @param isKept whether it writes to a disk; where not, all is in memory, of up to 8 GiB
 * @param minPartBytes of all but the last part; S3's own is 5 MiB
 */
export async function startObjectStore(
  folder: string,
  {
    isKept,
    minPartBytes = 5 * 1024 ** 2,
    machine = thisMachine,
  }: { isKept: boolean; minPartBytes?: number; machine?: Machine },
): Promise<ObjectStore> {
  for (const name of ['mon', 'osd', 'log', 'run', 'rgw']) mkdirSync(join(folder, name), { recursive: true })
  const [port, monPort, osdPort] = await freePorts()
  const conf = join(folder, 'ceph.conf')
  const keyring = join(folder, 'keyring')
  const fsid = randomUUID()
  writeFileSync(
    conf,
    cephConf({ folder, fsid, port, monPort, osdPort, isKept, minPartBytes, address: machine.address }),
  )

  const run = (name: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(...commandOn(machine, name, args), {
      encoding: 'utf8',
      timeout: startTimeoutMs,
    })
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
  }
  const ceph = (...args: string[]) =>
    spawnSync(...commandOn(machine, 'ceph', ['-c', conf, '--connect-timeout', '20', ...args]), {
      encoding: 'utf8',
      timeout: startTimeoutMs,
    })
  const running: ChildProcess[] = []
  const start = (name: string, ...args: string[]) => {
    const log = openSync(join(folder, 'log', `${name}.out`), 'a')
    const child = spawn(...commandOn(machine, name, ['-c', conf, ...args, '-f']), {
      stdio: ['ignore', log, log],
    })
    running.push(child)
    return child
  }
  const remove = async () => {
    // What it holds is of no use to anybody.
    for (const child of running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }

  const [accessKeyId, secretAccessKey] = [
    randomBytes(10).toString('hex').toUpperCase(),
    randomBytes(20).toString('hex'),
  ]
  try {
    run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    const addKey = (name: string, ...caps: string[]) =>
      run(
        'ceph-authtool',
        keyring,
        '--gen-key',
        '-n',
        name,
        ...caps.flatMap((cap) => ['--cap', ...cap.split('=')]),
      )
    addKey('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *')
    addKey('client.rgw.a', 'mon=allow rw', 'osd=allow rwx')
    addKey('osd.0', 'mon=allow profile osd', 'osd=allow *')
    const monmap = join(folder, 'monmap')
    run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monPort}/0]`, '--fsid', fsid, monmap)
    run('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring)
    start('ceph-mon', '-i', 'a')
    await waitUntil('the monitor', () => ceph('-s').status === 0)
    const disk = randomUUID()
    ceph('osd', 'new', disk, '0')
    ceph('osd', 'crush', 'add-bucket', 'local', 'host')
    ceph('osd', 'crush', 'move', 'local', 'root=default')
    mkdirSync(join(folder, 'osd', '0'))
    run('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', disk)
    start('ceph-osd', '-i', '0')
    await waitUntil('the disk', () => ceph('osd', 'stat').stdout.includes('1 up'))
    const user = ['--uid=sealpost', '--display-name=Sealpost', '--max-buckets=0']
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
    run('radosgw-admin', '-c', conf, '-n', 'client.rgw.a', 'user', 'create', ...user, ...keys)
    start('radosgw', '-n', 'client.rgw.a')
    const endpoint = `http://${machine.address}:${port}`
    await waitUntil('the gateway', () =>
      fetch(endpoint)
        .then((answer) => answer.ok)
        .catch(() => false),
    )
    const gateway = running.at(-1)
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    return {
      env: {
        S3_ENDPOINT: endpoint,
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY: accessKeyId,
        S3_SECRET_KEY: secretAccessKey,
        CEPH_CONF: conf,
      },
      async newBucket() {
        const Bucket = `bucket-${randomBytes(8).toString('hex')}`
        await client.send(new CreateBucketCommand({ Bucket }))
        return Bucket
      },
      pause: () => void gateway?.kill('SIGSTOP'),
      resume: () => void gateway?.kill('SIGCONT'),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function waitUntil(what: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + startTimeoutMs
  while (!(await isReached())) {
    if (Date.now() > end) throw new Error(`Ceph: ${what} does not start.`)
    await delay(100)
  }
}

interface CephOptions {
  folder: string
  /** Of the gateway; all else stays on the loopback address. */
  address: string
  fsid: string
  port: number
  monPort: number
  osdPort: number
  isKept: boolean
  minPartBytes: number
}

const cephConf = ({ folder, address, fsid, port, monPort, osdPort, isKept, minPartBytes }: CephOptions) => `
[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = v2:127.0.0.1:${monPort}/0
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = ${osdPort}
ms_bind_port_max = ${osdPort + 50}
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = false
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
pid_file =
log_file = ${folder}/log/$name.log
crash_dir = ${folder}/log
keyring = ${folder}/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
mon_data_avail_warn = 2
mon_cluster_log_file = ${folder}/log/cluster.log
[mon.a]
mon_data = ${folder}/mon/a
[osd.0]
osd_data = ${folder}/osd/0
osd_objectstore = ${isKept ? 'bluestore' : 'memstore'}
osd_memory_target = 1073741824
memstore_device_bytes = 8589934592
bluestore_block_size = ${diskBytes}
bluestore_block_db_create = false
bluestore_block_wal_create = false
osd_journal_size = 128
[client.rgw.a]
keyring = ${folder}/keyring
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=${address}:${port} tcp_nodelay=1
rgw_thread_pool_size = 64
rgw_enable_usage_log = false
rgw_enable_ops_log = false
rgw_dns_name = localhost
rgw_multipart_min_part_size = ${minPartBytes}
`

/** Free at this moment: of the gateway, the monitor, and the first of those for the disk. */
async function freePorts(): Promise<[number, number, number]> {
  const servers = Array.from({ length: 3 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  const [gateway = 0, monitor = 0, disk = 0] = ports
  return [gateway, monitor, Math.min(disk, 65_000)]
}
