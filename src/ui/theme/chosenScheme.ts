import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../core/util/listeners.ts'
import { writeStored } from '../../storage/browserStorage.ts'
import { type SchemePreference, shownScheme, schemeStorageKey } from './scheme.ts'

let chosen = shownScheme()
const listeners = new Listeners()

const current = () => chosen
export const useScheme = (): SchemePreference => useSyncExternalStore(listeners.subscribe, current, current)

/** Applies and stores a choice; other tabs follow. @throws if a module cannot be fetched; nothing changes then */
export async function chooseScheme(scheme: SchemePreference): Promise<void> {
  await showScheme(scheme)
  writeStored(schemeStorageKey, scheme)
}

async function showScheme(scheme: SchemePreference): Promise<void> {
  const { applyScheme } = await import('./applyTheme.ts')
  applyScheme(scheme)
  chosen = scheme
  listeners.notify()
}

window.addEventListener('storage', ({ key }) => {
  if (key === schemeStorageKey) showScheme(shownScheme()).catch(() => undefined)
})
