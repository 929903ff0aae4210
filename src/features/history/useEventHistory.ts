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

/** Loads the newest page of the filtered events; `loadMore` loads the next page, or retries. */
export function useEventHistory(
  filter: EventFilter,
  folderId: number | undefined,
): HistoryPages & { loadMore: () => void } {
  const [pages, dispatch] = useReducer(pagesReducer, emptyPages)
  /** Aborted when the filter changes, so that results of earlier ones are dropped. */
  const latestController = useRef(new AbortController())

  const loadPage = useCallback(
    async function loadFrom(before: number | undefined, signal: AbortSignal): Promise<void> {
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
          await loadFrom(undefined, signal)
        } else dispatch({ type: 'failed', failure })
      }
    },
    [filter, folderId],
  )

  useEffect(() => {
    const controller = (latestController.current = new AbortController())
    dispatch({ type: 'filterChanged' })
    void loadPage(undefined, controller.signal)
    return () => controller.abort()
  }, [loadPage])

  return { ...pages, loadMore: () => void loadPage(pages.next ?? undefined, latestController.current.signal) }
}
