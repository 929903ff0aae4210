import { GiB, MiB } from '../../contract/limits.ts'
import { measureAlternately, samplesOf, type Side } from '../measure/rounds.ts'
import type { GrowthCurve, Sample } from '../results.ts'
import { bytesText, filesText } from '../sizes.ts'
import { summarize } from '../statistics.ts'
import { droppedFolder, openedDownload, sealedUpload } from './sides.ts'
import type { Scenario } from './scenario.ts'

/** What a byte or a file costs, by how many there are. Ratios are to the cost at these. */
const usualBytes = 256 * MiB
const usualFiles = 1000

export const growthBytes: Scenario = {
  name: 'growth-bytes',
  what: 'cost of a byte from 64 MiB on, up and down; the ratio is that of the largest size to 256 MiB',
  run: async (setup, { growthBytes: sizes, rounds }) => {
    const up = sizes.map((bytes) => sealedUpload(setup, bytes))
    const down = sizes.map((bytes) => openedDownload(setup, bytes))
    const samples = await measureAlternately(setup.watched, [...up, ...down], rounds)
    const at = sizes.at(-1) ?? 0
    const cost = ({ seconds, bytes }: Sample) => seconds / (bytes / GiB)
    const values = (sides: Side[]) =>
      ratiosTo(
        samples,
        sides.find((side) => side.bytes === usualBytes),
        sides.at(-1),
        cost,
      )
    return {
      size: `${bytesText(sizes[0] ?? 0)} to ${bytesText(at)}`,
      samples,
      curves: [curve('upload', 'bytes', samples, up, cost), curve('download', 'bytes', samples, down, cost)],
      measured: [
        { id: 'growth-bytes', values: values(up), at },
        { id: 'growth-bytes-down', values: values(down), at },
      ],
    }
  },
}

export const growthFiles: Scenario = {
  name: 'growth-files',
  what: 'cost of a small file from 100 files on, dropped to stored; the ratio is that of the most to 1 000',
  run: async (setup, { growthFiles: counts, rounds }) => {
    const sides = counts.map((files) => droppedFolder(setup, files))
    const samples = await measureAlternately(setup.watched, sides, rounds)
    const at = counts.at(-1) ?? 0
    const cost = ({ seconds, files }: Sample) => (seconds * 1000) / files
    const usual = sides.find((side) => side.files === usualFiles)
    return {
      size: `${counts[0] ?? 0} to ${filesText(at)}`,
      samples,
      curves: [curve('upload', 'files', samples, sides, cost)],
      measured: [{ id: 'growth-files', values: ratiosTo(samples, usual, sides.at(-1), cost), at }],
    }
  },
}

type Cost = (sample: Sample) => number

function ratiosTo(
  samples: Sample[],
  usual: Side | undefined,
  largest: Side | undefined,
  cost: Cost,
): number[] {
  // With no size beyond the usual one there is nothing to compare.
  if (!usual || !largest || usual === largest) return []
  const base = samplesOf(samples, usual).map(cost)
  return samplesOf(samples, largest).map((sample, round) => cost(sample) / (base[round] ?? NaN))
}

function curve(
  name: string,
  counting: GrowthCurve['of'],
  samples: Sample[],
  sides: Side[],
  cost: Cost,
): GrowthCurve {
  const points = sides.map((side) => {
    const { median, low, high } = summarize(samplesOf(samples, side).map(cost))
    return { x: side[counting], y: median, low, high }
  })
  return { name, of: counting, points }
}
