import { notify } from '../../store/hooks.ts'
import type { Severity } from '../../store/notifications.ts'

/** Notifications of this page close after 4 s. */
export const notificationTime = 4000

export const say = (severity: Severity, message: string): void => notify(severity, message, notificationTime)
