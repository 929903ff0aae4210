import { useEffect, useState } from 'react'
import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { usePasskeysQuery } from '../../api/accountApi.ts'
import { findPasskeyObstacle, isOfThisHost, type PasskeyObstacle } from './authenticator.ts'

/** Why this page cannot use passkeys; undefined until that is known. */
export function usePasskeyObstacle(): PasskeyObstacle | null | undefined {
  const [unsupported, setUnsupported] = useState<PasskeyObstacle | null>()
  useEffect(() => {
    let gone = false
    void findPasskeyObstacle().then((found) => {
      if (!gone) setUnsupported(found)
    })
    return () => void (gone = true)
  }, [])
  return unsupported
}

/** The passkeys that can open the key on this page; none until they are known. */
export function useUsablePasskeys(): readonly Passkey[] {
  const unsupported = usePasskeyObstacle()
  const { data = [] } = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true })
  return unsupported === null ? data.filter(isOfThisHost) : []
}
