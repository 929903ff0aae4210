import { expect, type Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** From the next page on: notes what moves without anybody having asked for it. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: [number, string][] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        const nodes = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName,
        )
        shifts.push([value, nodes.join(' | ')])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Less than a reader notices: a fifth of what counts as good. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: [number, string][] }).shifts)
  const sum = shifts.reduce((total, [value]) => total + value, 0)
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.02)
}
