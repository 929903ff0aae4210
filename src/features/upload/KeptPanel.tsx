import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileNames } from '../../ui/FileName.tsx'
import { count, formatBytes, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Buttons, Muted } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { BatchBar } from './BatchBar.ts'
import { lossTexts } from './lossTexts.ts'
import { forgetRequested, keptFilesRequested, type KeptProblem, keptUploadRequested } from './uploadEvents.ts'
import { type Kept, selectUpload } from './uploadSlice.ts'

/** An upload that did not come to its end: what is missing, and how to go on. */
export function KeptPanel() {
  const { kept } = useAppSelector(selectUpload)
  if (!kept) return null
  const { files, bytes, storedFiles, arrivedBytes, canFindFiles, searching, problem } = kept
  const others = files - storedFiles - kept.missing.length
  return (
    <Whole component="section" aria-labelledby="kept-upload">
      <div>
        <Typography variant="h2" id="kept-upload">
          Continue your upload?
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {`It was started on ${formatDateTime(new Date(kept.startedAt).toISOString())} and did not finish. `}
          {arrivedBytes === 0 && storedFiles === 0
            ? `Nothing of its ${count(files, 'file')} has arrived yet.`
            : `${formatNumber(storedFiles)} of ${count(files, 'file')} are stored, and ${formatBytes(arrivedBytes)} of ${formatBytes(bytes)} have arrived: they are not sent again.`}
        </Typography>
      </div>
      <BatchBar
        aria-label="Arrived so far"
        variant={searching ? 'indeterminate' : 'determinate'}
        value={bytes > 0 ? (arrivedBytes / bytes) * 100 : 0}
      />
      <div className="line">
        <Muted>{`Missing: `}</Muted>
        <FileNames names={kept.missing} />
        {others > 0 && ` and ${formatNumber(others)} more`}
      </div>
      <div className="line" role="status">
        {problem && problemText(problem)}
        {!problem && !canFindFiles && 'Choose or drop the same files or folder again, and it goes on.'}
      </div>
      <GoingOn kept={kept} />
    </Whole>
  )
}

function problemText(problem: KeptProblem): string {
  if (problem.code === 'may-not-read')
    return 'The browser may not read the files. Try again, or choose the same files or folder again.'
  const { files } = problem
  return `${count(files, 'file')} not found as ${files === 1 ? 'it was' : 'they were'}: changed, moved or deleted.`
}

function GoingOn({ kept }: { kept: Kept }) {
  const dispatch = useAppDispatch()
  const [asking, setAsking] = useState(false)
  const { canFindFiles, searching, found } = kept
  return (
    <Buttons>
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
      <ForgetDialog kept={kept} open={asking} onClose={() => setAsking(false)} />
    </Buttons>
  )
}

function ForgetDialog({ kept, open, onClose }: { kept: Kept; open: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const { files, storedFiles, storedBytes, arrivedBytes } = kept
  const missing = files - storedFiles
  const hasBegun = arrivedBytes > storedBytes
  const loss = {
    storedFiles,
    arrivedBytes: arrivedBytes - storedBytes,
    begunFiles: hasBegun ? missing : 0,
    unsentFiles: hasBegun ? 0 : missing,
  }
  return (
    <ConfirmDialog
      open={open}
      title="Forget this upload?"
      confirmLabel="Forget"
      destructive
      onConfirm={() => {
        onClose()
        dispatch(forgetRequested())
      }}
      onCancel={onClose}
    >
      {lossTexts(loss).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>What this browser remembers of it is removed, too.</p>
    </ConfirmDialog>
  )
}

const Whole = styled(Panel)(({ theme: { typography, spacing } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1.5),
  '& > div > h2 + p': { marginTop: spacing(0.5) },
  '& > .line': { ...typography.body2, overflowWrap: 'anywhere', '&:empty': { display: 'none' } },
})) as typeof Panel
