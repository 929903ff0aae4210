import { expect, type Page } from '@playwright/test'

/**
 * Nothing is cut off: the page is no wider than its window, no control is narrower than its words or lies on its
 * neighbour, and no text ends in '…' that says nowhere what it ends with. What scrolls by itself may. Asked until it is
 * so: a page that was resized renders once more.
 */
export async function expectFits(page: Page): Promise<void> {
  await expect(async () => {
    const { needs, has } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { needs: scrollWidth, has: clientWidth }
    })
    expect(needs, `as wide as the window: ${page.url()}`).toBeLessThanOrEqual(has)
    expect(await page.evaluate(findOverlaps), `one upon the other: ${page.url()}`).toEqual([])
    expect(await page.evaluate(findCutOffTexts), `cut off: ${page.url()}`).toEqual([])
  }).toPass({ timeout: 10_000 })
}

/** On phones, too; leaves the window as it was. */
export async function expectFitsOnPhones(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page)
  }
  if (size) await page.setViewportSize(size)
}

/** Runs in the page. Neighbours are controls of one row: what is sticky or in front of the page lies upon others. */
function findOverlaps(): string[] {
  const touchable = 4
  const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent
  // Without a name it is the drop area behind others.
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href]')].filter(
    (control) => control.checkVisibility() && nameOf(control) !== '',
  )
  return controls.flatMap((one) =>
    controls.flatMap((other) => {
      const isNeighbour = one !== other && one.parentElement?.parentElement?.contains(other)
      if (!isNeighbour || one.contains(other) || other.contains(one)) return []
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      return width > touchable && height > touchable ? [`${nameOf(one)} / ${nameOf(other)}`] : []
    }),
  )
}

/** Runs in the page. */
function findCutOffTexts(): string[] {
  const cut = new Set<string>()
  for (const control of document.querySelectorAll<HTMLElement>('button, a, label, summary')) {
    const { scrollWidth, clientWidth } = control
    // What touch reaches beyond its edge is no part of what is seen.
    const reach = Math.max(0, -parseFloat(getComputedStyle(control, '::after').right) || 0)
    if (control.checkVisibility() && clientWidth > 1 && scrollWidth > clientWidth + 1 + reach)
      cut.add(control.textContent)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width <= 2 || text.parentElement?.closest('[title]') || !text.parentElement?.checkVisibility())
      continue
    for (let box: Element | null = text.parentElement; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      const edges = box.getBoundingClientRect()
      // For screen readers alone, or to be scrolled.
      if (edges.width <= 2 || overflowX === 'auto' || overflowX === 'scroll') break
      if (overflowX !== 'visible' && (right > edges.right + 2 || left < edges.left - 2))
        cut.add(text.textContent ?? '')
    }
  }
  return [...cut]
}
