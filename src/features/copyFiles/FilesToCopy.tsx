import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { listedName } from '../../../core/keys/storedNames.ts'
import type { OwnFile } from '../../../core/keys/ownFiles.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { FileName, FileNames } from '../../ui/values/FileName.tsx'
import { ScrollArea, Subheading } from '../../ui/theme/layout.ts'
import type { CopySelection } from './fileCopy.ts'

const maxNamed = 5

/** Lists the names from the manifests; names that the server gives are not shown. */
export function FilesToCopy({
  chosen: { files, withoutManifest, unopened, elsewhere, returned },
}: {
  chosen: CopySelection
}) {
  return (
    <div>
      {files.length > 0 ? (
        <>
          <Subheading>{t('copying.files', { count: files.length })}</Subheading>
          <ExpandableFileList files={files} />
        </>
      ) : (
        <Banner severity="warning">{t('copying.none')}</Banner>
      )}
      <LeftOut text="copying.unsealed" records={withoutManifest} />
      <LeftOut text="copying.unopened" records={unopened} />
      <LeftOut text="copying.elsewhere" records={elsewhere} />
      <LeftOut text="copying.returned" records={returned} />
    </div>
  )
}

function ExpandableFileList({ files }: { files: readonly OwnFile[] }) {
  const [isOpen, setOpen] = useState(false)
  const unnamedCount = files.length - maxNamed
  return (
    <>
      <FileItems files={files.slice(0, maxNamed)} />
      {unnamedCount > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('ui.more', { count: unnamedCount })}</summary>
          {isOpen && (
            <ScrollArea tabIndex={0} role="group" aria-label={t('copying.moreFiles')}>
              <FileItems files={files.slice(maxNamed)} />
            </ScrollArea>
          )}
        </details>
      )}
    </>
  )
}

const FileItems = ({ files }: { files: readonly OwnFile[] }) => (
  <FileListStyles>
    {files.map(({ record, name, path }) => (
      <li key={record.id}>
        {path !== '.' && (
          <span className="path">
            <FileName name={path} />
            {' / '}
          </span>
        )}
        <FileName name={name} whole />
      </li>
    ))}
  </FileListStyles>
)

interface LeftOutProps {
  text: 'copying.unsealed' | 'copying.unopened' | 'copying.elsewhere' | 'copying.returned'
  records: readonly FileRecord[]
}

function LeftOut({ text, records }: LeftOutProps) {
  if (records.length === 0) return null
  const names = records.slice(0, maxNamed).map(listedName)
  return (
    <Typography variant="body2" component="p" sx={{ mt: 1.5 }}>
      {rich(text, {
        count: records.length,
        more: Math.max(0, records.length - maxNamed),
        names: () => <FileNames names={names} />,
      })}
    </Typography>
  )
}

const FileListStyles = styled('ul')(({ theme: { typography, spacing, vars } }) => ({
  ...typography.body2,
  margin: spacing(0.75, 0, 0),
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  '& .path': { color: vars.palette.text.secondary },
  '& + details': { ...typography.body2, marginTop: spacing(0.5) },
  '& + details > summary': { cursor: 'pointer', color: vars.palette.text.secondary, width: 'fit-content' },
}))
