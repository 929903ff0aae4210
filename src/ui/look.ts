import type { Theme } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import { productName } from '../../contract/shownLook.ts'
import type { ShownLook } from './readLook.ts'

/** The look with its theme; null for the default theme. */
export type LookWithTheme = ShownLook & { theme: Theme | null }

/** Most servers keep the default look: ownLook.ts is loaded only for others. */
let look: LookWithTheme = {
  ...{ name: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
  ...{ logo: null, tones: null, theme: null },
}

/** Name of the service. */
export const serviceName = (): string => look.name ?? productName

const currentLook = () => look
export const useLook = (): LookWithTheme => useSyncExternalStore(subscribe, currentLook, currentLook)

export function setLook(other: LookWithTheme): void {
  look = other
  listeners.forEach((listener) => listener())
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
