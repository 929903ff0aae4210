import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import type { FileRecord } from '../../../contract/folders.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { FileNames } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { Muted } from '../../ui/layout.ts'
import type { Origins } from './origins.ts'
import {
  type IncompleteBatch,
  selectAltered,
  selectIncompleteBatches,
  selectUnsealed,
} from './sealedFilesSlice.ts'

/** Batches that are told of one by one. */
const batchesToldOf = 3
const filesNamed = 5

/** What the manifests of the files tell otherwise than the list. */
export function NameNotes({ records, marks }: { records: readonly FileRecord[]; marks: Origins['marks'] }) {
  const wrong = useMemo(() => records.filter(({ id }) => marks.get(id) === 'wrong'), [records, marks])
  const altered = useAppSelector(selectAltered)
  const alteredHere = useMemo(() => records.filter(({ id }) => id in altered).length, [records, altered])
  const batches = useAppSelector((state) => selectIncompleteBatches(state, records))
  const { length: unsealed } = useAppSelector((state) => selectUnsealed(state, records))
  const more = batches.length - batchesToldOf
  if (wrong.length + alteredHere + unsealed + batches.length === 0) return null
  return (
    <Stack spacing={1}>
      {wrong.length > 0 && <WrongOrigins files={wrong} />}
      {alteredHere > 0 && (
        <Banner severity="warning">
          {`The server altered what it says of ${count(alteredHere, 'file')}. Shown and saved is what the uploader sealed.`}
        </Banner>
      )}
      {unsealed > 0 && (
        <Banner severity="warning">
          {`No manifest came with ${count(unsealed, 'file')}: name and content are the server’s word there. Programs other than these pages send such files; a server can make them.`}
        </Banner>
      )}
      {batches.slice(0, batchesToldOf).map((batch) => (
        <BatchNote key={batch.id} batch={batch} />
      ))}
      {more > 0 && (
        <Typography variant="small" color="textSecondary">
          {`and ${count(more, 'more batch', 'more batches')} of which not all files are here`}
        </Typography>
      )}
    </Stack>
  )
}

/** Nobody but the server, and whoever has a secret link of another folder, has a use for this. */
function WrongOrigins({ files }: { files: readonly FileRecord[] }) {
  const names = files.slice(0, filesNamed).map(({ original_filename }) => original_filename)
  const more = files.length - filesNamed
  return (
    <Banner severity="error">
      {`The proof of origin of ${count(files.length, 'file')} is wrong: `}
      <FileNames names={names} />
      {more > 0 && `, and ${formatNumber(more)} more`}
      {
        '. Somebody made it for another folder or put it in the place of another file. Ask the sender before you trust it.'
      }
    </Banner>
  )
}

/** Neutral: some may have failed on the way, or have been deleted since. */
function BatchNote({ batch: { count: sent, present } }: { batch: IncompleteBatch }) {
  const names = present.slice(0, filesNamed).map(({ original_filename }) => original_filename)
  const more = present.length - filesNamed
  return (
    <Banner severity="info">
      {`${formatNumber(present.length)} of ${formatNumber(sent)} of this batch`}
      <Muted>
        {' · sent '}
        <DateTime iso={present[0]?.upload_time ?? null} />
        {' · '}
        <FileNames names={names} />
        {more > 0 && `, and ${formatNumber(more)} more`}
      </Muted>
    </Banner>
  )
}
