import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const allTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const baseOptions: RunOptions = {
  // Menus and dialogs are drawn at the end of the page, outside of its landmarks, as WAI-ARIA practices have it.
  rules: { region: { enabled: false } },
  resultTypes: ['violations'],
  // Style sheets of other origins and media: pages have none.
  preload: false,
}

/** The rules that other colours alone can break. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * No violation of WCAG 2.2 AA that a program can find, in the state that the page is in.
 *
 * @param runOnly tags or rules of axe
 */
export async function expectAccessible(page: Page, runOnly = allTags): Promise<void> {
  // Nothing is judged before the application is drawn.
  await page.locator('h1').first().waitFor()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const run = { ...baseOptions, runOnly }
  const violations = await page.evaluate(async (axeOptions) => {
    // What fades in is judged when it is there, and what that moves, too; what moves without end goes on. Their ends are not
    // waited for: a page that draws nothing has none.
    for (let round = 0; round < 5; round++) {
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    const results = await axe.run(axeOptions)
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, run)
  expect(violations).toEqual([])
}
