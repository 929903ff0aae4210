import { chromium } from '@playwright/test'
import { launchOptions } from '../../e2e/launchOptions.ts'
import { UploadPage } from '../../e2e/pages/uploadPage.ts'
import { recordScriptSizes } from '../../e2e/scriptSizes.ts'
import type { Scenario } from './scenario.ts'

export const scriptWeight: Scenario = {
  name: 'script',
  what: 'what an upload page loads as script before a file is chosen, as it is sent',
  browsers: ['chromium'],
  run: async (setup) => {
    const { link, remove } = await setup.newFolder()
    const browser = await chromium.launch(launchOptions)
    try {
      // A service worker fetches the whole application in the background: not what somebody waits for.
      const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
      const weigh = recordScriptSizes(page)
      await (await new UploadPage(page).open(link)).expectReady()
      const scripts = await weigh()
      const bytes = scripts.reduce((sum, [, one]) => sum + one, 0)
      return { size: `${scripts.length} scripts`, measured: [{ id: 'script', values: [bytes / 1000] }] }
    } finally {
      await browser.close()
      await remove()
    }
  },
}
