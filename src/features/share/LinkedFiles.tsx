import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReactNode, useRef } from 'react'
import { isPlaceholder } from '../../../contract/fileNames.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { FileName, FileNames } from '../../ui/values/FileName.tsx'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { Muted, ScrollArea } from '../../ui/theme/layout.ts'
import type { LinkedFile } from './ResealDialogs.tsx'

const maxNamed = 5

/** @param rowNames names of the folder's files, by id; those that are missing here the server does not know, either */
export function LinkedFiles({
  link,
  rowNames,
  heading,
  onRemove,
}: {
  link: DownloadLink
  rowNames: ReadonlyMap<number, string>
  heading: string | undefined
  onRemove: ((file: LinkedFile) => void) | null
}) {
  const files = link.files.map((listed, at) => {
    const id = link.file_ids[at] ?? 0
    return { id, name: isPlaceholder(listed) ? (rowNames.get(id) ?? null) : listed }
  })
  const names = files.map(({ name }) => name ?? t('ui.lockedName'))
  const foldedNames = names.slice(maxNamed)
  const named = (from: number, to?: number) =>
    // The last file goes with its link.
    onRemove === null || link.file_count < 2 ? (
      <FileNames names={names.slice(from, to)} />
    ) : (
      files.slice(from, to).map(({ id, name }) => (
        <Removable key={id} heading={heading}>
          <FileName name={name ?? t('ui.lockedName')} whole />
          {name !== null && (
            <IconButton
              size="small"
              aria-label={t('share.removeFileOf', { name: shownText(name) })}
              title={t('share.removeFile')}
              onClick={() => onRemove({ id, name })}
            >
              <CloseIcon fontSize="inherit" />
            </IconButton>
          )}
        </Removable>
      ))
    )
  return (
    <Files>
      {named(0, maxNamed)}
      {link.file_count > names.length && (
        <div>
          <Muted>{t('ui.more', { count: link.file_count - names.length })}</Muted>
        </div>
      )}
      {foldedNames.length > 0 && (
        <details>
          <summary>{t('ui.more', { count: foldedNames.length })}</summary>
          <ScrollArea tabIndex={0} role="group" aria-label={t('share.moreFilesLabel')}>
            {named(maxNamed)}
          </ScrollArea>
        </details>
      )}
    </Files>
  )
}

/** Hands the focus over when the file is gone. */
function Removable({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const file = useRef<HTMLSpanElement>(null)
  useFocusHandover(file, heading)
  return <NameAndButton ref={file}>{children}</NameAndButton>
}

const NameAndButton = styled('span')(({ theme: { vars, spacing } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  marginRight: spacing(1.5),
  '& > .MuiIconButton-root': { padding: spacing(0.5), color: vars.palette.text.secondary },
}))

const Files = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  marginTop: spacing(0.75),
  overflowWrap: 'anywhere',
  '& > details': { color: vars.palette.text.secondary },
  '& > details > summary': { cursor: 'pointer' },
}))
