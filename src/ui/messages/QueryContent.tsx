import type { ReactNode } from 'react'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { ErrorBanner } from './ErrorBanner.tsx'
import { Explanation } from './Explanation.tsx'

interface QueryContentProps<Data> {
  /** Result of a hook of RTK Query. */
  query: { data?: Data | undefined; error?: unknown; refetch: () => unknown }
  loading: string
  children: (data: Data) => ReactNode
}

/** Shows loaded data. An error takes its place or, if the data could not be loaded anew, stands above it. */
export function QueryContent<Data>({ query, loading, children }: QueryContentProps<Data>) {
  const { data, error, refetch } = query
  // The header says that the server cannot be reached.
  const isSilent = data !== undefined && isUnanswered(error)
  return (
    <>
      {error !== undefined && !isSilent && (
        <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === undefined && <Explanation role="status">{loading}</Explanation>}
      {data !== undefined && children(data)}
    </>
  )
}
