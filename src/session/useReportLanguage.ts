import { useEffect, useRef } from 'react'
import { callApi } from '../api/client.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { store } from '../store/store.ts'
import { updateUser, useUser } from './session.ts'
import { selectSession } from './sessionSlice.ts'

/** Reports the user's language to the server, for mails: once if none is known, then each change. */
export function useReportLanguage(): void {
  const language = useLanguage()
  const user = useUser()
  const reportedLanguage = user === null ? undefined : user.language
  const shownLanguage = useRef(language)
  useEffect(() => {
    if (reportedLanguage === undefined) return
    const isChosen = shownLanguage.current !== language
    shownLanguage.current = language
    if (reportedLanguage === language || (reportedLanguage !== null && !isChosen)) return
    // On failure the next visit tries again; until then mails keep the former language.
    callApi('setOwnLanguage', { body: { language } }).then(
      ({ user: updated }) => {
        if (selectSession(store.getState()).user?.id === updated.id) updateUser(updated)
      },
      () => undefined,
    )
  }, [reportedLanguage, language])
}
