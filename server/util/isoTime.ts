/* Times in ISO 8601. */

export interface ClockDep {
  now: () => Date
}

export const isoNow = ({ now }: ClockDep): string => now().toISOString()

export const isoAfter = (time: Date, seconds: number): string =>
  new Date(time.getTime() + seconds * 1000).toISOString()

export const isoBefore = (time: Date, seconds: number): string => isoAfter(time, -seconds)
