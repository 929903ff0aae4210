import { callApi } from '../../api/client.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { RosterActions } from './useRosterActions.ts'

/** Notifies the owners that a member wants to leave; only an owner's removal takes effect. */
export function LeaveDialog({
  folderId,
  act,
  onClose,
}: { folderId: number; onClose: () => void } & Pick<RosterActions, 'act'>) {
  return (
    <ConfirmDialog
      title={t('people.leave')}
      confirmLabel={t('people.tellOwners')}
      busyLabel={t('people.telling')}
      onConfirm={() => act(() => callApi('announceLeaving', { params: { id: folderId } }))}
      onClose={onClose}
    >
      <p>{t('people.leaveText')}</p>
    </ConfirmDialog>
  )
}
