import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { recipientEndText } from '../../saving/recipientTexts.ts'
import { SavingPanel } from '../../saving/SavingPanel.tsx'
import { selectIsAnyGoing, selectSaving } from '../../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Buttons } from '../../ui/layout.ts'
import { FlushPanel, Panel } from '../../ui/Panel.tsx'
import { StickyFoot } from '../../ui/StickyFoot.tsx'
import { useTopOf } from '../../ui/useTopOf.ts'
import { selectPage } from './downloadPageSlice.ts'
import { texts } from './downloadTexts.ts'
import { FileRows } from './FileRows.ts'
import { saveAll } from './saveFiles.ts'
import { SharedFileRow } from './SharedFileRow.tsx'

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
        <Head>
          <Typography id={listHeading} variant="h3" component="h2" tabIndex={-1}>
            {texts.ready}
          </Typography>
          {rows.length > 1 && <AllButtons />}
        </Head>
        <FileRows ref={body} role="list" style={{ height: virtual.getTotalSize() }}>
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
        </FileRows>
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
    <Buttons>
      {'showDirectoryPicker' in window && (
        <BusyButton variant="outlined" busy={busy} onClick={() => void dispatch(saveAll('folder'))}>
          Save to folder…
        </BusyButton>
      )}
      <BusyButton variant="contained" busy={busy} onClick={() => void dispatch(saveAll('archive'))}>
        Download All as ZIP
      </BusyButton>
    </Buttons>
  )
}

const Head = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1.5),
  padding: spacing(2),
  '& button': { flex: '1 1 auto' },
  [breakpoints.up('sm')]: {
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingInline: spacing(3),
    '& button': { flex: 'none' },
  },
}))
