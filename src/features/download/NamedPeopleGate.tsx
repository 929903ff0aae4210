import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { CodeStep, EmailStep } from '../../ui/gates/EmailGate.tsx'
import { linkStepped, selectDownloadPage } from './downloadPageSlice.ts'
import { enter, take } from './openLink.ts'

/** The gate of a link for named people: an e-mail address, and the code sent to it. */
export function NamedPeopleGate() {
  const dispatch = useAppDispatch()
  const { at, gate, email } = useAppSelector(selectDownloadPage)
  const onSubmit = (text: string) => void dispatch(enter(text))
  if (at === 'address') return <EmailStep gate={gate} text={t('download.namedText')} onSubmit={onSubmit} />
  return (
    <CodeStep
      gate={gate}
      text={rich('download.enterCodeText', { email })}
      sentText={t('download.codeSent')}
      onSubmit={onSubmit}
      onResend={() => void dispatch(take({ type: 'resend' }))}
      onChangeEmail={() => dispatch(linkStepped({ type: 'change-address' }))}
      onNoticeExpired={() => dispatch(linkStepped({ type: 'notice-expired' }))}
    />
  )
}
