import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { secondsOfProcess } from '../measure/cpuMeter.ts'

/** Seconds of processor time, but for `busy`. */
export interface ProcessorUse {
  servers: number
  /** The clients: this process. */
  clients: number
  /** All else on the machine: database and object store, where there are some, and whatever it does besides. */
  rest: number
  /** Part of the cores' time that was used, from 0 to 1. */
  busy: number
}

/** @param servers process ids @returns what ends it and says what was used meanwhile */
export function measureProcessor(servers: readonly number[]): () => ProcessorUse {
  const before = usedSoFar(servers)
  return () => {
    const after = usedSoFar(servers)
    const ofServers = after.servers - before.servers
    const ofClients = after.clients - before.clients
    const ofMachine = after.machine - before.machine
    return {
      servers: ofServers,
      clients: ofClients,
      rest: Math.max(0, ofMachine - ofServers - ofClients),
      busy: ofMachine / (cpus().length * (after.at - before.at)),
    }
  }
}

function usedSoFar(servers: readonly number[]) {
  const { user, system } = process.cpuUsage()
  return {
    at: performance.now() / 1000,
    servers: servers.reduce((sum, pid) => sum + secondsOfProcess(pid), 0),
    clients: (user + system) / 1e6,
    machine: secondsOfMachine(),
  }
}

/** Busy time of all cores since the machine started: user, nice, system, irq and softirq of proc_stat(5). */
function secondsOfMachine(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const ticks = first.trim().split(/\s+/).slice(1).map(Number)
  return [0, 1, 2, 5, 6].reduce((sum, at) => sum + (ticks[at] ?? NaN), 0) / 100
}
