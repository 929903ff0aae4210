import type { Theme } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import { productName } from '../../../contract/shownLook.ts'
import { Listeners } from '../../../core/util/listeners.ts'
import type { ShownLook } from './readLook.ts'

export type LookWithTheme = ShownLook & {
  /** Null for the default theme. */
  theme: Theme | null
  /** False until the server has answered: the name is not shown yet. */
  isKnown: boolean
}

/** Most servers keep it: applyTheme.ts is loaded only for others. */
export const defaultLook: LookWithTheme = {
  ...{ name: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
  ...{ logo: null, tones: null, theme: null, isKnown: true },
}

let look: LookWithTheme = { ...defaultLook, isKnown: false }
const listeners = new Listeners()

export const serviceName = (): string => look.name ?? productName

export const currentLook = (): LookWithTheme => look
export const useLook = (): LookWithTheme =>
  useSyncExternalStore(listeners.subscribe, currentLook, currentLook)

export function setLook(other: LookWithTheme): void {
  look = other
  listeners.notify()
}
