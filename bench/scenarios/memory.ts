import { setTimeout as sleep } from 'node:timers/promises'
import { MiB } from '../../contract/limits.ts'
import { type Side, measureMemory } from '../measure/rounds.ts'
import type { ScenarioOutcome, Sample } from '../results.ts'
import { bytesText, filesText, photoBytes } from '../sizes.ts'
import { largeFile } from '../setup/sampleFiles.ts'
import type { Setup } from '../setup/setup.ts'
import type { FigureId } from '../targets.ts'
import { type Scenario, timedOutside } from './scenario.ts'
import { droppedFolder, openedDownload, queuedFolder, savedArchive } from './sides.ts'

/**
 * [Note: Memory is watched apart]
 * Growth over idle, in PSS (shared pages count once), of all processes of the browser, and of the server. Idle is the
 * page as it waits for its first file. In runs of their own, once each: reading the memory maps of a browser takes time
 * from what goes on in it.
 */

/** What a page has loaded and thrown away again may still be there. */
const settleMs = 3000

export const memoryUpload: Scenario = {
  name: 'memory-upload',
  what: 'memory of browser and server during an upload of one file',
  run: (setup, { memoryFileBytes: bytes }) =>
    measureGrowth(setup, 'memory-upload', bytes, bytesText(bytes), {
      name: 'upload',
      bytes,
      files: 1,
      prepare: async () => {
        const { link, remove } = await setup.newFolder()
        const tab = await setup.browser.openUpload(link)
        const file = await largeFile(bytes)
        await tab.watchTasks()
        return {
          run: timedOutside(async () => {
            await tab.queue({ file })
            await tab.send(1)
          }),
          tasks: tab.tasks,
          end: async () => {
            await tab.close()
            await remove()
          },
        }
      },
    }),
}

export const memoryPhotos: Scenario = {
  name: 'memory-photos',
  what: 'memory of browser and server during an upload of a folder of files of 5 MiB',
  run: (setup, { photos: files }) =>
    measureGrowth(setup, 'memory-photos', files, filesText(files), droppedFolder(setup, files, photoBytes)),
}

export const memoryDownload: Scenario = {
  name: 'memory-download',
  what: 'memory of browser and server during a download of one file',
  run: (setup, { memoryFileBytes: bytes }) =>
    measureGrowth(setup, 'memory-download', bytes, bytesText(bytes), openedDownload(setup, bytes)),
}

export const memoryZip: Scenario = {
  name: 'memory-zip',
  what: 'memory of browser and server while large files are saved as one ZIP',
  run: async (setup, { memoryArchiveBytes: bytes }) => {
    // Two thirds and a third: with 6.5 GiB, one entry and the archive as a whole need ZIP64.
    const large = Math.round(bytes / 1.5 / MiB) * MiB
    const sizes = [large, bytes - large]
    const { url } = await setup.linkOfFiles(sizes)
    return measureGrowth(
      setup,
      'memory-zip',
      bytes,
      bytesText(bytes),
      savedArchive(() => setup.browser.openDownload(url), { bytes, files: sizes.length }),
    )
  },
}

export const memoryZipFiles: Scenario = {
  name: 'memory-zip-files',
  what: 'memory of browser and server while all files of a folder are opened and saved as one ZIP by its owner',
  browsers: ['chromium'],
  run: async (setup, { archivedFiles: files }) => {
    const { title, bytes, remove } = await setup.folderOfTinyFiles(files)
    const archive = savedArchive(() => setup.chromium.openFolder(title), { bytes, files })
    try {
      return await measureGrowth(setup, 'memory-zip-files', files, filesText(files), archive)
    } finally {
      await remove()
    }
  },
}

export const memoryQueue: Scenario = {
  name: 'memory-queue',
  what: 'memory of the browser from the drop of a folder until all its files stand in the queue',
  browsers: ['chromium'],
  run: (setup, { queuedFiles: files }) =>
    measureGrowth(setup, 'memory-queue', files, filesText(files), queuedFolder(setup, files)),
}

async function measureGrowth(
  setup: Setup,
  id: FigureId,
  at: number,
  size: string,
  side: Side,
): Promise<ScenarioOutcome> {
  const settled: Side = {
    ...side,
    prepare: async () => {
      const attempt = await side.prepare()
      await sleep(settleMs)
      return attempt
    },
  }
  const sample = await measureMemory(setup.watched, settled)
  return {
    size,
    samples: [sample],
    measured: [
      { id, values: [peak(sample, 'browserMB')], at },
      { id: 'memory-server', values: [peak(sample, 'serverMB')] },
    ],
  }
}

export const peak = ({ timeline }: Sample, of: 'browserMB' | 'serverMB'): number =>
  Math.max(0, ...(timeline?.[of] ?? []))
