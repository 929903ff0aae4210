import { lookInPage, lookStorageKey } from '../ui/look.ts'

/** Applies the operator's look before the first render. A page works without it. */
export async function applyBranding(): Promise<void> {
  try {
    // For the default look the page has a time stamp alone.
    if (!lookInPage().includes(',') && localStorage.getItem(lookStorageKey) === null) return
    const { initLook } = await import('../ui/ownLook.ts')
    initLook()
  } catch {
    // The page keeps the default look.
  }
}
