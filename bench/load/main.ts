/**
 * Many clients at once, without a browser: `npm run load`. See ../README.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { RandomCiphertext } from '../../e2e/protocol/randomCiphertext.ts'
import { describeMachine } from '../describeMachine.ts'
import { cache } from '../setup/sampleFiles.ts'
import {
  defaultQuotas,
  limitMachines,
  type LoadMachine,
  machineNamed,
  machinesFromEnvironment,
  runOnMachines,
} from './machines.ts'
import { HealthProbe, type LoadSample, measureLoad } from './measureLoad.ts'
import { type LoadOptions, readLoadOptions, usage } from './options.ts'
import { errorLines, legend, loadTable } from './loadTable.ts'
import { openStands } from './stands.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Lets servers run without quotas first: with part of a core, Node would compile its code for most of a measurement. */
const warmUpSeconds = 12

async function main(options: LoadOptions, machines: readonly LoadMachine[]): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const tools = { agent, ciphertext: new RandomCiphertext(), options, machines }
  say('Starting the servers and what they need.')
  const { stands, close } = await openStands(tools)
  const probe = new HealthProbe(machineNamed(machines, 'probe'))
  const samples: LoadSample[] = []
  try {
    if (machines.length > 0) {
      say('Warming the servers up, then limiting the machines.')
      const brief = { ...tools, options: { ...options, seconds: warmUpSeconds } }
      for (const load of options.loads)
        for (const stand of stands) await measureLoad(brief, probe, stand, { load, round: 0 })
      limitMachines(machines)
    }
    for (const load of options.loads) {
      for (let round = 0; round < options.rounds; round++) {
        // Whatever else the machine does meets them alike.
        for (const stand of round % 2 === 0 ? stands : stands.toReversed()) {
          say(`${load}, ${stand.name}, round ${round + 1} of ${options.rounds}`)
          samples.push(await measureLoad(tools, probe, stand, { load, round }))
        }
      }
    }
  } finally {
    probe.close()
    agent.destroy()
    await close()
  }
  saveSamples(samples, options)
}

function saveSamples(samples: readonly LoadSample[], options: LoadOptions): void {
  const folder = join(cache, 'load')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`)
  const lines = [{ machine: describeMachine(), options }, ...samples].map((one) => `${JSON.stringify(one)}\n`)
  writeFileSync(file, lines.join(''))
  for (const load of options.loads)
    console.log(
      `\n${loadTable(
        load,
        samples.filter((one) => one.load === load),
      )}`,
    )
  console.log(`\n${[legend, errorLines(samples)].filter((text) => text !== '').join('\n\n')}`)
  say(`All that was measured: ${file}`)
}

function readOptionsOrExit(): LoadOptions | null {
  try {
    return readLoadOptions(process.argv.slice(2))
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

/** @returns exit code of the same command on machines, or 1 where something is missing */
async function mainOnMachines({ stands, machines }: LoadOptions): Promise<number> {
  try {
    const most = Math.max(...stands.map(({ servers }) => servers))
    return await runOnMachines(machines ?? defaultQuotas, most)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }
}

const options = readOptionsOrExit()
const machines = machinesFromEnvironment()
if (options === null) console.log(usage)
else if (options.machines !== null && !machines) process.exit(await mainOnMachines(options))
else await main(options, machines ?? [])
