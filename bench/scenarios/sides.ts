import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256OfFile } from '../../e2e/sampleFiles.ts'
import type { Side } from '../measure/rounds.ts'
import { smallFileBytes } from '../sizes.ts'
import type { DownloadTab, SavedFile, UploadTab } from '../setup/browser.ts'
import { folderOfFiles, largeFile, nameInFolder } from '../setup/sampleFiles.ts'
import type { Setup } from '../setup/setup.ts'
import { timedOutside } from './scenario.ts'

/** Uploads and downloads that several scenarios measure: those of the product, and the plain ones beside them. */

/** One file, from the click on 'Upload' until the page says that it is stored. */
export const sealedUpload = (setup: Setup, bytes: number): Side => ({
  name: 'sealed upload',
  bytes,
  files: 1,
  prepare: async () => {
    const { link, remove } = await setup.newFolder()
    const tab = await setup.browser.openUpload(link)
    await tab.queue({ file: await largeFile(bytes) })
    await tab.watchTasks()
    return {
      run: timedOutside(() => tab.send(1)),
      tasks: tab.tasks,
      end: async () => {
        await tab.close()
        await remove()
      },
    }
  },
})

/** The same file in one XMLHttpRequest. */
export const plainUpload = (setup: Setup, bytes: number): Side => ({
  name: 'plain XHR PUT',
  bytes,
  files: 1,
  prepare: async () => {
    const tab = await setup.browser.openPage(setup.page('plain'))
    await tab.choose([await largeFile(bytes)])
    return { run: timedOutside(() => tab.evaluate('plain.putOne()')), end: tab.close }
  },
})

/** One file through the recipient's page, from the click until it lies on the disk; its hash is compared. */
export const openedDownload = (setup: Setup, bytes: number): Side => ({
  name: 'opened download',
  bytes,
  files: 1,
  prepare: async () => {
    const { url } = await setup.linkOfFile(bytes)
    const tab = await setup.browser.openDownload(url)
    await tab.watchTasks()
    const original = await largeFile(bytes)
    let file: SavedFile | undefined
    return {
      run: timedOutside(async () => (file = await tab.save(basename(original), bytes))),
      tasks: tab.tasks,
      end: async () => {
        await tab.close()
        if (file && (await sha256OfFile(file.path)) !== (await sha256OfFile(original)))
          throw new Error('The saved file is another one.')
        await file?.remove()
      },
    }
  },
})

/** A plain file of that size, saved by the browser alone; it stands for so many. */
export const plainDownload = (setup: Setup, bytes: number, files = 1): Side => ({
  name: "browser's own download",
  bytes,
  files,
  prepare: async () => {
    const tab = await setup.browser.openPage(setup.page('plain'))
    await tab.evaluate(`plain.linkTo('/${basename(await largeFile(bytes))}')`)
    let file: SavedFile | undefined
    return {
      run: timedOutside(async () => (file = await tab.save(bytes))),
      end: async () => {
        await tab.close()
        await file?.remove()
      },
    }
  },
})

/** A folder of files, dropped on the page; from the drop until all are stored. */
export const droppedFolder = (setup: Setup, files: number, fileBytes = smallFileBytes): Side =>
  folderOnThePage(setup, { files, fileBytes }, 'sealed upload', (tab) => tab.send(files))

/** The same folder, from the drop until all stand in the queue and the page is at rest. */
export const queuedFolder = (setup: Setup, files: number): Side =>
  folderOnThePage(setup, { files, fileBytes: smallFileBytes }, 'files in the queue', () => sleep(2000))

const folderOnThePage = (
  setup: Setup,
  { files, fileBytes }: { files: number; fileBytes: number },
  name: string,
  afterDrop: (tab: UploadTab) => Promise<unknown>,
): Side => ({
  name,
  bytes: files * fileBytes,
  files,
  prepare: async () => {
    const { link, remove } = await setup.newFolder()
    const tab = await setup.browser.openUpload(link)
    const folder = folderOfFiles(files, fileBytes)
    await tab.watchTasks()
    return {
      run: timedOutside(async () => {
        await tab.queue({ folder, files })
        await afterDrop(tab)
      }),
      tasks: tab.tasks,
      end: async () => {
        await tab.close()
        await remove()
      },
    }
  },
})

/** The same files as they are, in the browser's own forms. */
export const plainForms = (setup: Setup, files: number, fileBytes: number): Side => ({
  name: 'plain forms',
  bytes: files * fileBytes,
  files,
  prepare: async () => {
    const tab = await setup.browser.openPage(setup.page('plain'))
    const folder = folderOfFiles(files, fileBytes)
    await tab.choose(Array.from({ length: files }, (_, index) => join(folder, nameInFolder(index))))
    return { run: timedOutside(() => tab.evaluate('plain.putForms()')), end: tab.close }
  },
})

/** Everything behind a link, or in a folder, as one ZIP, from the click until it lies on the disk. */
export const savedArchive = (
  open: () => Promise<Pick<DownloadTab, 'saveAll' | 'watchTasks' | 'tasks' | 'close'>>,
  { bytes, files }: { bytes: number; files: number },
): Side => ({
  name: 'opened ZIP',
  bytes,
  files,
  prepare: async () => {
    const tab = await open()
    await tab.watchTasks()
    let file: SavedFile | undefined
    return {
      run: timedOutside(async () => (file = await tab.saveAll())),
      tasks: tab.tasks,
      end: async () => {
        await tab.close()
        // Whether what is in it is right, `npm run e2e:archives` tells.
        if (file && (await stat(file.path)).size < bytes) throw new Error('The archive is too short.')
        await file?.remove()
      },
    }
  },
})
