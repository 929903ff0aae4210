import { formatBytes, formatDuration, formatRate } from '../../ui/format.ts'
import type { Progress } from './downloadPageSlice.ts'

/** '12 MB of 1.0 GB · 45 MB/s · 22 s left' */
export function progressText({ bytes, total, bytesPerSecond }: Progress): string {
  const parts = [`${formatBytes(bytes)} of ${formatBytes(total)}`]
  if (bytesPerSecond !== null && bytesPerSecond > 0) {
    parts.push(formatRate(bytesPerSecond), `${formatDuration((total - bytes) / bytesPerSecond)} left`)
  }
  return parts.join(' · ')
}

export const percentOf = (progress: Progress | null): number =>
  progress && progress.total > 0 ? Math.min(100, Math.floor((progress.bytes / progress.total) * 100)) : 0
