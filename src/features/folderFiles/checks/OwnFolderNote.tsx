import { fault } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { useUnlockedKey } from '../../../session/unlockedKey.ts'
import { notifyError } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmBanner } from '../../../ui/messages/ConfirmBanner.tsx'
import { quotedTitle } from '../../../ui/values/folderTitle.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import type { Origins } from './origins.ts'

/** Says what of this folder is otherwise than it is remembered, and how the person can answer for it. */
export function OwnFolderNote({ origins }: { origins: Origins }) {
  return (
    <>
      <LinkNote origins={origins} />
      <NamesNote origins={origins} />
      <TitleNote origins={origins} />
    </>
  )
}

function LinkNote({ origins: { linkAlarm, acceptLink } }: { origins: Origins }) {
  const key = useUnlockedKey()
  if (linkAlarm === null) return null
  if (linkAlarm === 'twice') return <Banner severity="error">{t('files.linkTwice')}</Banner>
  const text = t(linkAlarm === 'other' ? 'files.linkOther' : 'files.linkDisagree')
  if (!key) return <Banner severity="error">{`${text} ${t('files.unlockToAnswer')}`}</Banner>
  return (
    <ConfirmBanner
      severity="error"
      confirmLabel={t('files.linkRestored')}
      onConfirm={acceptLink}
      onProblem={notifyError}
    >
      {text}
    </ConfirmBanner>
  )
}

function NamesNote({ origins: { hidesNames, isNamesAlarm, acceptNames } }: { origins: Origins }) {
  if (!isNamesAlarm) return null
  return (
    <ConfirmBanner
      severity="error"
      confirmLabel={t(hidesNames ? 'dashboard.leaveNamesVisible' : 'dashboard.hideNames')}
      onConfirm={acceptNames}
      onProblem={notifyError}
    >
      {t('files.namesOther', { chosen: hidesNames ? 'hidden' : 'visible' })}
    </ConfirmBanner>
  )
}

function TitleNote({ origins: { trust, discounted, confirm } }: { origins: Origins }) {
  const confirmBanner = (severity: 'warning' | 'error', confirmLabel: string, text: string) => (
    <ConfirmBanner
      severity={severity}
      confirmLabel={confirmLabel}
      onConfirm={confirm}
      onProblem={notifyError}
    >
      {text}
    </ConfirmBanner>
  )
  switch (trust.type) {
    case 'known':
    case 'unread':
    // Shared folders have a note of their own for this.
    case 'untrusted':
      return null
    case 'unknown':
      if (discounted === 0) return null
      return confirmBanner('warning', t('files.itIsMine'), t('files.discounted', { count: discounted }))
    case 'renamed': {
      const text = t('files.renamed', { before: quotedTitle(trust.before) })
      return confirmBanner('error', t('files.iRenamedIt'), text)
    }
    case 'returned':
      return confirmBanner('error', t('people.ownReturned'), t('files.returned'))
    case 'unbelieved':
      return <Banner severity="error">{t('files.unbelieved')}</Banner>
    case 'newer':
      return <Banner severity="warning">{faultText(fault('newer-version'))}</Banner>
  }
}
