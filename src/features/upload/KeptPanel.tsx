import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileNames } from '../../ui/FileName.tsx'
import { count, formatBytes, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { lossTexts } from './lossTexts.ts'
import { forgetRequested, keptFilesRequested, keptUploadRequested } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** An upload that did not come to its end: what is missing, and how to go on. */
export function KeptPanel() {
  const dispatch = useAppDispatch()
  const { kept } = useAppSelector(selectUpload)
  const [asking, setAsking] = useState(false)
  if (!kept) return null
  const {
    files,
    bytes,
    storedFiles,
    storedBytes,
    arrivedBytes,
    startedAt,
    canFindFiles,
    searching,
    found,
    problem,
  } = kept
  const missing = files - storedFiles
  const others = missing - kept.missing.length
  const forget = () => {
    setAsking(false)
    dispatch(forgetRequested())
  }

  return (
    <Panel component="section" aria-labelledby="kept-upload">
      <Stack sx={{ gap: 1.5 }}>
        <div>
          <Typography variant="h2" id="kept-upload">
            Continue your upload?
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {`It was started on ${formatDateTime(new Date(startedAt).toISOString())} and did not finish. `}
            {arrivedBytes === 0 && storedFiles === 0
              ? `Nothing of its ${count(files, 'file')} has arrived yet.`
              : `${formatNumber(storedFiles)} of ${count(files, 'file')} are stored, and ${formatBytes(arrivedBytes)} of ${formatBytes(bytes)} have arrived: they are not sent again.`}
          </Typography>
        </div>
        <LinearProgress
          aria-label="Arrived so far"
          variant={searching ? 'indeterminate' : 'determinate'}
          value={bytes > 0 ? (arrivedBytes / bytes) * 100 : 0}
          sx={{ height: 6, borderRadius: 3 }}
        />
        <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {`Missing: `}
          </Box>
          <FileNames names={kept.missing} />
          {others > 0 && ` and ${formatNumber(others)} more`}
        </Box>
        <Box role="status" sx={{ fontSize: '0.875rem', '&:empty': { display: 'none' } }}>
          {problem}
          {!problem && !canFindFiles && 'Choose or drop the same files or folder again, and it goes on.'}
        </Box>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {canFindFiles && (
            <Button
              variant={found ? 'outlined' : 'contained'}
              disabled={searching}
              onClick={() => dispatch(keptFilesRequested())}
            >
              {searching ? 'Looking for the files...' : found === null ? 'Continue upload' : 'Look again'}
            </Button>
          )}
          {found !== null && found > 0 && (
            <Button variant="contained" disabled={searching} onClick={() => dispatch(keptUploadRequested())}>
              {`Continue with ${count(found, 'file')}`}
            </Button>
          )}
          <Button color="inherit" disabled={searching} onClick={() => setAsking(true)}>
            Forget this upload
          </Button>
        </Stack>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Forget this upload?"
        confirmLabel="Forget"
        destructive
        onConfirm={forget}
        onCancel={() => setAsking(false)}
      >
        {lossTexts({
          storedFiles,
          arrivedBytes: arrivedBytes - storedBytes,
          begunFiles: arrivedBytes > storedBytes ? missing : 0,
          unsentFiles: arrivedBytes > storedBytes ? 0 : missing,
        }).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>What this browser remembers of it is removed, too.</p>
      </ConfirmDialog>
    </Panel>
  )
}
