import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { sameOriginPath } from '../../contract/sameOriginPath.ts'
import { loadTexts } from '../../i18n/language.ts'
import type { CataloguePart } from '../../i18n/catalogueParts.ts'
import { pageOfAnchor } from '../features/profile/profilePages.ts'
import { PublicArea } from './PublicArea.tsx'
import { Root } from './Root.tsx'

/** Loads a page and its texts. If a module is missing, RouteFailure asks before a reload, which loses all state. */
const lazyPage = <Name extends string>(
  texts: CataloguePart,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
) =>
  lazyRouteComponent(
    () =>
      Promise.all([load(), loadTexts(texts)]).then(
        ([module]) => module,
        (cause: unknown) => {
          throw new Error('A page of the application is missing.', { cause })
        },
      ),
    name,
  )

/** The route table. Each page is a chunk of its own; public pages load nothing of the account pages. */
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

// The router merges these with the address: a key that is left out keeps its value.

/** The outcome of a sign-in by the provider; its pages validate the value. */
interface SignInOutcomeSearch {
  sso?: string | undefined
}
const readSignInOutcome = ({ sso }: Record<string, unknown>): SignInOutcomeSearch => ({
  sso: typeof sso === 'string' ? sso : undefined,
})

const login = createRoute({
  getParentRoute: () => publicArea,
  path: '/login',
  validateSearch: (
    search: Record<string, unknown>,
  ): SignInOutcomeSearch & { redirect?: string | undefined } => ({
    ...readSignInOutcome(search),
    redirect: sameOriginPath(search.redirect) ?? undefined,
  }),
  component: lazyPage('login', 'LoginRoute', () => import('./LoginRoute.tsx')),
})

const upload = createRoute({
  getParentRoute: () => publicArea,
  path: '/upload/$linkToken',
  component: lazyPage('upload', 'UploadRoute', () => import('./UploadRoute.tsx')),
})

/** Takes any path: a '#' that arrived as '%23' makes keys part of it, and base64 has slashes. */
const download = createRoute({
  getParentRoute: () => publicArea,
  path: '/download/$',
  component: lazyPage('download', 'DownloadRoute', () => import('./DownloadRoute.tsx')),
})

const reminders = createRoute({
  getParentRoute: () => publicArea,
  path: '/reminders/$token',
  component: lazyPage('reminders', 'RemindersRoute', () => import('./RemindersRoute.tsx')),
})

const accountArea = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: lazyPage('admin', 'AccountArea', () => import('./AccountArea.tsx')),
})

const dashboard = createRoute({
  getParentRoute: () => accountArea,
  path: '/dashboard',
  component: lazyPage('admin', 'DashboardRoute', () => import('./DashboardRoute.tsx')),
})

const newFolder = createRoute({
  getParentRoute: () => accountArea,
  path: '/folders/new',
  // The id of the folder whose options the form begins with; 0 stands for what is none.
  validateSearch: ({ like }: Record<string, unknown>): { like?: number | undefined } => ({
    like: like === undefined ? undefined : Number.isSafeInteger(like) ? Number(like) : 0,
  }),
  component: lazyPage('admin', 'NewFolderRoute', () => import('./NewFolderRoute.tsx')),
})

const editFolderComponent = lazyPage('admin', 'EditFolderRoute', () => import('./EditFolderRoute.tsx'))
const editFolder = createRoute({
  getParentRoute: () => accountArea,
  path: '/folders/edit/$folderId',
  component: editFolderComponent,
})
/** The same page, which reports the missing id. */
const editFolderWithoutId = createRoute({
  getParentRoute: () => accountArea,
  path: '/folders/edit',
  component: editFolderComponent,
})

const viewFolder = createRoute({
  getParentRoute: () => accountArea,
  path: '/folders/view/$folderId',
  component: lazyPage('admin', 'FolderFilesRoute', () => import('./FolderFilesRoute.tsx')),
})

const sent = createRoute({
  getParentRoute: () => accountArea,
  path: '/sent',
  component: lazyPage('admin', 'SentRoute', () => import('./SentRoute.tsx')),
})

const send = createRoute({
  getParentRoute: () => accountArea,
  path: '/send',
  // The token of the link that files are added to: the server could exchange an id.
  validateSearch: ({ link }: Record<string, unknown>): { link?: string | undefined } => ({
    link: link === undefined || typeof link === 'string' ? link : '',
  }),
  component: lazyPage('admin', 'SendRoute', () => import('./SendRoute.tsx')),
})

const profile = createRoute({
  getParentRoute: () => accountArea,
  path: '/profile',
  validateSearch: readSignInOutcome,
  beforeLoad: ({ location: address, search }) => {
    const page = search.sso === undefined ? pageOfAnchor(address.hash) : 'security'
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/profile/$page', params: { page }, search, hash: true, replace: true })
  },
})

const profilePage = createRoute({
  getParentRoute: () => accountArea,
  path: '/profile/$page',
  validateSearch: readSignInOutcome,
  component: lazyPage('admin', 'ProfileRoute', () => import('./ProfileRoute.tsx')),
})

export const routeTree = root.addChildren([
  index,
  publicArea.addChildren([login, upload, download, reminders]),
  accountArea.addChildren([
    dashboard,
    newFolder,
    editFolder,
    editFolderWithoutId,
    viewFolder,
    sent,
    send,
    profile,
    profilePage,
  ]),
])
