import { fetchLook, initialLook, isCustomLook } from '../first/currentLook.ts'
import { defaultLook, setLook } from '../ui/theme/look.ts'
import type { ShownLook } from '../ui/theme/readLook.ts'
import { shownScheme } from '../ui/theme/scheme.ts'

/** Applies the operator's look before the first render, or later if the server takes long to answer. */
export async function applyBranding(): Promise<void> {
  const look = await initialLook()
  if (look) await replaceLook(look)
  else if (shownScheme() !== 'system') await applyChosenScheme()
  void fetchLook().then((late) => (late === look && look ? undefined : replaceLook(late ?? look, look)))
}

async function applyChosenScheme(): Promise<void> {
  try {
    const { applyScheme } = await import('../ui/theme/applyTheme.ts')
    applyScheme(shownScheme())
  } catch {
    // The page follows the system.
  }
}

/** Code for other looks than the default is loaded where there is one. */
async function replaceLook(look: ShownLook | null, previousLook: ShownLook | null = null): Promise<void> {
  if (!previousLook && !(look && isCustomLook(look)) && shownScheme() === 'system') {
    setLook(defaultLook)
    return
  }
  try {
    const { applyLook } = await import('../ui/theme/applyTheme.ts')
    applyLook(look)
  } catch {
    // The page keeps the look that it has.
  }
}
