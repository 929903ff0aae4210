import { notificationRaised, type Severity } from '../../store/notifications.ts'

/** Notifications of this page close after 4 s. */
const notificationTime = 4000

/** A notification of this page, to be dispatched. */
export const said = (severity: Severity, message: string) =>
  notificationRaised({ severity, message, duration: notificationTime })
