import { type ComponentType, useEffect, useState } from 'react'
import { useAppSelector } from '../../store/hooks.ts'
import { selectNotifications } from '../../store/notifications.ts'
import { loadToasts } from './loadToasts.ts'

/** Shows notifications. Its code loads with the first; if that fails, the next one tries again. */
export function NotificationArea() {
  const notifications = useAppSelector(selectNotifications)
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (Toasts || notifications.length === 0) return
    const ignored = () => undefined
    loadToasts().then((module) => setToasts(() => module.Toasts), ignored)
  }, [Toasts, notifications])
  return Toasts && <Toasts />
}
