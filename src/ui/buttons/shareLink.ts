import { t } from '../../../i18n/t.ts'
import { notify } from '../../store/hooks.ts'

/** False on browsers without Web Share, and on pages without https. */
export const canShareLinks = (): boolean => 'share' in navigator

/** Hands an address to the share sheet, by a press alone: it may contain keys. @returns true if it was shared */
export async function shareLink(url: string, title: string | null = null): Promise<boolean> {
  try {
    await navigator.share({ url, ...(title !== null && { title }) })
    return true
  } catch (error) {
    // Thrown if the person closes the sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) notify('error', t('ui.notShared'))
    return false
  }
}
