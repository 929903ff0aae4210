import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { callApi } from '../../../api/client.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { getLanguage } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { useHeadingFocusOnChange } from '../../../ui/hooks/useHeadingFocusOnChange.ts'

/** Offer to mail a confirmation of the batch to the verified address of its sender. */
export function MailConfirmationButton({ linkToken, batchId }: { linkToken: string; batchId: string }) {
  const [status, setStatus] = useState<'offered' | 'sending' | 'sent'>('offered')
  const [problem, setProblem] = useState<Fault | null>(null)
  const send = async () => {
    setStatus('sending')
    setProblem(null)
    try {
      const body = { batch_id: batchId, language: getLanguage() }
      await callApi('mailConfirmation', { params: { link_token: linkToken }, body })
      setStatus('sent')
    } catch (error) {
      setStatus('offered')
      setProblem(faultOf(error))
    }
  }
  useHeadingFocusOnChange(status === 'sent')
  return (
    <Container>
      {status !== 'sent' && (
        <BusyButton
          variant="text"
          size="small"
          color="inherit"
          busy={status === 'sending'}
          onClick={() => void send()}
        >
          {t(status === 'sending' ? 'upload.sendingConfirmation' : 'upload.mailConfirmation')}
        </BusyButton>
      )}
      <span role="status">{status === 'sent' && t('upload.confirmationSent')}</span>
      {problem !== null && <Problem role="alert">{faultText(problem)}</Problem>}
    </Container>
  )
}

/** The container keeps the height of the button, so that nothing moves when it goes. */
const Container = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  minHeight: theme.spacing(4.5),
  marginTop: theme.spacing(1.5),
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
  textWrap: 'balance',
}))

const Problem = styled('span')(({ theme }) => ({ color: theme.vars.palette.error.main }))
