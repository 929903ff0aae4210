import { notificationRaised, type Severity } from '../../store/notifications.ts'

/** Duration of notifications of this page, in milliseconds. */
const notificationTime = 4000

/** Returns an action that shows a notification. */
export const showNotification = (severity: Severity, message: string) =>
  notificationRaised({ severity, message, duration: notificationTime })
