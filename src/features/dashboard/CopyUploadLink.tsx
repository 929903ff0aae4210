import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { useCreatedFolderPassword } from '../../session/createdFolderPassword.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { CopyButton, type ClipboardCopy, useClipboard } from '../../ui/buttons/CopyButton.tsx'
import { DropdownMenu, type MenuAction } from '../../ui/buttons/DropdownMenu.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { canShareLinks, shareLink } from '../../ui/buttons/shareLink.ts'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import type { UploadLinks } from './uploadLink.ts'

interface CopyUploadLinkProps {
  folder: Folder
  links: UploadLinks
  size?: 'small' | 'medium'
  /** True where nothing else is to be done next. */
  isPrimary?: boolean
}

/** Menu items for what else is done with a folder's link besides copying the ordinary one. */
export const linkMenuItems = (
  folder: Folder,
  links: UploadLinks,
  { copy }: Pick<ClipboardCopy, 'copy'>,
): MenuAction[] => [
  ...(canShareLinks() ? [{ label: t('ui.share'), onChoose: () => void shareUploadLink(folder, links) }] : []),
  { label: t('dashboard.showQr'), onChoose: () => void links.showQr(folder) },
  { label: t('dashboard.elseSecretLink'), onChoose: () => void copy(() => links.secret(folder)) },
]

async function shareUploadLink(folder: Folder, links: UploadLinks): Promise<void> {
  const link = await links.ordinary(folder)
  if (link !== null) await shareLink(link, folderTitle(folder))
}

/** A button that copies a folder's upload link, with a menu of the other links. */
export function CopyUploadLink({ folder, links, size = 'medium', isPrimary = true }: CopyUploadLinkProps) {
  const copying = useClipboard()
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const variant = isPrimary ? 'contained' : 'outlined'

  return (
    <>
      {/* Offline lists contain no links. */}
      <Group
        size={size}
        variant={variant}
        disableElevation
        aria-label={t('dashboard.uploadLink')}
        disabled={folder.link_token === ''}
      >
        <CopyButton
          size={size}
          variant={variant}
          label={t('dashboard.copyUploadLink')}
          text={() => links.ordinary(folder)}
          copying={copying}
        />
        <Button
          aria-label={t('dashboard.moreWays')}
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          className="more"
          onClick={(event) => setMenuAt(event.currentTarget)}
        >
          <KeyboardArrowDownIcon fontSize="small" />
        </Button>
      </Group>
      <DropdownMenu
        anchor={menuAt}
        items={linkMenuItems(folder, links, copying)}
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

export function CreatedFolderNote({ folder, links }: { folder: Folder; links: UploadLinks }) {
  const password = useCreatedFolderPassword(folder.id)
  return (
    <Banner
      severity="success"
      action={
        <Buttons>
          <CopyUploadLink folder={folder} links={links} size="small" />
          {password !== null && (
            <CopyButton
              label={t('share.copyPassword')}
              failure={t('share.passwordNotCopied')}
              text={password}
            />
          )}
        </Buttons>
      }
    >
      {t('dashboard.created', { title: folderTitle(folder) })}{' '}
      {t(folder.has_password ? 'dashboard.passwordApart' : 'dashboard.sendLink')}
    </Banner>
  )
}
