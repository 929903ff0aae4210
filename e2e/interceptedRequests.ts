import type { Page } from '@playwright/test'

/** Holds the next request to an address (with a method) back, to see what is shown meanwhile. @returns lets it go on */
export async function holdNextRequest(
  page: Page,
  address: string,
  method?: 'PUT',
): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let gone: () => void = () => undefined
  const sent = new Promise<void>((resolve) => (gone = resolve))
  let isHeld = false
  await page.route(address, async (route) => {
    if (isHeld || (method !== undefined && route.request().method() !== method)) return route.fallback()
    isHeld = true
    await released
    await route.continue()
    gone()
  })
  return async () => {
    release()
    await sent
  }
}

/**
 * Leaves requests to an address without an answer, and the page's own questions whether the server is back.
 * @returns lets the former through again; what asks for it is what is tested
 */
export async function abortRequests(page: Page, address: string): Promise<() => Promise<void>> {
  for (const one of [address, '**/healthz']) await page.route(one, (route) => route.abort())
  return () => page.unroute(address)
}
