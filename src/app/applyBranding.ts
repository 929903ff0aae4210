import { lookInPage, lookMark } from '../ui/look.ts'

/** For the first page that is drawn. One without its look works. */
export async function applyBranding(): Promise<void> {
  try {
    // Of a look that is as it comes a page has the time alone.
    if (!lookInPage().includes(',') && localStorage.getItem(lookMark) === null) return
    const { beginLook } = await import('../ui/ownLook.ts')
    beginLook()
  } catch {
    // As above.
  }
}
