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
import { damagedAdvice } from './damagedTexts.ts'
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

/** What is wrong with files: that they are damaged, and what their manifests tell otherwise than the list. */
export function NameNotes({ records, marks }: { records: readonly FileRecord[]; marks: Origins['marks'] }) {
  const damaged = useMemo(() => records.filter(({ damaged_at }) => damaged_at !== undefined), [records])
  const wrong = useMemo(() => records.filter(({ id }) => marks.get(id) === 'wrong'), [records, marks])
  const altered = useAppSelector(selectAltered)
  const alteredHere = useMemo(() => records.filter(({ id }) => id in altered).length, [records, altered])
  const batches = useAppSelector((state) => selectIncompleteBatches(state, records))
  const { length: unsealed } = useAppSelector((state) => selectUnsealed(state, records))
  const more = batches.length - batchesToldOf
  if (damaged.length + wrong.length + alteredHere + unsealed + batches.length === 0) return null
  return (
    <Stack spacing={1}>
      {damaged.length > 0 && <DamagedFiles files={damaged} />}
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

function DamagedFiles({ files }: { files: readonly FileRecord[] }) {
  return (
    <Banner severity="error">
      {`The server found ${count(files.length, 'file')} damaged on its disk: `}
      <SomeNames files={files} />
      {damagedAdvice}
    </Banner>
  )
}

function SomeNames({ files }: { files: readonly FileRecord[] }) {
  const more = files.length - filesNamed
  return (
    <>
      <FileNames names={files.slice(0, filesNamed).map(({ original_filename }) => original_filename)} />
      {more > 0 && `, and ${formatNumber(more)} more`}
    </>
  )
}

/** Nobody but the server, and whoever has a secret link of another folder, has a use for this. */
function WrongOrigins({ files }: { files: readonly FileRecord[] }) {
  return (
    <Banner severity="error">
      {`The proof of origin of ${count(files.length, 'file')} is wrong: `}
      <SomeNames files={files} />
      {
        '. Somebody made it for another folder or put it in the place of another file. Ask the sender before you trust it.'
      }
    </Banner>
  )
}

/** Neutral: some may have failed on the way, or have been deleted since. */
function BatchNote({ batch: { count: sent, present } }: { batch: IncompleteBatch }) {
  return (
    <Banner severity="info">
      {`${formatNumber(present.length)} of ${formatNumber(sent)} of this batch`}
      <Muted>
        {' · sent '}
        <DateTime iso={present[0]?.upload_time ?? null} />
        {' · '}
        <SomeNames files={present} />
      </Muted>
    </Banner>
  )
}
