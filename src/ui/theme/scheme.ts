import { cataloguePartFor } from '../../../i18n/catalogueParts.ts'
import { readStored } from '../../storage/browserStorage.ts'

/**
 * [Note: Light and dark]
 * Pages follow the system, unless the person has chosen light or dark in the menu of their account. The choice is stored in
 * this browser. Pages of strangers always follow the system. `public/scheme.js` applies it before anything is painted.
 */
export const schemes = ['system', 'light', 'dark'] as const
export type SchemePreference = (typeof schemes)[number]

export const schemeStorageKey = 'sealpost-scheme'

export const parseScheme = (stored: string | null): SchemePreference =>
  schemes.find((one) => one === stored) ?? 'system'

/** True for the pages of a path whose person may have chosen. */
export const mayChooseScheme = (path: string): boolean =>
  !['upload', 'download'].includes(cataloguePartFor(path))

/** The scheme of this page. */
export function shownScheme(): SchemePreference {
  return mayChooseScheme(location.pathname) ? parseScheme(readStored(schemeStorageKey)) : 'system'
}
