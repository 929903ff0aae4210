import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useOwnText } from '../../session/useOwnText.ts'
import { rememberUser } from '../../session/session.ts'
import { rich } from '../../i18n/rich.ts'
import { type Key, t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { FoldersAtStake } from './FoldersAtStake.tsx'
import { MakeRecoveryCode } from './MakeRecoveryCode.tsx'
import { allStepsDone, type NewKeyPair, type RequiredSteps } from './newKeyPair.ts'
import { RequiredStep } from './RequiredStep.tsx'
import { useLeaveWarning } from './useLeaveWarning.ts'
import { useNewPairSteps } from './useNewPairSteps.ts'

interface NewKeyPairDialogProps {
  username: string
  pair: NewKeyPair
  /** Creation time of the current pair's recovery code; null if there is none. */
  codeMadeAt: string | null
  /** True if the former pair had a recovery code. */
  codeHasEnded: boolean
  onClose: () => void
}

/** Stays open until the pair is stored and its backup saved: a lost key loses every file sealed to it. */
export function NewKeyPairDialog({
  username,
  pair,
  codeMadeAt,
  codeHasEnded,
  onClose,
}: NewKeyPairDialogProps) {
  const { steps, upload, save, download, openQuestion, reply, dialog } = useNewPairSteps(username, pair)
  const complete = allStepsDone(steps)
  const [makingCode, setMakingCode] = useState(false)
  const [leftCode, setLeftCode] = useState(false)

  useLeaveWarning(!complete)

  return (
    <TitledDialog open maxWidth="sm" title={t(complete ? 'keys.newPairInForce' : 'keys.newPair')}>
      <DialogContent>
        <Explanation sx={{ mb: 1 }}>
          {t(complete ? 'keys.newPairInForceText' : 'keys.newPairText')}
        </Explanation>
        <Steps>
          <Upload steps={steps} onClick={() => void upload()} />
          <Save steps={steps} onClick={() => void save()} />
          <Download steps={steps} onClick={download} />
          {complete && (
            <Code
              isMade={codeMadeAt !== null && !leftCode}
              formerCodeRemoved={codeHasEnded}
              onClick={() => setMakingCode(true)}
            />
          )}
        </Steps>
      </DialogContent>
      {makingCode && (
        <MakeRecoveryCode
          username={username}
          replaces={codeMadeAt !== null}
          onMade={rememberUser}
          onClose={(end) => {
            setMakingCode(false)
            if (end !== 'cancelled') setLeftCode(end === 'left')
          }}
        />
      )}
      <ConfirmDialog
        open={openQuestion !== null}
        title={t('keys.changedMeanwhile')}
        confirmLabel={t('keys.goOn')}
        onConfirm={() => reply('sure')}
        onCancel={() => reply(null)}
      >
        <p>{t('keys.changedMeanwhileText')}</p>
        {openQuestion && <FoldersAtStake stakes={openQuestion} onOpenKey={() => reply('open')} />}
      </ConfirmDialog>
      {dialog}
      <DialogActions>
        <Close
          variant="contained"
          disabled={!complete}
          title={complete ? undefined : t('keys.completeFirst')}
          onClick={onClose}
        >
          {t(complete ? 'keys.doneClose' : 'ui.close')}
        </Close>
      </DialogActions>
    </TitledDialog>
  )
}

interface StepProps {
  steps: RequiredSteps
  onClick: () => void
}

const uploadLabels = {
  open: 'keys.uploadKey',
  running: 'keys.uploadingKey',
  done: 'keys.uploadedKey',
} as const satisfies Record<RequiredSteps['upload'], Key>

const Upload = ({ steps, onClick }: StepProps) => (
  <RequiredStep
    number={1}
    done={steps.upload === 'done'}
    next={steps.upload !== 'done'}
    title={t('keys.stepUpload')}
    text={t('keys.stepUploadText')}
    button={{
      autoFocus: true,
      disabled: steps.upload !== 'open',
      onClick,
      children: t(uploadLabels[steps.upload]),
    }}
  />
)

const saveLabels = {
  open: 'keys.saveKey',
  running: 'keys.savingKey',
  done: 'keys.savedKey',
} as const satisfies Record<RequiredSteps['save'], Key>

function Save({ steps, onClick }: StepProps) {
  const ownText = useOwnText()
  return (
    <RequiredStep
      number={2}
      done={steps.save === 'done'}
      next={steps.upload === 'done' && steps.save !== 'done'}
      title={t('keys.stepSave')}
      text={ownText('keys.stepSaveText')}
      button={{
        disabled: steps.upload !== 'done' || steps.save !== 'open',
        onClick,
        children: t(saveLabels[steps.save]),
      }}
    />
  )
}

const downloadLabels = { open: 'keys.downloadBackup', done: 'keys.downloadAgain' } as const satisfies Record<
  RequiredSteps['download'],
  Key
>

function Download({ steps, onClick }: StepProps) {
  const ownText = useOwnText()
  return (
    <RequiredStep
      number={3}
      done={steps.download === 'done'}
      next={steps.save === 'done' && steps.download !== 'done'}
      title={rich('keys.stepDownload', { required: (content) => <Required>{content}</Required> })}
      text={ownText('keys.stepDownloadText')}
      button={{ onClick, children: t(downloadLabels[steps.download]) }}
    />
  )
}

interface CodeProps {
  isMade: boolean
  formerCodeRemoved: boolean
  onClick: () => void
}

/** Offered after the three required steps. */
const Code = ({ isMade, formerCodeRemoved, onClick }: CodeProps) => (
  <RequiredStep
    number={4}
    done={isMade}
    next={false}
    title={t('keys.stepCode')}
    text={`${formerCodeRemoved ? `${t('keys.formerCode')} ` : ''}${t('keys.stepCodeText')}`}
    button={{ disabled: isMade, onClick, children: t(isMade ? 'keys.madeCode' : 'keys.makeACode') }}
  />
)

const Steps = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 })

// A disabled button gets no pointer events, which its tooltip needs.
const Close = styled(Button)({ '&.Mui-disabled': { pointerEvents: 'auto', cursor: 'not-allowed' } })

const Required = styled('span')(({ theme }) => ({ color: theme.vars.palette.warning.main }))
