import Typography from '@mui/material/Typography'
import type { FileRecord } from '../../../contract/folders.ts'
import { directoryOf } from '../../transfer/keys/storedNames.ts'
import { FileNames } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { Muted } from '../../ui/layout.ts'

const named = 3

/** What will be handed out, and that the folders on the way to it are told too. */
export function FilesOfLink({ records }: { records: readonly FileRecord[] }) {
  const names = records.slice(0, named).map(({ original_filename }) => original_filename)
  const more = records.length - named
  const hasPaths = records.some((record) => directoryOf(record) !== '.')
  return (
    <Typography variant="body2" component="div">
      <strong>{count(records.length, 'file')}</strong>
      {': '}
      <FileNames names={names} />
      {more > 0 && `, and ${formatNumber(more)} more`}
      {hasPaths && (
        <div>
          <Muted>Recipients also see the names of the folders that these files lie in.</Muted>
        </div>
      )}
    </Typography>
  )
}
