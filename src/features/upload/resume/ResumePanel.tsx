import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { FileName } from '../../../ui/values/FileName.tsx'
import { formatDateTime, shownBytes } from '../../../../i18n/format.ts'
import { Buttons, Muted } from '../../../ui/theme/layout.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { lossTexts } from '../queue/lossTexts.ts'
import {
  forgetInterruptedRequested,
  fileSearchRequested,
  type ResumeProblem,
  resumeInterruptedRequested,
} from '../uploadEvents.ts'
import { type ResumableUpload, selectUpload } from '../uploadSlice.ts'

export function ResumePanel() {
  const { interrupted } = useAppSelector(selectUpload)
  if (!interrupted) return null
  const { fileCount, bytes, storedFileCount, arrivedBytes, canFindFiles, searching, problem } = interrupted
  const missingCount = fileCount - storedFileCount - interrupted.lostMessages
  return (
    <Container component="section" aria-labelledby="kept-upload">
      <div>
        <Typography variant="h2" id="kept-upload">
          {t('upload.continueUpload')}
        </Typography>
        <Explanation>
          {t('upload.startedAt', { time: formatDateTime(new Date(interrupted.startedAt).toISOString()) })}{' '}
          {arrivedBytes === 0 && storedFileCount === 0
            ? t('upload.nothingArrived', { count: fileCount })
            : t('upload.someArrived', {
                stored: storedFileCount,
                count: fileCount,
                arrived: shownBytes(arrivedBytes),
                bytes: shownBytes(bytes),
              })}
        </Explanation>
      </div>
      <LinearProgress
        aria-label={t('upload.arrivedSoFar')}
        variant={searching ? 'indeterminate' : 'determinate'}
        value={bytes > 0 ? (arrivedBytes / bytes) * 100 : 0}
      />
      {missingCount > 0 && <MissingFiles names={interrupted.missing} count={missingCount} />}
      <div className="line">{interrupted.lostMessages > 0 && t('upload.messageLost')}</div>
      <div className="line" role="status">
        {problem && problemText(problem)}
        {!problem && !canFindFiles && missingCount > 0 && t('upload.giveAgain')}
      </div>
      <ResumeActions interrupted={interrupted} />
    </Container>
  )
}

/** Names a single file; counts several, and lists the first few on request. */
function MissingFiles({ names, count }: { names: readonly string[]; count: number }) {
  const unnamedCount = count - names.length
  const [only] = names
  if (count === 1 && only !== undefined)
    return (
      <div className="line">{rich('upload.missingOne', { name: () => <FileName name={only} whole /> })}</div>
    )
  return (
    <Disclosure summary={t('upload.missing', { count })}>
      {names.map((name) => (
        <div key={name}>
          <FileName name={name} whole />
        </div>
      ))}
      {unnamedCount > 0 && <Muted>{t('ui.more', { count: unnamedCount })}</Muted>}
    </Disclosure>
  )
}

const problemText = (problem: ResumeProblem): string =>
  problem.code === 'may-not-read' ? t('upload.mayNotRead') : t('upload.notFound', { count: problem.files })

function ResumeActions({ interrupted }: { interrupted: ResumableUpload }) {
  const dispatch = useAppDispatch()
  const [asking, setAsking] = useState(false)
  const { canFindFiles, searching, found } = interrupted
  return (
    <Buttons>
      {canFindFiles && (
        <Button
          variant={found ? 'outlined' : 'contained'}
          disabled={searching}
          onClick={() => dispatch(fileSearchRequested())}
        >
          {t(searching ? 'upload.lookingForFiles' : found === null ? 'upload.goOn' : 'upload.lookAgain')}
        </Button>
      )}
      {found !== null && found > 0 && (
        <Button
          variant="contained"
          disabled={searching}
          onClick={() => dispatch(resumeInterruptedRequested())}
        >
          {t('upload.continueWith', { count: found })}
        </Button>
      )}
      <Button disabled={searching} onClick={() => setAsking(true)}>
        {t('upload.forgetUpload')}
      </Button>
      <ForgetDialog interrupted={interrupted} open={asking} onClose={() => setAsking(false)} />
    </Buttons>
  )
}

function ForgetDialog({
  interrupted,
  open,
  onClose,
}: {
  interrupted: ResumableUpload
  open: boolean
  onClose: () => void
}) {
  const dispatch = useAppDispatch()
  const { fileCount, storedFileCount, storedBytes, arrivedBytes } = interrupted
  const missing = fileCount - storedFileCount
  const hasBegun = arrivedBytes > storedBytes
  const loss = {
    storedFiles: storedFileCount,
    arrivedBytes: arrivedBytes - storedBytes,
    begunFiles: hasBegun ? missing : 0,
    unsentFiles: hasBegun ? 0 : missing,
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('upload.forgetQuestion')}
      confirmLabel={t('upload.forget')}
      destructive
      onConfirm={() => {
        onClose()
        dispatch(forgetInterruptedRequested())
      }}
      onCancel={onClose}
    >
      {lossTexts(loss).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>{t('upload.forgottenHere')}</p>
    </ConfirmDialog>
  )
}

const Container = styled(Panel)(({ theme: { typography, spacing } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1.5),
  '& > div > h2 + p': { marginTop: spacing(0.5) },
  '& > .MuiLinearProgress-root': { height: 8, borderRadius: 4 },
  '& > .line': { ...typography.body2, overflowWrap: 'anywhere', '&:empty': { display: 'none' } },
})) as typeof Panel
