import { useMemo } from 'react'
import { logoSize } from '../../../contract/shownLook.ts'
import { toBase64 } from '../../../core/crypto/index.ts'
import { useLook } from '../../ui/look.ts'
import type { ShownLook } from '../../ui/readLook.ts'
import { useAsyncValue } from '../../ui/useAsyncValue.ts'
import type { SheetLogo } from './recoverySheet.ts'

/** @throws if loading fails */
export async function loadSheetLogo(logo: NonNullable<ShownLook['logo']>): Promise<SheetLogo> {
  const reply = await fetch(logo.path)
  if (!reply.ok) throw new Error(`The logo did not arrive: ${reply.status}.`)
  const bytes = new Uint8Array(await reply.arrayBuffer())
  return { src: `data:image/png;base64,${toBase64(bytes)}`, ...logoSize(logo) }
}

/** Returns the operator's logo for a recovery sheet; null if there is none or it is not loaded. */
export function useSheetLogo(): SheetLogo | null {
  const { logo } = useLook()
  // If it cannot be loaded, the default logo is used instead.
  const loaded = useAsyncValue(useMemo(() => logo && (() => loadSheetLogo(logo).catch(() => null)), [logo]))
  return (logo && loaded) ?? null
}
