import { useEffect, useState } from 'react'
import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { usePasskeysQuery } from '../../api/accountApi.ts'
import { findUnsupported, isOfThisHost, type Unsupported } from './authenticator.ts'

/** Why this page cannot use passkeys; undefined until that is known. */
export function useUnsupported(): Unsupported | null | undefined {
  const [unsupported, setUnsupported] = useState<Unsupported | null>()
  useEffect(() => {
    let gone = false
    void findUnsupported().then((found) => {
      if (!gone) setUnsupported(found)
    })
    return () => void (gone = true)
  }, [])
  return unsupported
}

/** The passkeys that can open the key on this page; none until they are known. */
export function useUsablePasskeys(): readonly Passkey[] {
  const unsupported = useUnsupported()
  const { data = [] } = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true })
  return unsupported === null ? data.filter(isOfThisHost) : []
}
