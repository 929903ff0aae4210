import { GiB } from '../../contract/limits.ts'
import { requestKinds } from '../../e2e/protocol/wire.ts'
import { alignColumns } from '../report/textReport.ts'
import { median, quantile, roundToThreeDigits } from '../statistics.ts'
import { type MachineUse, machinesNearQuota } from './machines.ts'
import type { LoadSample } from './measureLoad.ts'

/** What one load has shown on all stands, for a terminal. Rates are medians of the rounds; times are of all requests. */
export function loadTable(load: string, samples: readonly LoadSample[]): string {
  const stands = [...new Set(samples.map(({ stand }) => stand))]
  const rows = stands.map((stand) => standRow(stand, samplesOf(samples, stand)))
  const head = [
    '',
    'files/s',
    'MB/s in',
    'MB/s out',
    'errors',
    'healthz p99',
    'CPU of servers',
    'CPU of the rest',
    'busy',
    'clients',
  ]
  return `${load}\n${alignColumns([head, ...rows])}\n\n${requestTable(stands, samples)}${machineTable(stands, samples)}`
}

const samplesOf = (samples: readonly LoadSample[], stand: string) =>
  samples.filter((one) => one.stand === stand)

function standRow(stand: string, samples: readonly LoadSample[]): string[] {
  const middle = (value: (sample: LoadSample) => number) => median(samples.map(value))
  const sum = (value: (sample: LoadSample) => number) => samples.reduce((all, one) => all + value(one), 0)
  const unit = costUnit(samples)
  const cost = (value: (sample: LoadSample) => number) =>
    `${roundedText(sum(value) / sum(unit.count))} ${unit.name}`
  const health = samples.flatMap((one) => one.health.milliseconds)
  const unwell = sum((one) => one.health.failures)
  return [
    `  ${stand}`,
    roundedText(middle(({ files, seconds }) => files / seconds)),
    roundedText(middle(({ bytesIn, seconds }) => bytesIn / 1e6 / seconds)),
    roundedText(middle(({ bytesOut, seconds }) => bytesOut / 1e6 / seconds)),
    String(sum(({ errors }) => Object.values(errors).reduce((all, one) => all + one, 0))),
    `${ms(quantile(health, 0.99))}${unwell > 0 ? `, ${unwell} failed` : ''}`,
    cost(({ processor }) => processor.servers),
    cost(({ processor }) => processor.rest),
    percent(middle(({ processor }) => processor.busy)),
    percent(middle(({ processor, seconds }) => processor.clients / seconds)),
  ]
}

/** What processor time is counted by: small files cost by their number, all else by its bytes. */
const costUnit = (samples: readonly LoadSample[]) =>
  samples.every(({ load }) => load === 'forms' || load === 'archives')
    ? { name: 'ms/file', count: ({ files }: LoadSample) => files / 1000 }
    : { name: 's/GiB', count: ({ bytesIn, bytesOut }: LoadSample) => (bytesIn + bytesOut) / GiB }

function requestTable(stands: readonly string[], samples: readonly LoadSample[]): string {
  const rows = requestKinds.flatMap((kind) => {
    const ofKind = stands.map((stand) => samplesOf(samples, stand).flatMap(({ times }) => times[kind] ?? []))
    if (ofKind.every((times) => times.length === 0)) return []
    const cells = ofKind.map(
      (times) => `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))} (${times.length})`,
    )
    return [[`  ${kind}`, ...cells]]
  })
  return alignColumns([['  p50 / p99 of (requests)', ...stands], ...rows])
}

/** Table of the part of its quota that each machine used, and of the periods in which it waited; '' without machines. */
function machineTable(stands: readonly string[], samples: readonly LoadSample[]): string {
  const names = [...new Set(samples.flatMap(({ machines }) => machines.map(({ name }) => name)))]
  if (names.length === 0) return ''
  const usesOf = (stand: string) => samplesOf(samples, stand).flatMap(({ machines }) => machines)
  const cell = (stand: string, name: string) => {
    const uses = usesOf(stand).filter((one) => one.name === name)
    if (uses.length === 0) return ''
    const sum = (value: (use: MachineUse) => number) => uses.reduce((all, one) => all + value(one), 0)
    const waited =
      sum(({ throttled }) => throttled) /
      Math.max(
        1,
        sum(({ periods }) => periods),
      )
    return `${percent(median(uses.map(({ used }) => used)))} (${percent(waited)})`
  }
  const rows = names.map((name) => [`  ${name}`, ...stands.map((stand) => cell(stand, name))])
  const near = stands.map((stand) => machinesNearQuota(usesOf(stand)))
  const head = ['  used of its quota (periods throttled)', ...stands]
  const binding = ['  what binds', ...near.map((machines) => machines.join(', ') || 'no quota')]
  const warnings = stands.flatMap((stand, n) => warningOf(stand, usesOf(stand), near[n] ?? []))
  return ['', alignColumns([head, ...rows, binding]), ...warnings].join('\n\n')
}

/** A rate is that of a stand's servers where they are near their quota, all of them, and nothing else is. */
function warningOf(stand: string, uses: readonly MachineUse[], near: readonly string[]): string[] {
  const isServer = (name: string) => name.startsWith('server ')
  const others = near.filter((name) => !isServer(name))
  const servers = new Set(uses.map(({ name }) => name).filter(isServer)).size
  const full = near.length - others.length
  const warning =
    others.length > 0
      ? `near its quota is also ${others.join(' and ')}. This rate is not that of the servers.`
      : near.length === 0
        ? 'no machine is near its quota. Use more clients, or smaller quotas.'
        : full < servers
          ? `${full} of ${servers} servers ${full === 1 ? 'is' : 'are'} near the quota: more clients would reach all of them.`
          : undefined
  return warning === undefined ? [] : [`  ${stand}: ${warning}`]
}

export const legend = `MB/s: of answered bodies, a MB being a million bytes. CPU of the rest: database and store, and whatever else the
machine did. busy: part of all cores' time. clients: of one core; near 100 % they are what was measured.`

/** What went wrong, a line for each kind of it; '' where nothing did. */
export const errorLines = (samples: readonly LoadSample[]): string =>
  samples
    .flatMap(({ load, stand, errors }) =>
      Object.entries(errors).map(([what, count]) => `${load}, ${stand}: ${count} × ${what}`),
    )
    .join('\n')

const roundedText = (value: number) => String(roundToThreeDigits(value))
const ms = (value: number) => (Number.isNaN(value) ? '–' : `${roundedText(value)} ms`)
const percent = (part: number) => `${Math.round(part * 100)} %`
