import type { Page } from 'puppeteer-core'
import { adminPassword } from '../../e2e/server.ts'
import { measureAlternately, measureMemory, samplesOf, type Side } from '../measure/rounds.ts'
import { filesText } from '../sizes.ts'
import type { Setup } from '../setup/setup.ts'
import { peak } from './memory.ts'
import { type Scenario, speedRatios, timedOutside } from './scenario.ts'

const longestWaitMs = 300_000

export const privateNames: Scenario = {
  name: 'private',
  what: 'a folder whose names are hidden from the server: first visit / open names verified; later visits, a search, memory',
  browsers: ['chromium'],
  run: async (setup, { privateFiles: files, rounds }) => {
    const open = await setup.folderOfTinyFiles(files, 0)
    const hidden = await setup.folderOfTinyFiles(files, 0, { isHidden: true })
    const other = await setup.folderOfTinyFiles(1)
    const visit = (title: string, side: VisitSide) =>
      visitSide(setup, { title, other: other.title }, files, side)
    const openNames = visit(open.title, { name: 'open names verified', isFirst: true })
    const first = visit(hidden.title, { name: 'first visit', isFirst: true })
    const rows = visit(hidden.title, { name: 'later visit, first name', untilFirst: true })
    const later = visit(hidden.title, { name: 'later visit' })
    const search = searchSide(setup, { title: hidden.title, other: other.title }, files)
    const samples = await measureAlternately(setup.watched, [openNames, first, rows, later, search], rounds)
    const memory = await measureMemory(setup.watched, first)
    // One after the other: a removal waits for its bytes alone.
    for (const folder of [other, hidden, open]) await folder.remove()
    const milliseconds = (side: Side) => samplesOf(samples, side).map(({ seconds }) => seconds * 1000)
    return {
      size: filesText(files),
      samples: [...samples, memory],
      measured: [
        { id: 'private-first', values: milliseconds(first), at: files },
        {
          id: 'private-first-ratio',
          values: speedRatios(samplesOf(samples, openNames), samplesOf(samples, first)),
        },
        { id: 'private-rows', values: milliseconds(rows), at: files },
        { id: 'private-later', values: milliseconds(later), at: files },
        { id: 'private-search', values: milliseconds(search), at: files },
        { id: 'private-memory', values: [peak(memory, 'browserMB')], at: files },
      ],
    }
  },
}

interface VisitSide {
  name: string
  /** Forgets the index before. */
  isFirst?: boolean
  /** Ends with the first name. */
  untilFirst?: boolean
}

/** `other` is a folder where the key is unlocked before. */
interface Folders {
  title: string
  other: string
}

/** From the click on the folder, with the key open, until names are there. */
const visitSide = (
  setup: Setup,
  folders: Folders,
  files: number,
  { name, isFirst = false, untilFirst = false }: VisitSide,
): Side => ({
  name,
  bytes: 0,
  files,
  prepare: async () => {
    if (isFirst) await forgetIndex(setup)
    const { page, openFolder } = await openUnlocked(setup, folders)
    return {
      run: timedOutside(async () => {
        await openFolder()
        if (untilFirst) return page.waitForSelector('[role="row"] ::-p-text(0.bin)')
        return waitForAllNames(page)
      }),
      end: () => page.close(),
    }
  },
})

async function openUnlocked(setup: Setup, { title, other }: Folders) {
  const { page, unlock } = await setup.chromium.openLockedFolder(other)
  await unlock(adminPassword)
  await page.locator('a[href="/dashboard"]').click()
  const link = page.locator(`a ::-p-text(${title})`)
  await link.wait()
  return { page, openFolder: () => link.click() }
}

/** Open names of many files are read when that is asked for. */
async function waitForAllNames(page: Page): Promise<void> {
  const selector = (text: string) => `::-p-text(${text})`
  const check = `button ${selector('Check')}`
  const seen = await Promise.race([
    page.waitForSelector(check, { timeout: longestWaitMs }).then(() => 'check'),
    page.waitForSelector(selector('names verified'), { timeout: longestWaitMs }).then(() => 'verified'),
  ])
  if (seen === 'verified') return
  await page.click(check)
  await page.waitForSelector(selector('names verified'), { timeout: longestWaitMs })
}

async function forgetIndex(setup: Setup): Promise<void> {
  const page = await setup.chromium.openDashboard()
  await page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('sealpost-index')
    request.onsuccess = request.onerror = request.onblocked = resolve
  })`)
  await page.close()
}

/** From the last letter until the list has only what is searched. */
const searchSide = (setup: Setup, folders: Folders, files: number): Side => ({
  name: 'search',
  bytes: 0,
  files,
  prepare: async () => {
    const { page, openFolder } = await openUnlocked(setup, folders)
    await openFolder()
    await waitForAllNames(page)
    const field = 'input[type="search"]'
    await page.waitForSelector(field)
    return {
      run: () => page.evaluate(searchExpression(field, `${files - 1}.bin`)) as Promise<number>,
      end: () => page.close(),
    }
  },
})

/** Seconds until the one row is there, as the page itself counts them. */
const searchExpression = (field: string, words: string) => `new Promise((resolve) => {
  const field = document.querySelector(${JSON.stringify(field)})
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const rows = () => document.querySelectorAll('[role="treegrid"] [role="row"][aria-level]').length
  const began = performance.now()
  set.call(field, ${JSON.stringify(words)})
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const look = () => (rows() === 1 ? resolve((performance.now() - began) / 1000) : requestAnimationFrame(look))
  look()
})`
