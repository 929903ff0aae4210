import type { Ref } from 'react'
import { productName } from '../../../../contract/shownLook.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { useUser } from '../../../session/session.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { useLook } from '../../../ui/theme/look.ts'
import { type SheetContent, sheetClass, sheetDate, type SheetLogo } from './recoverySheetFile.ts'

interface RecoverySheetProps {
  content: SheetContent
  /** The operator's logo, embedded in the sheet; null for the default. */
  logo: SheetLogo | null
  ref?: Ref<HTMLElement>
}

/** The sheet as plain elements: the saved file has only the stylesheet of recoverySheetFile.ts. */
export function RecoverySheet({ content, logo, ref }: RecoverySheetProps) {
  const { code, username, address, madeAt, words } = content
  const groups = code.split('-')
  const passwordText = usePasswordText()
  const { name, support } = useLook()
  const hasLogin = useUser()?.password_kind === 'login'
  return (
    <article className={sheetClass} ref={ref}>
      <header>
        {logo === null ? <DefaultLogo /> : <img alt="" {...logo} />}
        {shownText(name ?? productName)}
      </header>
      <h2>{t('sheet.title')}</h2>
      <p>{passwordText('sheet.opens')}</p>
      <p className="code" aria-label={t('sheet.title')}>
        {groups.map((group, i) => (
          <span key={i}>{i < groups.length - 1 ? `${group}-` : group}</span>
        ))}
      </p>
      <p className="hint">{t('sheet.hint')}</p>
      <dl>
        <dt>{t('people.username')}</dt>
        <dd>{shownText(username)}</dd>
        <dt>{t('sheet.server')}</dt>
        <dd>{address}</dd>
        {support !== null && (
          <>
            <dt>{t('sheet.support')}</dt>
            <dd>{shownText(support)}</dd>
          </>
        )}
        <dt>{t('sheet.made')}</dt>
        <dd>{sheetDate(madeAt)}</dd>
      </dl>
      <h3>{t('sheet.words')}</h3>
      <ol className="words">
        {words.map((word, i) => (
          <li key={i}>{word}</li>
        ))}
      </ol>
      <h3>{t('sheet.forgotten')}</h3>
      <ol className="steps">
        <li>{t(hasLogin ? 'sheet.askForLogin' : 'sheet.askForReset')}</li>
        <li>{t('sheet.typeCode')}</li>
        <li>{t('sheet.compare')}</li>
      </ol>
      <div className="warning">
        <p>{rich('sheet.keep')}</p>
      </div>
      <h3>{t('sheet.lost')}</h3>
      <p>{t('sheet.lostText')}</p>
    </article>
  )
}

const DefaultLogo = () => (
  <svg viewBox="0 0 32 32" aria-hidden>
    <g transform="rotate(-45 16 16)">
      <path fill="#b3261e" fillOpacity=".22" d="M23 3.88A14 14 0 0 1 23 28.12Z" />
      <path fill="#b3261e" d="M23 3.88A14 14 0 1 0 23 28.12Z" />
      <path fill="#e8806f" d="M23 3.88A14 14 0 0 0 23 28.12Z" />
    </g>
  </svg>
)
