import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { defaultSort } from '../api/defaultSort.ts'

/**
 * The calls that a page makes first, as URLs: who is signed in and, beside that, the lists that it shows to them. The
 * server has learnt from the page's own request what they name. Each must be one that the application makes.
 * @param path of the page's address
 * @param isSignOutPending true if the session has to end before anything of it is used
 */
export function firstCalls(path: string, isSignOutPending: boolean): string[] {
  const [, link_token] = /^\/download\/([\w-]+)\/?$/.exec(path) ?? []
  if (link_token !== undefined) return [callUrl(addresses.getDownloadStatus, { link_token })]
  if (isSignOutPending) return []
  const session = callUrl(addresses.getCurrentUser)
  if (path === '/login') return [session, callUrl(addresses.getSignIn)]
  if (path === '/' || path === '/dashboard') {
    const sort = new URLSearchParams(defaultSort).toString()
    return [
      ...[session, `${callUrl(addresses.listFolders)}?${sort}`, callUrl(addresses.listDeliveries)],
      callUrl(addresses.getOwnSpace),
    ]
  }
  const [, id] = /^\/folders\/view\/([1-9]\d*)$/.exec(path) ?? []
  if (id === undefined) return /^\/(?:folders|profile)(?:\/|$)/.test(path) ? [session] : []
  return [
    session,
    callUrl(addresses.getFolder, { id }),
    `${callUrl(addresses.listFiles, { id })}?hashes=none`,
    callUrl(addresses.listDownloadLinks, { id }),
    callUrl(addresses.listUnfinishedUploads, { id }),
  ]
}
