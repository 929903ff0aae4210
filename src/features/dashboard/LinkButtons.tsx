import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { t } from '../../../i18n/t.ts'
import { CopyButton, useCopying } from '../../ui/CopyButton.tsx'
import { DropdownMenu } from '../../ui/DropdownMenu.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

interface LinkButtonsProps {
  folder: Folder
  links: UploadLinks
  /** True if the page has links of other kinds, so that the first button names its kind. */
  saysWhich?: boolean
  size?: 'small' | 'medium'
  /** Id of the element that names the folder, if there are several. */
  describedBy?: string
  onShowQr: () => void
}

const labels = {
  plain: ['dashboard.copyLink', 'dashboard.copyUploadLink'],
  secret: ['dashboard.copySecretLink', 'dashboard.copySecretUploadLink'],
} as const

/** Buttons that hand out an upload link, the secret one first while the key is unlocked. */
export function LinkButtons(props: LinkButtonsProps) {
  const { folder, links, saysWhich = false, size = 'small', onShowQr } = props
  const copying = useCopying()
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const describedBy = props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy }
  const first = useUnlockedKey() === null ? 'plain' : 'secret'
  const second = first === 'plain' ? 'secret' : 'plain'

  return (
    <>
      {/* Offline lists contain no links. */}
      <Group
        size={size}
        variant="outlined"
        aria-label={t('dashboard.uploadLink')}
        disabled={folder.link_token === ''}
      >
        <CopyButton
          size={size}
          label={t(labels[first][saysWhich ? 1 : 0])}
          text={() => links[first](folder)}
          copying={copying}
          {...describedBy}
        />
        <Button
          aria-label={t('dashboard.moreWays')}
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          {...describedBy}
          className="more"
          onClick={(event) => setMenuAt(event.currentTarget)}
        >
          <KeyboardArrowDownIcon fontSize="small" />
        </Button>
      </Group>
      <DropdownMenu
        anchor={menuAt}
        items={[
          {
            label: t(second === 'plain' ? 'dashboard.elsePlainLink' : 'dashboard.elseSecretLink'),
            onChoose: () => void copying.copy(() => links[second](folder)),
          },
          {
            label: t('dashboard.elseLinkWithKey'),
            onChoose: () => void copying.copy(() => links.withKey(folder)),
          },
          { label: t('dashboard.showQr'), onChoose: onShowQr },
        ]}
        onClose={() => setMenuAt(null)}
      />
    </>
  )
}

const Group = styled(ButtonGroup)(({ theme }) => ({
  // Fill wider containers.
  '& > :first-of-type': { flexGrow: 1 },
  '& .more': { paddingInline: theme.spacing(0.5) },
}))
