import { useBlocker } from '@tanstack/react-router'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'

/** Asks before the page is left during an upload: the browser, or a dialog for the application's links. */
export function LeaveGuard({ active, text = t('upload.stopText') }: { active: boolean; text?: string }) {
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: () => true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={t('upload.stopQuestion')}
      confirmLabel={t('ui.stopAndLeave')}
      destructive
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
