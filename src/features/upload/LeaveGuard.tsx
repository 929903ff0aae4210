import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before the page goes while it sends: by the browser for a closed tab, by a dialog for a link of ours. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: () => true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title="Stop the upload?"
      confirmLabel="Stop and leave"
      destructive
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      Files are still being sent. If you leave this page now, those that are not finished are not stored until
      you come back to it in this browser within seven days and continue.
    </ConfirmDialog>
  )
}
