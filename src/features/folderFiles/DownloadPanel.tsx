import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FileName } from '../../ui/FileName.tsx'
import { count, formatBytes, formatDuration, formatNumber, formatRate } from '../../ui/format.ts'
import { severityOf } from './downloadResults.ts'
import { type DownloadResult, type DownloadState, resultClosed, selectDownload } from './downloadSlice.ts'
import { cancelDownload } from './ownDownload.ts'

/** How the running download goes, or how the last one ended. */
export function DownloadPanel({ folderId }: { folderId: number }) {
  const download = useAppSelector(selectDownload)
  if (download.phase === 'idle' || (download.phase === 'ended' && download.folderId !== folderId)) return null
  return (
    <Box sx={place}>
      {download.phase === 'ended' ? <Ended download={download} /> : <Running download={download} />}
    </Box>
  )
}

/** Below the list, and at the lower edge of the window while the list is longer than that. */
const place = {
  position: 'sticky',
  bottom: 16,
  zIndex: 3,
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: '0 8px 24px #0a0f1f1f',
} as const

function Ended({ download: { filename, result } }: { download: Extract<DownloadState, { phase: 'ended' }> }) {
  const dispatch = useAppDispatch()
  return (
    <Banner
      severity={severityOf(result)}
      action={
        <Button size="small" color="inherit" onClick={() => dispatch(resultClosed())}>
          Close
        </Button>
      }
    >
      <Box component="strong" sx={{ display: { xs: 'block', sm: 'inline' } }}>
        <FileName name={filename} whole />
      </Box>{' '}
      {result.text}
      {result.notes.map((note) => (
        <Box key={note} sx={{ color: 'text.primary', mt: 0.25 }}>
          {note}
        </Box>
      ))}
      {result.failures.length > 1 && <FailureList failures={result.failures} />}
    </Banner>
  )
}

/** Every file by name; the notes above name the first few. */
function FailureList({ failures }: Pick<DownloadResult, 'failures'>) {
  return (
    <Box component="details" sx={{ mt: 0.5, color: 'text.primary' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 560 }}>
        {`Show all ${formatNumber(failures.length)} files that were left out`}
      </Box>
      <Box
        component="ul"
        tabIndex={0}
        aria-label="Files left out"
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 160, overflow: 'auto' }}
      >
        {failures.slice(0, failuresListed).map(({ name, error }, index) => (
          <li key={index}>
            <FileName name={name} whole />
            {`: ${error}`}
          </li>
        ))}
        {failures.length > failuresListed && (
          <li>{`and ${formatNumber(failures.length - failuresListed)} more`}</li>
        )}
      </Box>
    </Box>
  )
}

/** A list that nobody reads to its end. */
const failuresListed = 500

function Running({ download }: { download: Extract<DownloadState, { phase: 'opening' | 'saving' }> }) {
  const { filename, files, done } = download
  const fraction = download.phase === 'saving' && download.total > 0 ? download.bytes / download.total : 0
  return (
    <Box
      role="group"
      aria-label="Download in progress"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', px: 2, py: 1.5 }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, fontSize: '0.875rem' }}>
          <Box sx={{ display: 'flex', fontWeight: 560 }}>
            <FileName name={filename} />
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {download.phase === 'opening'
              ? `Opening keys: ${formatNumber(done)} of ${formatNumber(files)}`
              : savingText(download)}
          </Box>
        </Box>
        <Button size="small" variant="outlined" onClick={cancelDownload}>
          Cancel
        </Button>
      </Stack>
      <LinearProgress
        aria-label="Download progress"
        variant={download.phase === 'opening' && done === 0 ? 'indeterminate' : 'determinate'}
        value={100 * (download.phase === 'opening' ? done / files : fraction)}
        sx={{ mt: 1, height: 4, borderRadius: 2 }}
      />
    </Box>
  )
}

function savingText(download: Extract<DownloadState, { phase: 'saving' }>): string {
  const { bytes, total, bytesPerSecond, files, done } = download
  const parts = [`Saving: ${formatBytes(bytes)} of ${formatBytes(total)}`]
  if (files > 1) parts.push(`${formatNumber(done)} of ${count(files, 'file')}`)
  if (bytesPerSecond !== null && bytesPerSecond > 0) {
    parts.push(formatRate(bytesPerSecond), `${formatDuration((total - bytes) / bytesPerSecond)} left`)
  }
  return parts.join(' · ')
}
