import { useDispatch, useSelector, useStore } from 'react-redux'
import { errorText } from '../../i18n/errorText.ts'
import { notificationRaised, type Severity } from './notifications.ts'
import { type AppDispatch, type RootState, store } from './store.ts'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppStore = useStore.withTypes<typeof store>()

/** Raises a notification. @param duration in milliseconds, 5 s by default; null keeps it open @returns its id */
export function notify(severity: Severity, message: string, duration?: number | null): string {
  const raised = store.dispatch(
    notificationRaised({ severity, message, ...(duration === undefined ? {} : { duration }) }),
  )
  return raised.payload.id
}

export const notifyError = (error: unknown): string => notify('error', errorText(error))
