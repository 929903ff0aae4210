import { useEffect, useState } from 'react'
import { maxLogoBytes } from '../../../../contract/limits.ts'
import type { Look } from '../../../../contract/schemas/look.ts'
import { t } from '../../../../i18n/t.ts'
import type { Previewed } from './LookPreview.tsx'

/** The logo as it will be: the one that is stored, a file, or none. */
export interface ChosenLogo {
  shown: Previewed['logo']
  /** Not sent yet. */
  file: File | null
}

export function useLogo(stored: Look['logo']) {
  const kept: ChosenLogo = {
    shown: stored && { src: stored.path, width: stored.width, height: stored.height },
    file: null,
  }
  /** Null: what is stored stays. */
  const [other, setOther] = useState<ChosenLogo | null>(null)
  const [error, complain] = useState<{ say: () => string } | null>(null)
  const source = other?.file ? other.shown?.src : undefined
  useEffect(
    () => () => {
      if (source !== undefined) URL.revokeObjectURL(source)
    },
    [source],
  )

  const change = (to: ChosenLogo | null) => {
    complain(null)
    setOther(to)
  }

  /** What is no picture is shown as none, and refused by the server with the reason. */
  async function choose(file: File): Promise<void> {
    if (file.size > maxLogoBytes) {
      complain({ say: () => t('faults.logoTooLarge') })
      return
    }
    const size = await createImageBitmap(file).catch(() => null)
    const shown = size && { src: URL.createObjectURL(file), width: size.width, height: size.height }
    size?.close()
    change({ file, shown })
  }

  return {
    chosen: other ?? kept,
    error: error?.say() ?? null,
    /** Says what is against it. */
    refuse: (say: () => string) => complain({ say }),
    choose,
    remove: () => change({ shown: null, file: null }),
    /** What was chosen is what is stored, or is given up. */
    settle: () => change(null),
    isChanged: other !== null && (other.file !== null || stored !== null),
  }
}
