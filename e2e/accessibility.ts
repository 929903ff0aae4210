import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of WCAG 2.2 AA that a program can find, in the state that the page is in. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in is judged when it is there; what moves without end is not waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getTiming().iterations))
    return Promise.all(ending.map((one) => one.finished.catch(() => one)))
  })
  // Menus and dialogs are drawn at the end of the page, outside of its landmarks, as WAI-ARIA practices have it.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules('region').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
