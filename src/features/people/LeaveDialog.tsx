import { callApi } from '../../api/client.ts'
import { ActDialog } from './ActDialog.tsx'
import type { Acting } from './useActing.ts'

/** A notice to the owners: who leaves does not sign, and an owner's removal is what counts. */
export function LeaveDialog({
  folderId,
  act,
  onClose,
}: { folderId: number; onClose: () => void } & Pick<Acting, 'act'>) {
  return (
    <ActDialog
      title="Leave This Folder"
      confirmLabel="Tell the Owners"
      busyLabel="Telling..."
      act={() => act(() => callApi('announceLeaving', { params: { id: folderId } }))}
      onClose={onClose}
    >
      <p>
        The owners are told that you want to leave. You are in the folder until one of them removes you; until
        then you can take it back.
      </p>
    </ActDialog>
  )
}
