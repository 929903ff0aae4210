import { t } from '../../i18n/t.ts'
import { Disclosure } from './Disclosure.tsx'

/** Names the settings that an operator needs for sending mail. */
export const MailSetting = () => (
  <Disclosure summary={t('notices.details')}>{t('notices.mailSetting')}</Disclosure>
)
