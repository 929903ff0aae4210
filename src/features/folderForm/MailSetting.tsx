import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'

/** For whoever runs the server: what is to be set, so that it sends mails. */
export const MailSetting = () => (
  <Disclosure summary={t('notices.details')}>{t('notices.mailSetting')}</Disclosure>
)
