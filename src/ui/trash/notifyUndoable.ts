import type { Action } from '@reduxjs/toolkit'
import { t } from '../../../i18n/t.ts'
import { notificationRaised } from '../../store/notifications.ts'
import { store } from '../../store/store.ts'

/** Long enough to get to the button by keyboard. */
const undoMs = 15_000

/** Says what went to the trash. @param undo restores it; it can be stored */
export const notifyUndoable = (message: string, undo: Action): void =>
  void store.dispatch(
    notificationRaised({
      severity: 'success',
      message,
      duration: undoMs,
      action: { label: t('trash.undo'), ...undo },
    }),
  )
