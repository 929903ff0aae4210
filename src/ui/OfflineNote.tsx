import { useOffline } from '../store/reach.ts'
import { Banner } from './Banner.tsx'
import { formatDateTime } from './format.ts'

/**
 * Says on a list why nothing can be done with it now. Nothing while the server can be reached, unless the list is an
 * old one.
 * @param asOf when the list that is shown was given by the server, where it is one that was kept on this device
 */
export function OfflineNote({ asOf, actions }: { asOf?: number | undefined; actions: string }) {
  const offline = useOffline()
  if (!offline && asOf === undefined) return null
  return (
    <Banner severity="info">
      You are offline.
      {asOf !== undefined && (
        <>
          {' '}
          This list is kept on this device,{' '}
          <strong>as of {formatDateTime(new Date(asOf).toISOString())}</strong>.
        </>
      )}{' '}
      {actions} as soon as the server answers.
    </Banner>
  )
}
