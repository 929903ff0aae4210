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
  choice: EventFilter,
  folderId: number | undefined,
): HistoryPages & { more: () => void } {
  const [pages, dispatch] = useReducer(pagesReducer, emptyPages)
  /** Controller of the current filter; results of earlier ones are dropped. */
  const current = useRef(new AbortController())

  const read = useCallback(
    async function load(before: number | undefined, over: AbortController): Promise<void> {
      const { signal } = over
      dispatch({ type: 'asked' })
      try {
        const query = { ...historyQuery(choice, folderId), before }
        const page = await callApi('getAudit', { query, signal })
        if (!signal.aborted) dispatch({ type: 'came', page })
      } catch (error) {
        if (signal.aborted) return
        const failure = faultOf(error)
        // The last line that is shown is gone from this history, or is no longer this person's.
        if (before !== undefined && failure.status === 422) {
          dispatch({ type: 'chosen' })
          await load(undefined, over)
        } else dispatch({ type: 'failed', failure })
      }
    },
    [choice, folderId],
  )

  useEffect(() => {
    const over = new AbortController()
    current.current = over
    dispatch({ type: 'chosen' })
    void read(undefined, over)
    return () => over.abort()
  }, [read])

  return { ...pages, more: () => void read(pages.next ?? undefined, current.current) }
}
