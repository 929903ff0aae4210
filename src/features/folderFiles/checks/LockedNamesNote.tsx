import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { useUnlockedKey } from '../../../session/unlockedKey.ts'
import type { Unlock } from '../../../session/useUnlock.tsx'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import type { FileNode } from '../tree/fileTree.ts'

interface LockedNamesNoteProps extends Pick<Unlock, 'unlock'> {
  files: readonly FileNode[]
}

/** Says how many names only the key shows, while it is locked. */
export function LockedNamesNote({ files, unlock }: LockedNamesNoteProps) {
  const isUnlocked = useUnlockedKey() !== null
  const count = useMemo(() => files.filter(({ isLocked }) => isLocked).length, [files])
  if (isUnlocked || count === 0) return null
  const button = (
    <Button size="small" onClick={() => void unlock(() => t('files.namesPurpose'))}>
      {t('files.showNames')}
    </Button>
  )
  return (
    <Banner severity="info" action={button}>
      {t('files.lockedNames', { count })}
    </Banner>
  )
}
