import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RequestKind } from '../../e2e/protocol/wire.ts'
import { commandOn, type Machine } from '../../scripts/machine.ts'
import type { ProbeReport } from './healthProbe.ts'
import { runLoad, type LoadContext } from './runLoad.ts'
import { measureMachines, type MachineUse } from './machines.ts'
import type { LoadName } from './options.ts'
import { measureProcessor, type ProcessorUse } from './measureProcessor.ts'
import type { Stand } from './stands.ts'

/** One load on one stand, once. */
export interface LoadSample {
  load: LoadName
  stand: string
  round: number
  seconds: number
  files: number
  bytesIn: number
  bytesOut: number
  /** Milliseconds, by kind of request. */
  times: Partial<Record<RequestKind, number[]>>
  errors: Record<string, number>
  health: ProbeReport
  processor: ProcessorUse
  /** Usage by machine; empty where everything runs on this one. */
  machines: MachineUse[]
}

type Tools = Pick<LoadContext, 'agent' | 'ciphertext' | 'options'>

export async function measureLoad(
  tools: Tools,
  probe: HealthProbe,
  { name, servers, machines, api, stored }: Stand,
  { load, round }: { load: LoadName; round: number },
): Promise<LoadSample> {
  const folders = await Promise.all(
    Array.from({ length: tools.options.folders }, () =>
      api.createFolder({ title: `Load ${load} ${round}`, perform_mime_check: false }),
    ),
  )
  const origins = servers.map(({ origin }) => origin)
  await waitUntilIdle(machines)
  probe.begin(origins)
  const usedSince = measureProcessor(servers.map(({ pid }) => pid))
  const machinesSince = measureMachines(machines)
  const began = performance.now()
  const record = await runLoad(load, {
    ...{ ...tools, ...stored, origins },
    folders: folders.map(({ link_token }) => link_token),
  })
  const seconds = (performance.now() - began) / 1000
  const processor = usedSince()
  const usedOfMachines = machinesSince()
  const health = await probe.end()
  for (const { id } of folders) await api.json('DELETE', `/folders/${id}?now=1`)
  const { files, bytesIn, bytesOut, times, errors } = record
  return {
    ...{ load, stand: name, round, seconds, files, bytesIn, bytesOut },
    ...{ times: Object.fromEntries(times), errors: Object.fromEntries(errors) },
    ...{ health, processor, machines: usedOfMachines },
  }
}

const pollIntervalMs = 250
const idleBelow = 0.1
const maxPolls = 40

/**
 * What was sent before is deleted in the background. Waits for ten seconds at most until the machines rest; where there
 * are none, until this one does.
 */
async function waitUntilIdle(machines: Stand['machines']): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const usedSince = measureProcessor([])
    const machinesSince = measureMachines(machines)
    await sleep(pollIntervalMs)
    const { busy } = usedSince()
    const ofMachines = machinesSince().map(({ used }) => used)
    if ((ofMachines.length > 0 ? Math.max(...ofMachines) : busy) < idleBelow) return
  }
}

/** The other process that asks for /healthz. */
export class HealthProbe {
  readonly #child: ChildProcess

  constructor(machine: Machine) {
    const script = fileURLToPath(new URL('healthProbe.ts', import.meta.url))
    const [execPath, execArgv] = commandOn(machine, process.execPath, process.execArgv)
    this.#child = fork(script, { execPath, execArgv })
  }

  begin(origins: readonly string[]): void {
    this.#child.send(origins)
  }

  async end(): Promise<ProbeReport> {
    const reported = once(this.#child, 'message')
    this.#child.send([])
    const [report] = (await reported) as [ProbeReport]
    return report
  }

  close(): void {
    this.#child.disconnect()
  }
}
