import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import { shownText } from '../../../contract/shownText.ts'
import { selectIsAnyRunning } from '../../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { FolderPath } from '../../ui/values/FolderPath.tsx'
import { shownBytes } from '../../../i18n/format.ts'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { saveDirectoryAsZip } from './saveFiles.ts'
import type { LinkDirectory } from './linkDirectories.ts'

interface DirectoryRowProps {
  directory: LinkDirectory
  isOpen: boolean
  onToggle: (path: string) => void
}

export function DirectoryRow({ directory, isOpen, onToggle }: DirectoryRowProps) {
  const dispatch = useAppDispatch()
  const hasEnded = useAppSelector((state) => selectDownloadPage(state).failure !== null)
  const busy = useAppSelector(selectIsAnyRunning) || hasEnded
  const { path, rows, bytes } = directory
  // The button for all files does the same for the only directory, and a single file needs no archive.
  const isPartOfLink = useAppSelector((state) => selectDownloadPage(state).rows.length > rows.length)
  const isVerified = rows.every(({ last, isSealed }) => isSealed && last?.type === 'saved')
  return (
    <div className="directory">
      <button type="button" className="opener" aria-expanded={isOpen} onClick={() => onToggle(path)}>
        <ChevronRightIcon fontSize="small" data-open={isOpen} />
        <span className="texts">
          <FolderPath path={path} wholeOnPhone />
          <span className="figures">
            {t('download.summary', { count: rows.length, size: shownBytes(bytes) })}
            {isVerified && <span className="verified">{t('download.verifiedMark')}</span>}
          </span>
        </span>
      </button>
      {isPartOfLink && (
        <Button
          size="small"
          aria-label={t('download.folderAsZipOf', { name: shownText(path) })}
          aria-disabled={busy}
          onClick={() => busy || void dispatch(saveDirectoryAsZip(directory))}
        >
          {t('download.folderAsZip')}
        </Button>
      )}
    </div>
  )
}
