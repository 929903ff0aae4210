import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useOffline } from '../../store/reach.ts'
import { t } from '../../../i18n/t.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Buttons } from '../../ui/layout.ts'
import { titleId } from './folderCells.tsx'
import { LinkButtons } from './LinkButtons.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

/** Actions on a folder of the list. */
export interface FolderHandlers {
  links: UploadLinks
  /** Ids of the shared folders whose invitation was not accepted; empty while the key is locked. */
  invited: ReadonlySet<string>
  onShowQr: (folder: Folder) => void
  onDelete: (folder: Folder) => void
}

export const isInvited = ({ several }: Folder, { invited }: Pick<FolderHandlers, 'invited'>): boolean =>
  several !== null && invited.has(several.folder)

type FolderActionsProps = Omit<FolderHandlers, 'invited'> & { folder: Folder }

export function FolderActions({ folder, links, onShowQr, onDelete }: FolderActionsProps) {
  const describedBy = { 'aria-describedby': titleId(folder) }
  const offline = useOffline()
  return (
    <Actions>
      <LinkButtons
        folder={folder}
        links={links}
        describedBy={titleId(folder)}
        onShowQr={() => onShowQr(folder)}
      />
      {folder.several?.role !== 'member' && (
        <>
          <ButtonLink
            variant="text"
            to="/folders/edit/$folderId"
            params={{ folderId: String(folder.id) }}
            className="row-action"
            size="small"
            color="inherit"
            title={t('dashboard.edit')}
            startIcon={<EditIcon />}
            {...describedBy}
          >
            <span className="label">{t('dashboard.edit')}</span>
          </ButtonLink>
          <Button
            variant="text"
            className="row-action"
            size="small"
            color="error"
            title={t('ui.delete')}
            startIcon={<DeleteIcon />}
            disabled={offline}
            {...describedBy}
            onClick={() => onDelete(folder)}
          >
            <span className="label">{t('ui.delete')}</span>
          </Button>
        </>
      )}
    </Actions>
  )
}

const Actions = styled(Buttons)(({ theme: { breakpoints } }) => ({
  [breakpoints.up('md')]: { flexWrap: 'nowrap' },
  // Phones show the buttons in two lines: sharing first.
  [breakpoints.down('sm')]: { '& > .MuiButtonGroup-root': { flex: '1 0 100%' } },
}))
