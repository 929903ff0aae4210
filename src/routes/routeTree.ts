import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ownPath } from '../../contract/ownPath.ts'
import { loadTexts } from '../../i18n/language.ts'
import type { Part } from '../../i18n/parts.ts'
import { PublicArea } from './PublicArea.tsx'
import { Root } from './Root.tsx'

/** By itself the router reloads a page that lacks a part, with all that it holds in memory; RouteFailure asks first. */
const arriving = <T>(texts: Part, module: Promise<T>): Promise<T> =>
  Promise.all([module, loadTexts(texts)]).then(
    ([arrived]) => arrived,
    (cause: unknown) => {
      throw new Error('A page of the application is missing.', { cause })
    },
  )

/** The route table. Each page is a chunk of its own; a page for strangers loads nothing of the administrator's. */
const root = createRootRoute({ component: Root })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/dashboard' })
  },
})

const publicArea = createRoute({ getParentRoute: () => root, id: 'public', component: PublicArea })

// The router lays what these give over what the address has: a key that is left out stays as it came.

/** How a way by the sign-in provider has ended; its pages know the words. */
const readOutcome = ({ sso }: Record<string, unknown>): { sso?: string | undefined } => ({
  sso: typeof sso === 'string' ? sso : undefined,
})

const login = createRoute({
  getParentRoute: () => publicArea,
  path: '/login',
  validateSearch: (
    search: Record<string, unknown>,
  ): { redirect?: string | undefined; sso?: string | undefined } => ({
    ...readOutcome(search),
    redirect: ownPath(search.redirect) ?? undefined,
  }),
  component: lazyRouteComponent(() => arriving('login', import('./LoginRoute.tsx')), 'LoginRoute'),
})

const upload = createRoute({
  getParentRoute: () => publicArea,
  path: '/upload/$linkToken',
  component: lazyRouteComponent(() => arriving('upload', import('./UploadRoute.tsx')), 'UploadRoute'),
})

/** Anything may follow: a '#' that arrived as '%23' makes keys a part of the path, and base64 has slashes. */
const download = createRoute({
  getParentRoute: () => publicArea,
  path: '/download/$',
  component: lazyRouteComponent(() => arriving('download', import('./DownloadRoute.tsx')), 'DownloadRoute'),
})

/** Everything below needs a session. */
const adminArea = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: lazyRouteComponent(() => arriving('admin', import('./AdminArea.tsx')), 'AdminArea'),
})

const dashboard = createRoute({
  getParentRoute: () => adminArea,
  path: '/dashboard',
  component: lazyRouteComponent(() => arriving('admin', import('./DashboardRoute.tsx')), 'DashboardRoute'),
})

const newFolder = createRoute({
  getParentRoute: () => adminArea,
  path: '/folders/new',
  component: lazyRouteComponent(() => arriving('admin', import('./NewFolderRoute.tsx')), 'NewFolderRoute'),
})

const editFolderComponent = lazyRouteComponent(
  () => arriving('admin', import('./EditFolderRoute.tsx')),
  'EditFolderRoute',
)
const editFolder = createRoute({
  getParentRoute: () => adminArea,
  path: '/folders/edit/$folderId',
  component: editFolderComponent,
})
/** The same page, which says what is missing. */
const editNoFolder = createRoute({
  getParentRoute: () => adminArea,
  path: '/folders/edit',
  component: editFolderComponent,
})

const viewFolder = createRoute({
  getParentRoute: () => adminArea,
  path: '/folders/view/$folderId',
  component: lazyRouteComponent(
    () => arriving('admin', import('./FolderFilesRoute.tsx')),
    'FolderFilesRoute',
  ),
})

const profile = createRoute({
  getParentRoute: () => adminArea,
  path: '/profile',
  validateSearch: readOutcome,
  component: lazyRouteComponent(() => arriving('admin', import('./ProfileRoute.tsx')), 'ProfileRoute'),
})

export const routeTree = root.addChildren([
  index,
  publicArea.addChildren([login, upload, download]),
  adminArea.addChildren([dashboard, newFolder, editFolder, editNoFolder, viewFolder, profile]),
])
