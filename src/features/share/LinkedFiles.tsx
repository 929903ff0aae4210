import { styled } from '@mui/material/styles'
import { isPlaceholder } from '../../../contract/fileNames.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { FileNames } from '../../ui/values/FileName.tsx'
import { Muted, ScrollArea } from '../../ui/theme/layout.ts'

const maxNamed = 5

/** @param rowNames names of the folder's files, by id; those that are missing here the server does not know, either */
export function LinkedFiles({
  link,
  rowNames,
}: {
  link: DownloadLink
  rowNames: ReadonlyMap<number, string>
}) {
  const names = link.files.map((name, at) =>
    isPlaceholder(name) ? (rowNames.get(link.file_ids[at] ?? 0) ?? t('ui.lockedName')) : name,
  )
  const foldedNames = names.slice(maxNamed)
  return (
    <Files>
      <FileNames names={names.slice(0, maxNamed)} />
      {link.file_count > names.length && (
        <div>
          <Muted>{t('ui.more', { count: link.file_count - names.length })}</Muted>
        </div>
      )}
      {foldedNames.length > 0 && (
        <details>
          <summary>{t('ui.more', { count: foldedNames.length })}</summary>
          <ScrollArea tabIndex={0} role="group" aria-label={t('share.moreFilesLabel')}>
            <FileNames names={foldedNames} />
          </ScrollArea>
        </details>
      )}
    </Files>
  )
}

const Files = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  marginTop: spacing(0.75),
  overflowWrap: 'anywhere',
  '& > details': { color: vars.palette.text.secondary },
  '& > details > summary': { cursor: 'pointer' },
}))
