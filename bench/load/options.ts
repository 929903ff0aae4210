import { parseArgs } from 'node:util'
import { KiB, MiB } from '../../contract/limits.ts'
import { defaultQuotas, type Quotas } from './machines.ts'

/** What clients do all the time of a measurement. */
export const loadNames = ['forms', 'parts', 'ranges', 'archives', 'mixed'] as const
export type LoadName = (typeof loadNames)[number]

/** One server on SQLite and disk, or so many on PostgreSQL and S3. */
export interface StandSpec {
  name: string
  kind: 'embedded' | 'scaled'
  servers: number
}

export interface LoadOptions {
  stands: StandSpec[]
  loads: LoadName[]
  seconds: number
  rounds: number
  clients: number
  /** That clients send to in turn. */
  folders: number
  /** Of the files that go up in forms, and how many share one. */
  smallBytes: number
  filesPerForm: number
  /** Of the files that go up in parts and come down in ranges. */
  largeBytes: number
  /** Share of a core that each machine may use; null where everything runs on this one. */
  machines: Quotas | null
}

export const usage = `npm run load -- [options]

  --on=STAND,...     embedded: one server on SQLite and disk; scaled-N: N servers on PostgreSQL and S3
                     (embedded,scaled-1,scaled-2)
  --only=LOAD,...    forms: small files in; parts: large files in; ranges: large files out; archives: small
                     files out; mixed: all at once (all five)
  --seconds=N        of each measurement (3)
  --rounds=N         so often each is taken, every other time in the opposite order (2)
  --clients=N        at the same time (12)
  --folders=N        that clients send to in turn (1)
  --small-kib=N      of a small file (8)
  --files=N          small files in a form (50)
  --large-mib=N      of a large file (32)
  --machines[=NAME=CORES,...]
                     each server, the database, the store and the clients get a network and part of a core of their
                     own: server=0.2,database=0.3,store=0.6,clients=0.5; needs root and Debian's package iproute2
  --help             this`

const optionSpecs = {
  on: { type: 'string', default: 'embedded,scaled-1,scaled-2' },
  only: { type: 'string', default: loadNames.join() },
  seconds: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '2' },
  clients: { type: 'string', default: '12' },
  folders: { type: 'string', default: '1' },
  machines: { type: 'string' },
  'small-kib': { type: 'string', default: '8' },
  files: { type: 'string', default: '50' },
  help: { type: 'boolean', default: false },
  'large-mib': { type: 'string', default: '32' },
} as const

/** @returns null where help is asked for @throws Error that says which option is wrong */
export function readLoadOptions(args: string[]): LoadOptions | null {
  // Alone it has no value, which parseArgs does not know.
  const complete = args.map((arg) => (arg === '--machines' ? '--machines=' : arg))
  const { values } = parseArgs({ args: complete, options: optionSpecs })
  if (values.help) return null
  const number = (name: Exclude<keyof typeof values, 'help' | 'machines'>) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`--${name} is a whole number, not '${values[name]}'.`)
    return value
  }
  return {
    stands: values.on.split(',').map(parseStand),
    loads: values.only.split(',').map(parseLoadName),
    seconds: number('seconds'),
    rounds: number('rounds'),
    clients: number('clients'),
    folders: number('folders'),
    smallBytes: number('small-kib') * KiB,
    filesPerForm: number('files'),
    largeBytes: number('large-mib') * MiB,
    machines: values.machines === undefined ? null : parseQuotas(values.machines),
  }
}

/** A machine with less is hardly ever run. */
const leastCores = 0.05

function parseQuotas(text: string): Quotas {
  const all = { ...defaultQuotas }
  for (const pair of text.split(',').filter(Boolean)) {
    const [name = '', cores = ''] = pair.split('=')
    if (!isMachine(name)) throw new Error(`--machines knows ${Object.keys(all).join(', ')}, not '${name}'.`)
    if (!(Number(cores) >= leastCores))
      throw new Error(`--machines: cores of ${name} are at least ${leastCores}, not '${cores}'.`)
    all[name] = Number(cores)
  }
  return all
}

const isMachine = (name: string): name is keyof Quotas => Object.hasOwn(defaultQuotas, name)

function parseStand(name: string): StandSpec {
  if (name === 'embedded') return { name, kind: 'embedded', servers: 1 }
  const [, servers] = /^scaled-([1-9])$/.exec(name) ?? []
  if (servers === undefined) throw new Error(`There is no stand '${name}'.`)
  return { name, kind: 'scaled', servers: Number(servers) }
}

function parseLoadName(text: string): LoadName {
  const name = loadNames.find((one) => one === text)
  if (name === undefined) throw new Error(`There is no load '${text}'.`)
  return name
}
