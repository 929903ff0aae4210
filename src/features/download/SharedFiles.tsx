import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { preloadSavingLate } from '../../saving/preloadSaving.ts'
import { recipientEndText } from '../../saving/recipientTexts.ts'
import { useMessageReader } from '../../saving/useMessageReader.tsx'
import { usePreview } from '../../preview/usePreview.tsx'
import { SavingPanel } from '../../saving/SavingPanel.tsx'
import { selectIsAnyRunning, selectSaving } from '../../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { FlushPanel, Panel } from '../../ui/page/Panel.tsx'
import { StickyFooter } from '../../ui/page/StickyFooter.tsx'
import { usePageRows, VirtualRows } from '../../ui/lists/VirtualRows.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { selectDownloadPage, type SharedRow } from './downloadPageSlice.ts'
import { FileRowStyles } from './FileRowStyles.ts'
import { loadPreview, saveAll, saveFile } from './saveFiles.ts'
import { SharedFileRow } from './SharedFileRow.tsx'
import { DirectoryRow } from './DirectoryRow.tsx'
import { initialToggles, isDirectoryOpen, withToggledDirectory, withTyped } from './directoryToggles.ts'
import { groupByDirectory, filterDirectories, visibleLines, type ListLine } from './linkDirectories.ts'

/** Loaded on demand: most links have few files. */
const FileSearch = lazyExport(() => import('./FileSearch.tsx'), 'FileSearch')

/** Id of the heading, which gets the focus when the panel below is closed. */
const listHeading = 'files-ready'

/** The search field is shown for more files than this. */
const searchThreshold = 20
/** Directories are collapsed initially if there are more files than this. */
const expandUpTo = 50

/** The files of a link by directory, each with a button, and one button for all. */
export function SharedFiles() {
  const { rows } = useAppSelector(selectDownloadPage)
  const isSaving = useAppSelector((state) => selectSaving(state, 'all') !== null)
  const { lines, files, toggle, search } = useLines(rows)
  const { body, virtual } = usePageRows(lines, { keyOf, height: 56, overscan: 12, renderAllUpTo: 300 })
  const { onContent, dialog } = useMessageReader()
  const dispatch = useAppDispatch()
  const preview = usePreview({
    files,
    describe: (row) => row,
    load: ({ id }, give) => dispatch(loadPreview(id, give)),
    onDownload: ({ id }) => void dispatch(saveFile(id)),
  })
  useEffect(preloadSavingLate, [])
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState title={t('download.none')} />
      </Panel>
    )
  }
  return (
    <>
      <FlushPanel>
        <Head>
          <Typography id={listHeading} variant="h3" component="h2" tabIndex={-1}>
            {t('download.ready')}
          </Typography>
          {rows.length > 1 && <AllButtons />}
        </Head>
        {rows.length > searchThreshold && (
          <Suspense fallback={<SearchPlaceholder />}>
            <FileSearch {...search} />
          </Suspense>
        )}
        <FileRowStyles ref={body} role="list" style={{ height: virtual.getTotalSize() }}>
          <VirtualRows items={lines} virtual={virtual} role="listitem">
            {(line) => <Line line={line} onToggle={toggle} onContent={onContent} onPreview={preview.open} />}
          </VirtualRows>
        </FileRowStyles>
      </FlushPanel>
      {dialog}
      {preview.dialog}
      {isSaving && (
        <StickyFooter>
          <SavingPanel id="all" endText={recipientEndText} heading={`#${listHeading}`} />
        </StickyFooter>
      )}
    </>
  )
}

/** Returns the visible lines, and the files in their order. A search expands the directories with matches, which can be closed. */
function useLines(rows: readonly SharedRow[]) {
  const [toggles, setToggles] = useState(initialToggles)
  const { typed } = toggles
  const directories = useMemo(() => groupByDirectory(rows), [rows])
  const startOpen = rows.length <= expandUpTo || directories.length === 1
  const matchingDirectories = useMemo(() => filterDirectories(directories, typed), [directories, typed])
  const lines = useMemo(
    () => visibleLines(matchingDirectories, (path) => isDirectoryOpen(toggles, path, startOpen)),
    [matchingDirectories, toggles, startOpen],
  )
  const toggle = (path: string) => setToggles((before) => withToggledDirectory(before, path))
  const onType = (text: string) => setToggles((before) => withTyped(before, text))
  const files = useMemo(
    () => matchingDirectories.flatMap(({ rows: matches }) => matches),
    [matchingDirectories],
  )
  return { lines, files, toggle, search: { typed, found: files.length, onType } }
}

const keyOf = (line: ListLine) => (line.kind === 'file' ? line.row.id : `/${line.directory.path}`)

interface LineProps extends Pick<Parameters<typeof SharedFileRow>[0], 'onContent' | 'onPreview'> {
  line: ListLine
  onToggle: (path: string) => void
}

function Line({ line, onToggle, ...actions }: LineProps) {
  return line.kind === 'file' ? (
    <SharedFileRow row={line.row} {...actions} />
  ) : (
    <DirectoryRow directory={line.directory} isOpen={line.isOpen} onToggle={onToggle} />
  )
}

function AllButtons() {
  const dispatch = useAppDispatch()
  const hasEnded = useAppSelector((state) => selectDownloadPage(state).failure !== null)
  const busy = useAppSelector(selectIsAnyRunning) || hasEnded
  return (
    <Buttons>
      <BusyButton variant="contained" busy={busy} onClick={() => void dispatch(saveAll('archive'))}>
        {t('download.downloadAll')}
      </BusyButton>
      {'showDirectoryPicker' in window && (
        <BusyButton busy={busy} onClick={() => void dispatch(saveAll('folder'))}>
          {t('download.saveToFolder')}
        </BusyButton>
      )}
    </Buttons>
  )
}

/** Reserves the height of the search field, so that the list does not move. */
const SearchPlaceholder = styled('div')({ height: 56 })

const Head = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1.5),
  padding: spacing(2),
  '& button': { flex: '1 1 auto' },
  [breakpoints.up('sm')]: {
    flexDirection: 'row',
    // Wrap below the heading before the buttons wrap.
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingInline: spacing(3),
    '& button': { flex: 'none' },
  },
}))
