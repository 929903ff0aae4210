import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { recipientEndText } from '../../saving/recipientTexts.ts'
import { SavingPanel } from '../../saving/SavingPanel.tsx'
import { selectIsAnyGoing, selectSaving } from '../../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FlushPanel, Panel } from '../../ui/Panel.tsx'
import { StickyFoot } from '../../ui/StickyFoot.tsx'
import { useTopOf } from '../../ui/useTopOf.ts'
import { selectPage } from './downloadPageSlice.ts'
import { texts } from './downloadTexts.ts'
import { saveAll } from './saveFiles.ts'
import { SharedFileRow } from './SharedFileRow.tsx'
import { rowStyles } from './rowStyles.ts'

/** Up to here all rows exist, so that the browser's own search finds them; beyond, only those in sight. */
const wholeUpTo = 300

/** Gets the focus when the panel below goes. */
const listHeading = 'files-ready'

/** The files of a link, each with its button, and one for all of them. */
export function SharedFiles() {
  const { rows } = useAppSelector(selectPage)
  const isSaving = useAppSelector((state) => selectSaving(state, 'all') !== null)
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
      <FlushPanel>
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: 1.5, px: { xs: 2, sm: 3 }, py: 2, alignItems: { sm: 'center' } }}
        >
          <Typography id={listHeading} variant="h3" component="h2" tabIndex={-1} sx={{ flex: 1 }}>
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
      </FlushPanel>
      {isSaving && (
        <StickyFoot>
          <SavingPanel id="all" endText={recipientEndText} heading={`#${listHeading}`} />
        </StickyFoot>
      )}
    </>
  )
}

function AllButtons() {
  const dispatch = useAppDispatch()
  const busy = useAppSelector(selectIsAnyGoing)
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
