import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { EmailGate } from '../../ui/gates/EmailGate.tsx'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { driveLink } from './openLink.ts'

/** The gate of a link for named people: an e-mail address, and the code sent to it. */
export function NamedPeopleGate() {
  const dispatch = useAppDispatch()
  const page = useAppSelector(selectDownloadPage)
  return (
    <EmailGate
      link={page}
      addressText={t('download.namedText')}
      codeText={rich('download.enterCodeText', { email: page.email })}
      sentText={t('download.codeSent')}
      onInput={(...input) => void dispatch(driveLink(...input))}
    />
  )
}
