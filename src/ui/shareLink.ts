import { t } from '../../i18n/t.ts'
import { notify } from '../store/hooks.ts'

/** False on browsers without Web Share, and on pages without https. */
export const canShareLinks = (): boolean => 'share' in navigator

/** Hands an address to the system's share sheet, by a person's press alone: it may contain keys. */
export async function shareLink(url: string, title: string | null = null): Promise<void> {
  try {
    await navigator.share({ url, ...(title !== null && { title }) })
  } catch (error) {
    // Thrown if the person closes the sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) notify('error', t('ui.notShared'))
  }
}
