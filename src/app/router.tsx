import { createRouter } from '@tanstack/react-router'
import { NotFound } from '../routes/NotFound.tsx'
import { RouteFailure } from '../routes/RouteFailure.tsx'
import { routeTree } from '../routes/routeTree.ts'

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
