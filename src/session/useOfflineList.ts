import { useAsyncValue } from '../ui/useAsyncValue.ts'
import type { OfflineList } from './offlineLists.ts'

/**
 * Reads a list stored on this device when `needed`. `read` must be stable.
 * @returns null if there is none or none is needed; undefined while reading
 */
export function useOfflineList<T>(
  needed: boolean,
  read: () => Promise<OfflineList<T> | null>,
): OfflineList<T> | null | undefined {
  const list = useAsyncValue(needed ? read : null)
  return needed ? list : null
}
