import { useCallback, useEffect, useReducer, useRef } from 'react'
import { callApi } from '../../api/client.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import {
  historyQuery,
  type EventFilter,
  emptyPages,
  type HistoryPages,
  pagesReducer,
} from './historyPages.ts'

/** Loads the newest page of the filtered events; `more` loads the next page, or retries. */
export function useHistory(
  filter: EventFilter,
  folderId: number | undefined,
): HistoryPages & { more: () => void } {
  const [pages, dispatch] = useReducer(pagesReducer, emptyPages)
  /** Aborted when the filter changes, so that results of earlier ones are dropped. */
  const current = useRef(new AbortController())

  const read = useCallback(
    async function load(before: number | undefined, signal: AbortSignal): Promise<void> {
      dispatch({ type: 'requested' })
      try {
        const query = { ...historyQuery(filter, folderId), before }
        const page = await callApi('getAudit', { query, signal })
        if (!signal.aborted) dispatch({ type: 'loaded', page })
      } catch (error) {
        if (signal.aborted) return
        const failure = faultOf(error)
        // The last line that is shown is gone from this history, or is no longer this person's.
        if (before !== undefined && failure.status === 422) {
          dispatch({ type: 'filterChanged' })
          await load(undefined, signal)
        } else dispatch({ type: 'failed', failure })
      }
    },
    [filter, folderId],
  )

  useEffect(() => {
    const controller = (current.current = new AbortController())
    dispatch({ type: 'filterChanged' })
    void read(undefined, controller.signal)
    return () => controller.abort()
  }, [read])

  return { ...pages, more: () => void read(pages.next ?? undefined, current.current.signal) }
}
