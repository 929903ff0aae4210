/** Current time of a clock, in ISO 8601. */
export const isoNow = ({ now }: { now: () => Date }): string => now().toISOString()

/** Time so many seconds after another, in ISO 8601. */
export const isoAfter = (time: Date, seconds: number): string =>
  new Date(time.getTime() + seconds * 1000).toISOString()

/** Time so many seconds before another, in ISO 8601. */
export const isoBefore = (time: Date, seconds: number): string => isoAfter(time, -seconds)
