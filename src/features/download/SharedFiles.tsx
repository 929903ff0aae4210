import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CollectionPanel, listHeading } from './CollectionPanel.tsx'
import { isRunning, selectPage } from './downloadPageSlice.ts'
import { texts } from './downloadTexts.ts'
import { saveAll } from './saveFiles.ts'
import { SharedFileRow } from './SharedFileRow.tsx'
import { rowStyles } from './rowStyles.ts'

/** Up to here all rows exist, so that the browser's own search finds them; beyond, only those in sight. */
const wholeUpTo = 300

/** The files of a link, each with its button, and one for all of them. */
export function SharedFiles() {
  const { rows, collection } = useAppSelector(selectPage)
  const body = useRef<HTMLDivElement>(null)
  const top = useTopOf(body)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 62,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: top,
    overscan: rows.length <= wholeUpTo ? wholeUpTo : 12,
  })
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState title="There is no file behind this link any more." />
      </Panel>
    )
  }
  return (
    <>
      <Panel sx={{ p: '0 !important', overflow: 'clip' }}>
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: 1.5, px: { xs: 2, sm: 3 }, py: 2, alignItems: { sm: 'center' } }}
        >
          <Typography
            id={listHeading}
            variant="h2"
            tabIndex={-1}
            sx={{ flex: 1, fontSize: '1rem', outline: 'none' }}
          >
            {texts.ready}
          </Typography>
          {rows.length > 1 && <AllButtons />}
        </Stack>
        <Box ref={body} role="list" sx={rowStyles} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="row"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {rows[index] && <SharedFileRow row={rows[index]} />}
            </div>
          ))}
        </Box>
      </Panel>
      {collection && <CollectionPanel key={collection.phase} collection={collection} />}
    </>
  )
}

function AllButtons() {
  const dispatch = useAppDispatch()
  const { rows, collection } = useAppSelector(selectPage)
  const busy = collection?.phase === 'saving' || rows.some(isRunning)
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, flexWrap: 'wrap', '& > *': { flex: { xs: '1 1 auto', sm: 'none' } } }}
    >
      {'showDirectoryPicker' in window && (
        <BusyButton variant="outlined" busy={busy} onClick={() => void dispatch(saveAll('folder'))}>
          Save to folder…
        </BusyButton>
      )}
      <BusyButton variant="contained" busy={busy} onClick={() => void dispatch(saveAll('archive'))}>
        Download All as ZIP
      </BusyButton>
    </Stack>
  )
}

/** Where the list begins on the page, which scrolls as a whole. */
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
