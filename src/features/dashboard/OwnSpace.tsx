import { useOwnSpaceQuery } from '../../api/serverApi.ts'
import { Usage } from '../../ui/Usage.tsx'

/** How much all folders take of what the operator lets this account take; nothing where there is no such limit. */
export function OwnSpace() {
  const { data: space } = useOwnSpaceQuery(undefined, fresh)
  const limit = space?.quota_bytes ?? null
  if (!space || limit === null) return null
  return (
    <Usage
      label="Room of your account"
      bytes={space.bytes}
      limit={limit}
      whenFull="No upload link of yours takes any more. Delete files that you do not need, or ask whoever runs the server for more room."
    />
  )
}

const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true }
