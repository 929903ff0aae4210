import { adminPassword } from '../../e2e/server.ts'
import { measureAlternately, samplesOf, type Side } from '../measure/rounds.ts'
import { filesText } from '../sizes.ts'
import type { Setup } from '../setup/setup.ts'
import { type Scenario, speedRatios, timedOutside } from './scenario.ts'
import { savedArchive } from './sides.ts'

interface FolderOfManyFiles {
  title: string
  bytes: number
}

export const sharedFolder: Scenario = {
  name: 'several',
  what: 'a folder of several people beside one of one person: first rows, verified names, the archive of all',
  browsers: ['chromium'],
  run: async (setup, { sharedFiles: files, rounds }) => {
    const own = await setup.folderOfTinyFiles(files)
    const shared = await setup.sharedFolderOfTinyFiles(files)
    const pairs = [firstRowsSide, verifiedNamesSide, archiveSide].map((side) => ({
      shared: side(setup, shared, files, 'several'),
      own: side(setup, own, files, 'one'),
    }))
    const samples = await measureAlternately(
      setup.watched,
      pairs.flatMap((pair) => [pair.own, pair.shared]),
      rounds,
    )
    await Promise.all([own.remove(), shared.remove()])
    const ratios = pairs.map((pair) =>
      speedRatios(samplesOf(samples, pair.own), samplesOf(samples, pair.shared)),
    )
    const [rowsRatio = [], namesRatio = [], archiveRatio = []] = ratios
    return {
      size: filesText(files),
      samples,
      measured: [
        { id: 'several-rows', values: rowsRatio, at: files },
        { id: 'several-names', values: namesRatio, at: files },
        { id: 'several-archive', values: archiveRatio, at: files },
      ],
    }
  },
}

/** From the click on the folder until a row of it is there. */
const firstRowsSide = (setup: Setup, { title }: FolderOfManyFiles, files: number, people: string): Side => ({
  name: `rows, ${people}`,
  bytes: 0,
  files,
  prepare: async () => {
    const page = await setup.chromium.openDashboard()
    const link = page.locator(`a ::-p-text(${title})`)
    await link.wait()
    return {
      run: timedOutside(async () => {
        await link.click()
        await page.waitForSelector('[role="treegrid"] [role="row"][aria-level]')
      }),
      end: () => page.close(),
    }
  },
})

/** From the password until the names of all files are verified: key, folder and manifests are opened. */
const verifiedNamesSide = (
  setup: Setup,
  { title }: FolderOfManyFiles,
  files: number,
  people: string,
): Side => ({
  name: `names, ${people}`,
  bytes: 0,
  files,
  prepare: async () => {
    const { page, unlock } = await setup.chromium.openLockedFolder(title)
    return {
      run: timedOutside(async () => {
        await unlock(adminPassword)
        // Unasked only where there are few.
        const check = await page.$('button ::-p-text(Check)')
        await check?.click()
        await page.waitForSelector('::-p-text(names verified)', { timeout: 300_000 })
      }),
      end: () => page.close(),
    }
  },
})

const archiveSide = (
  setup: Setup,
  { title, bytes }: FolderOfManyFiles,
  files: number,
  people: string,
): Side => ({
  ...savedArchive(() => setup.chromium.openFolder(title), { bytes, files }),
  name: `archive, ${people}`,
})
