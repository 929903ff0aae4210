import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestsText } from '../measure/requestLog.ts'
import { measureSideBySide, type Side } from '../measure/rounds.ts'
import { bytesText, filesText, type Sizes, smallFileBytes } from '../sizes.ts'
import { cache } from '../setup/sampleFiles.ts'
import type { Line } from '../setup/line.ts'
import type { Setup } from '../setup/setup.ts'
import { filesASecond, rates, type Scenario } from './scenario.ts'
import {
  droppedFolder,
  openedDownload,
  plainDownload,
  plainForms,
  plainUpload,
  savedArchive,
  sealedUpload,
} from './sides.ts'

/** Transfers over a line (setup/line.ts), in shares of its rate. */

interface Compared {
  product: Side
  plain: Side
}

const oneFile = (
  name: 'line-upload' | 'line-large-upload' | 'line-download' | 'line-large-download',
  what: string,
  bytesOf: (sizes: Sizes) => number,
  sides: (setup: Setup, bytes: number) => Compared,
): Scenario => ({
  name,
  what,
  needsLine: true,
  run: async (setup, sizes) => {
    const bytes = bytesOf(sizes)
    const { samples, shares, plainShares } = await compare(setup, name, sizes, sides(setup, bytes))
    return {
      size: bytesText(bytes),
      samples,
      measured: [
        { id: name, values: shares, at: bytes },
        { id: `${name}-plain`, values: plainShares },
      ],
    }
  },
})

const smallFiles = (
  name: 'line-many-upload' | 'line-many-zip',
  what: string,
  sides: (setup: Setup, files: number) => Compared | Promise<Compared>,
): Scenario => ({
  name,
  what,
  needsLine: true,
  run: async (setup, sizes) => {
    const { lineFiles: files } = sizes
    const compared = await compare(setup, name, sizes, await sides(setup, files))
    return {
      size: filesText(files),
      samples: compared.samples,
      measured: [
        { id: name, values: filesASecond(compared.product), at: files },
        { id: `${name}-share`, values: compared.shares },
        { id: `${name}-plain`, values: compared.plainShares },
      ],
    }
  },
})

const upload = (setup: Setup, bytes: number) => ({
  product: sealedUpload(setup, bytes),
  plain: plainUpload(setup, bytes),
})

const download = (setup: Setup, bytes: number) => ({
  product: openedDownload(setup, bytes),
  plain: plainDownload(setup, bytes),
})

export const lineScenarios: Scenario[] = [
  oneFile('line-upload', 'one file up, beside an XHR PUT', (sizes) => sizes.lineFileBytes, upload),
  oneFile('line-large-upload', 'a large file up', (sizes) => sizes.lineLargeFileBytes, upload),
  oneFile('line-download', 'one file down', (sizes) => sizes.lineFileBytes, download),
  oneFile('line-large-download', 'a large file down', (sizes) => sizes.lineLargeFileBytes, download),
  smallFiles('line-many-upload', 'a folder of files of 8 KiB up, beside plain forms', (setup, files) => ({
    product: droppedFolder(setup, files),
    plain: plainForms(setup, files, smallFileBytes),
  })),
  smallFiles('line-many-zip', 'files of 8 KiB down in one ZIP', async (setup, files) => {
    const { url } = await setup.linkOfSmallFiles(files)
    const bytes = files * smallFileBytes
    return {
      product: savedArchive(() => setup.browser.openDownload(url), { bytes, files }),
      plain: plainDownload(setup, bytes, files),
    }
  }),
]

async function compare(setup: Setup, name: string, { rounds }: Sizes, { product, plain }: Compared) {
  if (!setup.lines) throw new Error('There is no line.')
  const { spec } = setup.lines.server
  const shares = (samples: Parameters<typeof rates>[0]) =>
    rates(samples).map((rate) => rate / spec.megabytesPerSecond)
  const recorded = withRequests(setup.lines.server, join(cache, 'requests', `${name}.txt`), product)
  const compared = await measureSideBySide(setup.watched, recorded, plain, rounds)
  return { ...compared, shares: shares(compared.product), plainShares: shares(compared.reference) }
}

/** Keeps the requests of the last round in a file. */
const withRequests = ({ requests }: Line, path: string, side: Side): Side => ({
  ...side,
  prepare: async () => {
    const attempt = await side.prepare()
    return {
      ...attempt,
      run: async () => {
        requests.restart()
        const seconds = await attempt.run()
        mkdirSync(join(path, '..'), { recursive: true })
        writeFileSync(path, requestsText(requests.requests))
        return seconds
      },
    }
  },
})
