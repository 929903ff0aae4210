import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../launchOptions.ts'
import { childPidsOf } from '../processMemory.ts'
import { type Browser, newBrowserHome } from './browser.ts'

/** Chromium, for comparison; in a profile on disk, as people have. */
export async function openChromium(): Promise<Browser> {
  const home = newBrowserHome()
  const profile = join(home.path, 'profile')
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const preferences = { download: { default_directory: home.downloads, prompt_for_download: false } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const before = new Set(childPidsOf(process.pid))
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, acceptDownloads: true })
  const pid = childPidsOf(process.pid).find((one) => !before.has(one)) ?? 0
  const page = await context.newPage()
  page.on('download', (download) => {
    void download.saveAs(join(home.downloads, download.suggestedFilename()))
  })
  return {
    name: 'chromium',
    pid,
    downloads: home.downloads,
    goTo: async (url) => {
      await page.goto(url)
    },
    click: (xpath) => page.locator(`xpath=${xpath}`).click(),
    evaluate: (expression) => page.evaluate(expression),
    close: async () => {
      await context.close()
      home.remove()
    },
  }
}
