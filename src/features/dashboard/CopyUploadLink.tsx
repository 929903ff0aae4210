import type { Folder } from '../../../contract/folders.ts'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'
import type { UploadLinks } from './useUploadLinks.tsx'

/** As on the dashboard: with the key open the secret link first, and the label says which is copied. */
export function CopyUploadLink({ folder, links }: { folder: Folder; links: UploadLinks }) {
  const isUnlocked = useUnlockedKey() !== null
  if (!isUnlocked)
    return (
      <CopyButton
        label="Copy Upload Link"
        text={() => links.plain(folder)}
        variant="contained"
        size="medium"
      />
    )
  return (
    <Buttons sx={{ justifyContent: 'center' }}>
      <CopyButton
        label="Copy Secret Upload Link"
        text={() => links.secret(folder)}
        variant="contained"
        size="medium"
      />
      <CopyButton label="Copy Plain Link" text={() => links.plain(folder)} size="medium" />
    </Buttons>
  )
}
