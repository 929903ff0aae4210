import { useEffect, useState } from 'react'
import { callApi, type Answer } from '../../api/client.ts'
import { useOffline } from '../../store/reach.ts'

export type SignIn = Answer<'getSignIn'>

/** What is possible while the server does not say. */
const byPassword: SignIn = { provider: null, passwords: 'everybody' }

/** How one signs in here; null until that is known. */
export function useSignIn(): SignIn | null {
  const offline = useOffline()
  const [signIn, setSignIn] = useState<SignIn | null>(null)
  useEffect(() => {
    let isOver = false
    const take = (answer: SignIn) => {
      if (!isOver) setSignIn(answer)
    }
    callApi('getSignIn').then(take, () => take(byPassword))
    return () => void (isOver = true)
  }, [offline])
  return signIn
}
