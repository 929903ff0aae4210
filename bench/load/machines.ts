import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOn, thisMachine, type Machine } from '../../scripts/machine.ts'
import { median } from '../statistics.ts'

/**
 * [Note: Machines of a load]
 * A machine is a network namespace and a control group that limits its processor time. Its only cable leads to a bridge,
 * which has a namespace of its own: the host's addresses and firewall take no part. `npm run load` makes the machines,
 * runs itself again on that of the clients, and removes them when that process has ended, however it did.
 */

/** Quotas of processor time of each kind of machine, in cores. */
export interface Quotas {
  server: number
  database: number
  store: number
  clients: number
}
export const defaultQuotas: Quotas = { server: 0.2, database: 0.3, store: 0.6, clients: 0.5 }

/** A machine that was made for a load. */
export interface LoadMachine extends Machine {
  /** Its name in tables, such as 'server 1'. */
  name: string
  /** Its quota of processor time, in cores. */
  cores: number
  namespace: string
  /** Folders of its control group. Version 1 has one for each controller, that of quotas first. */
  cgroups: readonly string[]
}

/** Processor time and periods of a machine since it was made. */
export interface MachineCount {
  seconds: number
  /** Periods in which it ran, and those in which it waited because its quota was used up. */
  periods: number
  throttled: number
}

/** Processor time and periods of a machine during one measurement. */
export interface MachineUse extends MachineCount {
  name: string
  /** The part of its quota that it used, from 0 to 1. */
  used: number
}

/** The kernel's version of control groups: 1 has a folder for each controller. */
export type CgroupVersion = 1 | 2

const cgroupRoots: Record<CgroupVersion, readonly string[]> = {
  1: ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpuacct'],
  2: ['/sys/fs/cgroup'],
}

/** A period is short, so that a machine never rests for long; the kernel's least quota is 1 ms. */
const periodUs = 20_000
/** Machines weigh as much more than other processes as with `nice -n -15`: the quota is to bind, not other load. */
const weightFactor = 28
/** Time for the processes of database and store to end, in milliseconds. */
const removalMs = 10_000

/** Quota of the probe of /healthz, more than it ever needs: it measures the servers' delay, not its own. */
const probeCores = 1

/** @returns what a load with machines lacks, in a sentence; null where nothing is */
export function missingForMachines(has: {
  root: boolean
  ip: boolean
  groups: CgroupVersion | null
}): string | null {
  if (!has.root) return '--machines needs root.'
  if (!has.ip) return "--machines needs the program 'ip': install Debian's package iproute2."
  if (has.groups === null)
    return '--machines needs control groups with the controller cpu, below /sys/fs/cgroup.'
  return null
}

/** Names, addresses and quotas of a run's machines. @param id sets this run's names apart */
export function planMachines(
  id: string,
  version: CgroupVersion,
  quotas: Quotas,
  servers: number,
): LoadMachine[] {
  const all: [string, number][] = [
    ['clients', quotas.clients],
    ['database', quotas.database],
    ['store', quotas.store],
    ...Array.from({ length: servers }, (_, n): [string, number] => [`server ${n + 1}`, quotas.server]),
    ['probe', probeCores],
  ]
  return all.map(([name, cores], n) => {
    const short = name.replace(' ', '-')
    const namespace = `sealpost-${id}-${short}`
    const cgroups = cgroupRoots[version].map((root) => join(root, `sealpost-${id}`, short))
    const joining = 'for group in $0; do echo $$ >"$group/cgroup.procs" || exit; done; exec "$@"'
    const commandPrefix = ['sh', '-c', joining, cgroups.join(' '), 'nsenter', `--net=/run/netns/${namespace}`]
    return { name, cores, namespace, cgroups, commandPrefix, address: `10.213.0.${n + 1}` }
  })
}

const switchName = (id: string) => `sealpost-${id}-switch`

/** Arguments of `ip` that make the machines' network. */
export function networkCommands(id: string, machines: readonly LoadMachine[]): string[][] {
  const hub = switchName(id)
  const cables = machines.flatMap(({ namespace, address }, n) => [
    ['netns', 'add', namespace],
    ['-n', hub, 'link', 'add', `port${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace],
    ['-n', hub, 'link', 'set', `port${n}`, 'master', 'bridge', 'up'],
    ['-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0'],
    ['-n', namespace, 'link', 'set', 'eth0', 'up'],
    ['-n', namespace, 'link', 'set', 'lo', 'up'],
  ])
  const bridge = [
    ['netns', 'add', hub],
    ['-n', hub, 'link', 'add', 'bridge', 'type', 'bridge'],
    ['-n', hub, 'link', 'set', 'bridge', 'up'],
  ]
  return [...bridge, ...cables]
}

/** Files of a control group and what to write there. */
export function quotaFiles(
  version: CgroupVersion,
  { cgroups: [cgroup = ''], cores }: LoadMachine,
): [string, string][] {
  const quotaUs = Math.round(cores * periodUs)
  if (version === 2) return [[join(cgroup, 'cpu.max'), `${quotaUs} ${periodUs}`]]
  return [
    [join(cgroup, 'cpu.cfs_period_us'), String(periodUs)],
    [join(cgroup, 'cpu.cfs_quota_us'), String(quotaUs)],
  ]
}

/** @param stat content of cpu.stat @param usage of cpuacct.usage, which only version 1 has */
export function parseCount(stat: string, usage: string | null): MachineCount {
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? NaN)
  return {
    seconds: usage === null ? value('usage_usec') / 1e6 : Number(usage) / 1e9,
    periods: value('nr_periods'),
    throttled: value('nr_throttled'),
  }
}

/** Usage of a machine between two counts, `seconds` apart. */
export function useBetween(
  { name, cores }: Pick<LoadMachine, 'name' | 'cores'>,
  before: MachineCount,
  after: MachineCount,
  seconds: number,
): MachineUse {
  const used = after.seconds - before.seconds
  return {
    ...{ name, seconds: used, used: used / (cores * seconds) },
    ...{ periods: after.periods - before.periods, throttled: after.throttled - before.throttled },
  }
}

/** From this part of its quota on, a machine is taken for what binds: it waits in most of its periods. */
export const nearQuota = 0.85

/** Names of the machines whose median use is near their quota, the nearest first. @param uses of one stand, all rounds */
export function machinesNearQuota(uses: readonly MachineUse[]): string[] {
  const names = [...new Set(uses.map(({ name }) => name))]
  return names
    .map((name) => ({ name, used: median(uses.filter((use) => use.name === name).map(({ used }) => used)) }))
    .filter(({ used }) => used >= nearQuota)
    .sort((a, b) => b.used - a.used)
    .map(({ name }) => name)
}

/** @returns what ends the measurement of these machines and says what they used meanwhile */
export function measureMachines(machines: readonly LoadMachine[]): () => MachineUse[] {
  const began = performance.now()
  const before = machines.map(readCount)
  return () => {
    const seconds = (performance.now() - began) / 1000
    return machines.map((machine, n) => {
      const after = readCount(machine)
      return useBetween(machine, before[n] ?? after, after, seconds)
    })
  }
}

function readCount({ cgroups: [cgroup = '', accounting] }: LoadMachine): MachineCount {
  const stat = readFileSync(join(cgroup, 'cpu.stat'), 'utf8')
  return parseCount(
    stat,
    accounting === undefined ? null : readFileSync(join(accounting, 'cpuacct.usage'), 'utf8'),
  )
}

/** From now on each has its quota; what starts before has all of the processor. */
export function limitMachines(machines: readonly LoadMachine[]): void {
  for (const machine of machines) {
    const version = machine.cgroups.length === 2 ? 1 : 2
    for (const [file, text] of quotaFiles(version, machine)) writeFileSync(file, text)
  }
}

/** The machine of that name; the one that this runs on where none were made. */
export const machineNamed = (machines: readonly LoadMachine[], name: string): Machine =>
  machines.find((machine) => machine.name === name) ?? thisMachine

const machinesVariable = 'LOAD_MACHINES'

/** Those that this process was started on; undefined where it was not. */
export function machinesFromEnvironment(): LoadMachine[] | undefined {
  const text = process.env[machinesVariable]
  return text === undefined ? undefined : (JSON.parse(text) as LoadMachine[])
}

/**
 * Makes machines, runs this command again on that of the clients, and removes the machines.
 * @returns its exit code @throws Error that says in a sentence what is missing
 */
export async function runOnMachines(quotas: Quotas, servers: number): Promise<number> {
  const version = cgroupVersion()
  const root = process.getuid?.() === 0
  const missing = missingForMachines({ root, ip: spawnSync('ip', ['-V']).status === 0, groups: version })
  if (missing !== null || version === null) throw new Error(missing ?? '')
  const id = randomBytes(3).toString('hex')
  const machines = planMachines(id, version, quotas, servers)
  const folder = mkdtempSync(join(tmpdir(), `sealpost-${id}-`))
  // PostgreSQL's own user has to come in.
  chmodSync(folder, 0o755)
  let child: ChildProcess | undefined
  // Its end removes all else.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child?.kill('SIGKILL'))
  try {
    makeCgroups(version, id, machines)
    for (const args of networkCommands(id, machines)) runIp(args)
    const env = { ...process.env, TMPDIR: folder, [machinesVariable]: JSON.stringify(machines) }
    const [program, args] = commandOn(
      machineNamed(machines, 'clients'),
      process.execPath,
      process.argv.slice(1),
    )
    const clients = (child = spawn(program, args, { stdio: 'inherit', env }))
    return await new Promise<number>((resolve, reject) => {
      clients.once('error', reject)
      clients.once('exit', (code) => {
        resolve(code ?? 1)
      })
    })
  } finally {
    await removeMachines(version, id, machines)
    rmSync(folder, { recursive: true, force: true })
  }
}

function cgroupVersion(): CgroupVersion | null {
  const controllers = '/sys/fs/cgroup/cgroup.controllers'
  if (existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s/).includes('cpu')) return 2
  return cgroupRoots[1].every((root) => existsSync(join(root, 'cgroup.procs'))) ? 1 : null
}

/** @throws Error where the folder of control groups cannot be written */
function makeCgroups(version: CgroupVersion, id: string, machines: readonly LoadMachine[]): void {
  try {
    for (const root of cgroupRoots[version]) mkdirSync(join(root, `sealpost-${id}`), { recursive: true })
    const [root = ''] = cgroupRoots[version]
    const parent = join(root, `sealpost-${id}`)
    if (version === 2) {
      for (const folder of [root, parent]) writeFileSync(join(folder, 'cgroup.subtree_control'), '+cpu')
      writeFileSync(join(parent, 'cpu.weight'), String(100 * weightFactor))
    } else writeFileSync(join(parent, 'cpu.shares'), String(1024 * weightFactor))
    for (const folder of machines.flatMap(({ cgroups }) => cgroups)) mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Error('--machines needs control groups that can be written, below /sys/fs/cgroup.', {
      cause: error,
    })
  }
}

function runIp(args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `--machines needs network namespaces, which this machine refuses: ip ${args.join(' ')}: ${stderr.trim()}`,
    )
}

/** Ends what still runs on them; what was never made is passed over. */
async function removeMachines(
  version: CgroupVersion,
  id: string,
  machines: readonly LoadMachine[],
): Promise<void> {
  const parents = cgroupRoots[version].map((root) => join(root, `sealpost-${id}`))
  for (const folder of [...machines.flatMap(({ cgroups }) => cgroups), ...parents]) await removeCgroup(folder)
  const namespaces = [switchName(id), ...machines.map(({ namespace }) => namespace)]
  for (const name of namespaces) spawnSync('ip', ['netns', 'delete', name])
}

async function removeCgroup(folder: string): Promise<void> {
  const end = Date.now() + removalMs
  while (existsSync(folder)) {
    try {
      for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
      rmdirSync(folder)
    } catch (error) {
      if (Date.now() > end) throw error
      await delay(50)
    }
  }
}

const processesOf = (folder: string) =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)
