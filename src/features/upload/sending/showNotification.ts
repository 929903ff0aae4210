import { notificationRaised, type Severity } from '../../../store/notifications.ts'

/** Duration of notifications of this page, in milliseconds. */
const notificationTime = 4000

export const showNotification = (severity: Severity, message: string) =>
  notificationRaised({ severity, message, duration: notificationTime })
