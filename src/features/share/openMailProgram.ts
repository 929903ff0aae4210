import { shownText } from '../../../contract/shownText.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'

/** Without recipients, whom only the server names: the text may contain keys. */
export interface Mail {
  readonly subject: string
  readonly text: string
}

export const mailOfLink = (address: string, title: string | null, expiration: string | null): Mail => ({
  subject: title === null ? t('share.mailSubject') : shownText(title),
  text:
    expiration === null
      ? address
      : `${address}\n\n${t('share.mailEnd', { date: formatDateTime(expiration) })}`,
})

export const mailtoAddress = ({ subject, text }: Mail): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`

/** The address may contain keys, so no element of the page keeps it. */
export function openMailProgram(mail: Mail): void {
  const anchor = document.createElement('a')
  anchor.href = mailtoAddress(mail)
  anchor.click()
}
