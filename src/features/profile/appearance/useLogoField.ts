import { useEffect, useState } from 'react'
import { maxLogoBytes } from '../../../../contract/limits.ts'
import type { Look } from '../../../../contract/schemas/look.ts'
import { t } from '../../../../i18n/t.ts'
import type { PreviewedLook } from './LookPreview.tsx'

export interface ChosenLogo {
  shown: PreviewedLook['logo']
  /** A file that is not uploaded yet. */
  file: File | null
}

export function useLogoField(stored: Look['logo']) {
  const storedLogo: ChosenLogo = {
    shown: stored && { src: stored.path, width: stored.width, height: stored.height },
    file: null,
  }
  /** Null while the stored logo is unchanged. */
  const [changedLogo, setChangedLogo] = useState<ChosenLogo | null>(null)
  const [error, setError] = useState<{ message: () => string } | null>(null)
  const source = changedLogo?.file ? changedLogo.shown?.src : undefined
  useEffect(
    () => () => {
      if (source !== undefined) URL.revokeObjectURL(source)
    },
    [source],
  )

  const setLogo = (to: ChosenLogo | null) => {
    setError(null)
    setChangedLogo(to)
  }

  /** An invalid picture is shown as none; the server refuses it with a reason. */
  async function choose(file: File): Promise<void> {
    if (file.size > maxLogoBytes) {
      setError({ message: () => t('ownFaults.logoTooLarge') })
      return
    }
    const size = await createImageBitmap(file).catch(() => null)
    const preview = size && { src: URL.createObjectURL(file), width: size.width, height: size.height }
    size?.close()
    setLogo({ file, shown: preview })
  }

  return {
    chosen: changedLogo ?? storedLogo,
    error: error?.message() ?? null,
    refuse: (message: () => string) => setError({ message }),
    choose,
    remove: () => setLogo({ shown: null, file: null }),
    /** Resets to the stored logo, after saving or discarding. */
    resetToStored: () => setLogo(null),
    isChanged: changedLogo !== null && (changedLogo.file !== null || stored !== null),
  }
}
