import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useRef } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { useFocusHandover } from '../../ui/useFocusHandover.ts'
import { type Collection, collectionClosed, selectPage } from './downloadPageSlice.ts'
import { archiveName } from './downloadTexts.ts'
import { percentOf, progressText } from './progressText.ts'
import { cancelSaving } from './saveFiles.ts'

/** Of the list of files: gets the focus when this panel goes, or becomes another. */
export const listHeading = 'files-ready'

/** How the saving of everything goes, or how it ended; at the lower edge of the window while the list is longer. */
export function CollectionPanel({ collection }: { collection: Collection }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusHandover(box, `#${listHeading}`)
  return (
    <Box ref={box} sx={place}>
      {collection.phase === 'ended' ? <Ended collection={collection} /> : <Saving collection={collection} />}
    </Box>
  )
}

const place = {
  position: 'sticky',
  bottom: 16,
  zIndex: 3,
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: '0 8px 24px #0a0f1f1f',
} as const

function Ended({ collection }: { collection: Extract<Collection, { phase: 'ended' }> }) {
  const dispatch = useAppDispatch()
  const { severity, text, failures } = collection
  return (
    <Banner
      severity={severity}
      action={
        <Button size="small" color="inherit" onClick={() => dispatch(collectionClosed())}>
          Close
        </Button>
      }
    >
      {text}
      {failures.map((failure) => (
        <Box key={failure} sx={{ color: 'text.primary', mt: 0.25 }}>
          {failure}
        </Box>
      ))}
    </Banner>
  )
}

function Saving({ collection: { to, progress } }: { collection: Extract<Collection, { phase: 'saving' }> }) {
  const files = useAppSelector((state) => selectPage(state).rows.length)
  return (
    <Box
      role="group"
      aria-label="Download in progress"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', px: 2, py: 1.5 }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, fontSize: '0.875rem' }}>
          <Box sx={{ fontWeight: 560, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {to === 'archive' ? archiveName : 'Saving to the folder'}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {progress === null
              ? 'Starting...'
              : `${progressText(progress)} · ${formatNumber(progress.filesDone)} of ${count(files, 'file')}`}
          </Box>
        </Box>
        <Button size="small" variant="outlined" onClick={() => cancelSaving('collection')}>
          Cancel
        </Button>
      </Stack>
      <LinearProgress
        aria-label="Download progress"
        variant={progress === null ? 'indeterminate' : 'determinate'}
        value={percentOf(progress)}
        sx={{ mt: 1, height: 4, borderRadius: 2 }}
      />
    </Box>
  )
}
