import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { rowName } from '../tree/rowName.ts'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import { type UnlockedKey, useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import { acceptReturned } from '../../../trust/seenFilesMemory.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { FileNames } from '../../../ui/values/FileName.tsx'
import { Muted } from '../../../ui/theme/layout.ts'
import { readDeletedOfBatches } from './deletedOfBatches.ts'
import type { Origins } from './origins.ts'
import {
  type IncompleteBatch,
  selectSealedNames,
  selectIncompleteBatches,
  selectMarkOf,
  selectReturned,
  selectUnopenedHere,
  selectUnsealed,
  unopenedForgotten,
} from './sealedFilesSlice.ts'

/** Maximum number of batches that are listed one by one. */
const maxListedBatches = 3
const maxNamed = 5

/** Warnings about damaged files, and about manifests that differ from the list. */
export function FileWarnings({
  folder: { id: folderId },
  records,
  origins,
  elsewhere,
}: {
  folder: Folder
  records: readonly FileRecord[]
  origins: Origins['byFile']
  elsewhere: Origins['elsewhere']
}) {
  const damaged = useMemo(() => records.filter(({ damaged_at }) => damaged_at !== undefined), [records])
  const movedFiles = useMemo(
    () => records.filter(({ id }) => elsewhere.has(id) && origins.get(id) !== 'wrong'),
    [records, elsewhere, origins],
  )
  // Proven for another folder: put here by the server or by somebody with that folder's link.
  const wrongOrigin = useMemo(
    () => records.filter(({ id }) => origins.get(id) === 'wrong'),
    [records, origins],
  )
  const sealedNames = useAppSelector(selectSealedNames)
  const alteredCount = useMemo(
    () => records.filter(({ id }) => (sealedNames[id]?.differences.length ?? 0) > 0).length,
    [records, sealedNames],
  )
  const incomplete = useAppSelector((state) => selectIncompleteBatches(state, records))
  const batches = useMemo(() => {
    const deleted = readDeletedOfBatches()
    return incomplete.filter(({ id, count, present }) => present.length + (deleted[id] ?? 0) < count)
  }, [incomplete])
  const { length: unsealedCount } = useAppSelector((state) => selectUnsealed(state, records))
  const unopened = useAppSelector((state) => selectUnopenedHere(state, records))
  const returned = useAppSelector((state) => selectReturned(state, records))
  const unlistedCount = batches.length - maxListedBatches
  if (
    unopened.length +
      damaged.length +
      movedFiles.length +
      wrongOrigin.length +
      returned.length +
      alteredCount +
      unsealedCount +
      batches.length ===
    0
  )
    return null
  return (
    <Stack spacing={1}>
      {damaged.length > 0 && <FilesError text="files.damaged" files={damaged} />}
      {movedFiles.length > 0 && <FilesError text="files.elsewhere" files={movedFiles} />}
      {wrongOrigin.length > 0 && <FilesError text="files.wrongOrigins" files={wrongOrigin} />}
      {unopened.length > 0 && <UnopenedNote files={unopened} />}
      {returned.length > 0 && <ReturnedQuestion folderId={folderId} files={returned} />}
      {alteredCount > 0 && <Banner severity="warning">{t('files.altered', { count: alteredCount })}</Banner>}
      {unsealedCount > 0 && (
        <Banner severity="warning">{t('files.unsealed', { count: unsealedCount })}</Banner>
      )}
      {batches.slice(0, maxListedBatches).map((batch) => (
        <IncompleteBatchNote key={batch.id} batch={batch} />
      ))}
      {unlistedCount > 0 && (
        <Typography variant="small" color="textSecondary">
          {t('files.moreBatches', { count: unlistedCount })}
        </Typography>
      )}
    </Stack>
  )
}

interface FilesErrorProps {
  text: 'files.damaged' | 'files.elsewhere' | 'files.wrongOrigins'
  files: readonly FileRecord[]
}

function FilesError({ text, files }: FilesErrorProps) {
  return (
    <Banner severity="error">
      {rich(text, { count: files.length, names: () => <SomeNames files={files} /> })}
    </Banner>
  )
}

/** What is stored may be whole: browsers have had faults of their own. */
function UnopenedNote({ files }: { files: readonly FileRecord[] }) {
  const dispatch = useAppDispatch()
  const retry = (
    <Button size="small" onClick={() => dispatch(unopenedForgotten())}>
      {t('ui.tryAgain')}
    </Button>
  )
  return (
    <Banner severity="warning" action={retry}>
      {rich('files.unopenedHere', { count: files.length, names: () => <SomeNames files={files} /> })}
    </Banner>
  )
}

/** Asks about files that were deleted or missing, and that the server shows again. */
function ReturnedQuestion({ folderId, files }: { folderId: number; files: readonly FileRecord[] }) {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const button = key && (
    <Button size="small" onClick={() => void dispatch(acceptFiles(folderId, files, key))}>
      {t('files.acceptReturned')}
    </Button>
  )
  return (
    <Banner severity="warning" action={button}>
      {rich('files.deletedBack', { count: files.length, names: () => <SomeNames files={files} /> })}
    </Banner>
  )
}

const acceptFiles =
  (folderId: number, files: readonly FileRecord[], key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const marked = files.flatMap(({ id }) => {
      const mark = selectMarkOf(getState(), id)
      return mark === undefined ? [] : [{ id, mark }]
    })
    await dispatch(acceptReturned(folderId, marked, key))
  }

function SomeNames({ files }: { files: readonly FileRecord[] }) {
  const unnamedCount = files.length - maxNamed
  const sealedNames = useAppSelector(selectSealedNames)
  const names = () => (
    <FileNames names={files.slice(0, maxNamed).map((file) => rowName(file, sealedNames[file.id]))} />
  )
  return unnamedCount > 0 ? rich('files.someNames', { names, more: unnamedCount }) : names()
}

/** Worded neutrally, since files may have failed to upload or been deleted. */
function IncompleteBatchNote({ batch: { count: sent, present } }: { batch: IncompleteBatch }) {
  return (
    <Banner severity="info">
      {rich('files.batch', {
        present: present.length,
        sent,
        more: (content) => <Muted>{content}</Muted>,
        time: () => <DateTime iso={present[0]?.upload_time ?? null} />,
        names: () => <SomeNames files={present} />,
      })}
    </Banner>
  )
}
