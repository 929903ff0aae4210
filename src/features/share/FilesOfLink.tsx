import Typography from '@mui/material/Typography'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { directoryOf } from '../../../core/keys/storedNames.ts'
import { FileNames } from '../../ui/FileName.tsx'
import { Muted } from '../../ui/layout.ts'

const named = 3

/** Lists the files of the link, and notes that directory names are disclosed. */
export function FilesOfLink({ records }: { records: readonly FileRecord[] }) {
  const names = records.slice(0, named).map(({ original_filename }) => original_filename)
  const more = records.length - named
  const hasPaths = records.some((record) => directoryOf(record) !== '.')
  const listed = { count: records.length, names: () => <FileNames names={names} /> }
  return (
    <Typography variant="body2" component="div">
      {more > 0 ? rich('share.filesAndMore', { ...listed, more }) : rich('share.files', listed)}
      {hasPaths && (
        <div>
          <Muted>{t('share.pathsTold')}</Muted>
        </div>
      )}
    </Typography>
  )
}
