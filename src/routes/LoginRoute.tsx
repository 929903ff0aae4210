import { Navigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoginPage } from '../features/login/LoginPage.tsx'
import { checkSession, useSession } from '../session/session.ts'
import { useWhenBack } from '../store/reach.ts'

/** The login page, for whoever is not signed in already. Afterwards: the page asked for, else the dashboard. */
export function LoginRoute() {
  const session = useSession()
  const { redirect } = useSearch({ from: '/public/login' })
  useEffect(() => void checkSession(), [])
  useWhenBack(session.status === 'offline', () => void checkSession())
  if (session.status === 'authenticated') return <Navigate to={redirect ?? '/dashboard'} replace />
  return <LoginPage expired={session.status === 'anonymous' && session.reason === 'expired'} />
}
