import { measureSideBySide, type Side } from '../measure/rounds.ts'
import { bytesText } from '../sizes.ts'
import { largeFile } from '../setup/sampleFiles.ts'
import type { Setup } from '../setup/setup.ts'
import { cpuRatios, rates, type Scenario, speedRatios } from './scenario.ts'

/** Something that the sealing page does with files, timed by the page itself. */
const sealingPageSide = (
  setup: Setup,
  side: { name: string; call: string; bytes: number; files: number },
): Side => ({
  ...side,
  bytes: side.bytes * side.files,
  prepare: async () => {
    const tab = await setup.browser.openPage(setup.page('sealing'))
    const file = await largeFile(side.bytes)
    await tab.choose(Array.from({ length: side.files }, () => file))
    return { run: () => tab.evaluate<number>(`sealing.${side.call}()`), end: tab.close }
  },
})

const oneWorker = (setup: Setup, bytes: number): Side =>
  sealingPageSide(setup, { name: 'one worker', call: 'withOneWorker', bytes, files: 1 })

export const seal: Scenario = {
  name: 'seal',
  what: 'hash and seal alone, as a worker of the product does, beside SHA-256 in WebAssembly alone',
  run: async (setup, { sealBytes, rounds }) => {
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      oneWorker(setup, sealBytes),
      sealingPageSide(setup, { name: 'SHA-256 alone', call: 'hashAlone', bytes: sealBytes, files: 1 }),
      rounds,
    )
    return {
      size: bytesText(sealBytes),
      samples,
      measured: [
        { id: 'seal', values: speedRatios(product, reference) },
        { id: 'seal-cpu', values: cpuRatios(product, reference) },
        { id: 'seal-rate', values: rates(product) },
      ],
    }
  },
}

const poolFiles = 8

export const sealPool: Scenario = {
  name: 'seal-pool',
  what: "hash and seal of 8 files in the product's pool, beside one worker's figure × cores",
  run: async (setup, { poolFileBytes, rounds }) => {
    const { samples, product, reference } = await measureSideBySide(
      setup.watched,
      sealingPageSide(setup, { name: 'pool', call: 'withPool', bytes: poolFileBytes, files: poolFiles }),
      oneWorker(setup, poolFileBytes),
      rounds,
    )
    const tab = await setup.browser.openPage(setup.page('sealing'))
    const cores = await tab.evaluate<number>('sealing.cores()')
    await tab.close()
    const alone = rates(reference)
    return {
      size: `${poolFiles} × ${bytesText(poolFileBytes)}, ${cores} cores`,
      samples,
      measured: [
        {
          id: 'seal-pool',
          values: rates(product).map((rate, round) => rate / ((alone[round] ?? NaN) * cores)),
        },
        { id: 'seal-pool-rate', values: rates(product) },
      ],
    }
  },
}
