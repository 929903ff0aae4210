import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No rule of WCAG 2.2 A and AA that a machine can check is broken on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in is judged when it is there.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => one))))
  const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
}
