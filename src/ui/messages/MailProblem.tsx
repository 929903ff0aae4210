import type { mailProblem } from '../../../i18n/noticeTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from './Banner.tsx'
import { TextLink } from '../buttons/TextLink.tsx'
import { Disclosure } from '../page/Disclosure.tsx'

interface MailProblemProps {
  problem: NonNullable<ReturnType<typeof mailProblem>>
  /** True to name the server's settings for mail. */
  namesSettings?: boolean
}

export const MailProblem = ({ problem, namesSettings = false }: MailProblemProps) => (
  <Banner
    severity="warning"
    action={
      problem.inProfile && (
        <TextLink to="/profile/$page" params={{ page: 'account' }}>
          {t('people.openProfile')}
        </TextLink>
      )
    }
  >
    {problem.text}
    {namesSettings && <MailSettingsHint />}
  </Banner>
)

/** Names the settings that an operator needs for sending mail. */
export const MailSettingsHint = () => (
  <Disclosure summary={t('notices.details')}>{t('notices.mailSetting')}</Disclosure>
)
