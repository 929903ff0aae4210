import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { rich } from '../../../i18n/rich.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { MakeRecoveryCodeDialog } from '../recoveryCode/MakeRecoveryCodeDialog.tsx'
import { allStepsDone, stepStates, type NewKeyPair, type RequiredSteps } from './newKeyPair.ts'
import { RequiredStep } from './RequiredStep.tsx'
import { useLeaveWarning } from '../common/useLeaveWarning.ts'
import { useNewKeyPairSteps } from './useNewKeyPairSteps.ts'

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
  const { steps, upload, save, download, dialogs } = useNewKeyPairSteps(username, pair)
  const passwordText = usePasswordText()
  const complete = allStepsDone(steps)
  const states = stepStates(steps)
  const [makingCode, setMakingCode] = useState(false)
  const [leftCode, setLeftCode] = useState(false)
  const hasCode = codeMadeAt !== null && !leftCode

  useLeaveWarning(!complete)

  return (
    <FormDialog
      maxWidth="sm"
      title={t(complete ? 'keys.newPairInForce' : 'keys.newPair')}
      spacing={1}
      actions={
        <CloseButton
          variant="contained"
          disabled={!complete}
          title={complete ? undefined : t('keys.completeFirst')}
          onClick={onClose}
        >
          {t(complete ? 'keys.doneClose' : 'ui.close')}
        </CloseButton>
      }
    >
      <Explanation>{t(complete ? 'keys.newPairInForceText' : 'keys.newPairText')}</Explanation>
      <Steps>
        <RequiredStep
          number={1}
          {...states.upload}
          title={t('keys.stepUpload')}
          text={t('keys.stepUploadText')}
          label={t(stepLabels.upload[steps.upload])}
          autoFocus
          onClick={() => void upload()}
        />
        <RequiredStep
          number={2}
          {...states.save}
          title={t('keys.stepSave')}
          text={passwordText('keys.stepSaveText')}
          label={t(stepLabels.save[steps.save])}
          onClick={() => void save()}
        />
        <RequiredStep
          number={3}
          {...states.download}
          title={rich('keys.stepDownload', { required: (content) => <Required>{content}</Required> })}
          text={passwordText('keys.stepDownloadText')}
          label={t(stepLabels.download[steps.download])}
          onClick={download}
        />
        {complete && (
          <RequiredStep
            number={4}
            done={hasCode}
            next={false}
            disabled={hasCode}
            title={t('keys.stepCode')}
            text={`${codeHasEnded ? `${t('keys.formerCode')} ` : ''}${t('keys.stepCodeText')}`}
            label={t(hasCode ? 'keys.madeCode' : 'keys.makeACode')}
            onClick={() => setMakingCode(true)}
          />
        )}
      </Steps>
      {makingCode && (
        <MakeRecoveryCodeDialog
          username={username}
          replaces={codeMadeAt !== null}
          onClose={(outcome) => {
            setMakingCode(false)
            if (outcome !== 'cancelled') setLeftCode(outcome === 'left')
          }}
        />
      )}
      {dialogs}
    </FormDialog>
  )
}

export const stepLabels = {
  upload: { open: 'keys.uploadKey', running: 'keys.uploadingKey', done: 'keys.uploadedKey' },
  save: { open: 'keys.saveKey', running: 'ui.saving', done: 'keys.savedKey' },
  download: { open: 'keys.downloadBackup', done: 'keys.downloadAgain' },
} as const satisfies { [Step in keyof RequiredSteps]: Record<RequiredSteps[Step], TextKey> }

const Steps = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 })

// A disabled button gets no pointer events, which its tooltip needs.
const CloseButton = styled(Button)({ '&.Mui-disabled': { pointerEvents: 'auto', cursor: 'not-allowed' } })

const Required = styled('span')(({ theme }) => ({ color: theme.vars.palette.warning.main }))
