import Button from '@mui/material/Button'
import { shownText } from '../../../../contract/shownText.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { type KeyChangePlan, affectsNothing } from '../../../trust/keyChange.ts'

export interface PlannedKeyChange {
  plan: KeyChangePlan
  key: UnlockedKey | null
}

interface AffectedFoldersProps {
  keyChange: PlannedKeyChange
  onOpenKey: () => void
}

/** Says what a new key pair means for the person's shared folders; renders nothing if there are none. */
export function AffectedFolders({ keyChange: { plan, key }, onOpenKey }: AffectedFoldersProps) {
  const { kept, waiting, lost, named, missing, trashed, forgetsPeople } = plan
  if (affectsNothing(plan) && !forgetsPeople) return null
  const values = (folders: readonly (string | null)[]) => ({ count: folders.length, titles: titles(folders) })
  return (
    <>
      {kept.length > 0 && <p>{rich('keys.stakeKept', values(kept))}</p>}
      {waiting.length > 0 && <p>{rich('keys.stakeWaiting', { titles: titles(waiting) })}</p>}
      {lost.length > 0 && <p>{rich('keys.stakeLost', values(lost))}</p>}
      {named.length > 0 && <p>{rich('keys.stakeNamed', values(named))}</p>}
      {missing.length > 0 && <p>{rich('keys.stakeMissing', values(missing))}</p>}
      {trashed.length > 0 && <p>{rich('keys.stakeTrashed', values(trashed))}</p>}
      {forgetsPeople && <p>{t('keys.stakeForgets')}</p>}
      {!key && (lost.length > 0 || waiting.length > 0 || forgetsPeople) && (
        <p>
          {t('keys.openFirstText')}{' '}
          <Button size="small" onClick={onOpenKey}>
            {t('keys.openFirst')}
          </Button>
        </p>
      )}
    </>
  )
}

const titles = (titleList: readonly (string | null)[]): string =>
  titleList
    .map((title) =>
      title === null ? t('keys.unseenFolder') : t('session.quotedName', { name: shownText(title) }),
    )
    .join(', ')
