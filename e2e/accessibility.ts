import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of WCAG 2.2 AA that a program can find, in the state that the page is in. */
export async function expectAccessible(page: Page): Promise<void> {
  const isAxeThere = await page.evaluate(async () => {
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
    return 'axe' in window
  })
  const { violations } = await new AxeBuilder({ page, ...(isAxeThere && { axeSource: 'void 0' }) })
    .options({
      runOnly: { type: 'tag', values: tags },
      // Menus and dialogs are drawn at the end of the page, outside of its landmarks, as WAI-ARIA practices have it.
      rules: { region: { enabled: false } },
      resultTypes: ['violations'],
    })
    // All of it in the page itself: no other has to be opened to put results together.
    .setLegacyMode()
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
