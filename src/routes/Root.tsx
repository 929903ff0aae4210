import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '../ui/focusHeading.ts'

/** Every page. After a change of page the new heading has the focus, so that screen readers say where one is. */
export function Root() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const typing = document.activeElement?.matches('input, textarea, select')
        if (!typing) focusHeading()
      }),
    [router],
  )
  return <Outlet />
}
