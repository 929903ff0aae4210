import type { ReactNode } from 'react'
import { errorText } from '../../i18n/errorText.ts'
import { ErrorBanner } from './ErrorBanner.tsx'
import { Explanation } from './Explanation.tsx'

interface QueryContentProps<Data> {
  /** Result of a hook of RTK Query. */
  query: { data?: Data | undefined; error?: unknown; refetch: () => unknown }
  /** Text while nothing is loaded yet. */
  loading: string
  children: (data: Data) => ReactNode
}

/** Content that is loaded. An error stands in its place or, if it could not be loaded anew, above it. */
export function QueryContent<Data>({ query, loading, children }: QueryContentProps<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error !== undefined && <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Explanation role="status">{loading}</Explanation>}
      {data !== undefined && children(data)}
    </>
  )
}
