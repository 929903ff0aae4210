import { useEffect, useState } from 'react'
import { callApi, type ResponseOf } from '../../api/client.ts'
import { useIsOffline } from '../../store/connectivity.ts'

export type SignInMethods = ResponseOf<'getSignIn'>

/** Assumed until the server responds. */
const passwordOnly: SignInMethods = { provider: null, passwords: 'everybody' }

/** Returns the available ways to sign in; null until known. */
export function useSignInMethods(): SignInMethods | null {
  const offline = useIsOffline()
  const [signIn, setSignIn] = useState<SignInMethods | null>(null)
  useEffect(() => {
    let isOver = false
    const take = (response: SignInMethods) => {
      if (!isOver) setSignIn(response)
    }
    callApi('getSignIn').then(take, () => take(passwordOnly))
    return () => void (isOver = true)
  }, [offline])
  return signIn
}
