import { shownText } from '../../../contract/shownText.ts'
import { notifyError } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmBanner } from '../../ui/ConfirmBanner.tsx'
import { Banner } from '../../ui/Banner.tsx'
import type { Origins } from './origins.ts'

/** Says why no file here counts as proven, and how the person can confirm the folder. */
export function OwnFolderNote({ origins: { standing, discounted, confirm } }: { origins: Origins }) {
  switch (standing.type) {
    case 'known':
    case 'unread':
    // Shared folders have a note of their own for this.
    case 'untrusted':
      return null
    case 'unknown':
      return discounted === 0 ? null : (
        <ConfirmBanner
          severity="warning"
          confirmLabel={t('files.itIsMine')}
          act={confirm}
          onProblem={notifyError}
        >
          {t('files.discounted', { count: discounted })}
        </ConfirmBanner>
      )
    case 'renamed':
      return (
        <ConfirmBanner
          severity="error"
          confirmLabel={t('files.iRenamedIt')}
          act={confirm}
          onProblem={notifyError}
        >
          {t('files.renamed', { before: quoted(standing.before) })}
        </ConfirmBanner>
      )
    case 'returned':
      return (
        <ConfirmBanner
          severity="error"
          confirmLabel={t('files.itIsTheSame')}
          act={confirm}
          onProblem={notifyError}
        >
          {t('files.returned')}
        </ConfirmBanner>
      )
    case 'unbelieved':
      return <Banner severity="error">{t('files.unbelieved')}</Banner>
  }
}

const quoted = (title: string) =>
  title === '' ? t('dashboard.noTitle') : t('session.quotedName', { name: shownText(title) })
