import type { Theme } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import type { Look } from '../../contract/schemas/look.ts'
import { productName } from '../../contract/shownLook.ts'

/** How the operator has this server look, as far as pages show it. */
export type ShownLook = Pick<
  Look,
  'name' | 'greeting' | 'imprint_url' | 'privacy_url' | 'support' | 'logo' | 'tones'
>

/** With the theme that is made of it; null: the one that comes with the product. */
export type WornLook = ShownLook & { theme: Theme | null }

/** Most servers have no other: what reads and makes one (ownLook.ts) is loaded where there is one. */
let look: WornLook = {
  ...{ name: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
  ...{ logo: null, tones: null, theme: null },
}

/** What the service is called. */
export const serviceName = (): string => look.name ?? productName

const worn = () => look
export const useLook = (): WornLook => useSyncExternalStore(subscribe, worn, worn)

export function wear(other: WornLook): void {
  look = other
  listeners.forEach((listener) => listener())
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Under which a browser keeps the look that it has seen last. */
export const lookMark = 'look'
export const lookInPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="look"]')?.content ?? ''
