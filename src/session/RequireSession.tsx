import Button from '@mui/material/Button'
import { Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { LoadingText } from '../ui/LoadingText.tsx'
import { Page } from '../ui/Page.tsx'
import { checkSession, useSession } from './session.ts'

/** The guard of the administrator's pages. Whoever is sent to the login page comes back to the page asked for. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const asked = useLocation({ select: ({ href }) => href })

  useEffect(() => void checkSession(), [])

  useEffect(() => {
    if (session.status !== 'offline') return
    const retry = () => void checkSession()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [session.status])

  switch (session.status) {
    case 'unchecked':
    case 'checking':
      return <LoadingText>Loading authentication status...</LoadingText>
    case 'authenticated':
      return children
    case 'anonymous': {
      // The address changes before this page goes: it must not become the page asked for.
      if (asked.startsWith('/login')) return null
      const search = session.reason === 'signed-out' ? {} : { redirect: asked }
      return <Navigate to="/login" search={search} replace />
    }
    case 'offline':
      return (
        <Page title="You are offline" width="narrow">
          <Banner
            severity="warning"
            action={
              <Button size="small" variant="outlined" onClick={() => void checkSession()}>
                Try again
              </Button>
            }
          >
            {session.message} You are not signed out: this page goes on as soon as the server answers.
          </Banner>
        </Page>
      )
  }
}
