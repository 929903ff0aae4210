const devices = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'] as const

/** The kind of device that a browser says it runs on, as people call it; '' if unknown. */
export const deviceName = (userAgent: string): string => devices.find((one) => userAgent.includes(one)) ?? ''
