import { useEffect, useRef } from 'react'
import { callApi } from '../api/client.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { store } from '../store/store.ts'
import { rememberUser, useUser } from './session.ts'
import { selectSession } from './sessionSlice.ts'

/**
 * Tells the server in which language to write mails to whoever is signed in: what they read here when nothing is known, and
 * from then on what they change to. Another browser of theirs, in another language, changes nothing by being used.
 */
export function useOwnLanguageTold(): void {
  const language = useLanguage()
  const user = useUser()
  const known = user === null ? undefined : user.language
  const shown = useRef(language)
  useEffect(() => {
    if (known === undefined) return
    const isChosen = shown.current !== language
    shown.current = language
    if (known === language || (known !== null && !isChosen)) return
    // Told another time, or mails are in the language of before.
    callApi('setOwnLanguage', { body: { language } }).then(
      ({ user: told }) => {
        if (selectSession(store.getState()).user?.id === told.id) rememberUser(told)
      },
      () => undefined,
    )
  }, [known, language])
}
