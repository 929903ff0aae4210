import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { usePasskeysQuery } from '../../api/accountApi.ts'
import { useAsyncValue } from '../../ui/hooks/useAsyncValue.ts'
import { findPasskeyObstacle, isPasskeyOfThisHost, type PasskeyObstacle } from './authenticator.ts'

/** Why this page cannot use passkeys; undefined until that is known. */
export const usePasskeyObstacle = (): PasskeyObstacle | null | undefined => useAsyncValue(findPasskeyObstacle)

/** The passkeys that can open the key on this page; none until they are known. */
export function useUsablePasskeys(): readonly Passkey[] {
  const obstacle = usePasskeyObstacle()
  const { data = [] } = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true })
  return obstacle === null ? data.filter(isPasskeyOfThisHost) : []
}
