import { useAsyncValue } from '../ui/hooks/useAsyncValue.ts'
import type { OfflineList } from './offlineLists.ts'

/** Reads a stored list when `needed`. @param read stable @returns null for none; undefined while reading */
export function useOfflineList<T>(
  needed: boolean,
  read: () => Promise<OfflineList<T> | null>,
): OfflineList<T> | null | undefined {
  const list = useAsyncValue(needed ? read : null)
  return needed ? list : null
}
