import { usageError } from '../exitCodes.ts'
import { isPlainHttp } from '../plainHttp.ts'

export interface FolderAddress {
  readonly origin: string
  /** The folder's id on the server. */
  readonly id: number
}

/** Addresses of a folder's pages (src/routes/routeTree.ts). */
const pages = /^\/folders\/(?:view\/|edit\/)?(\d{1,15})\/?$/

/** @throws CommandError 'usage' */
export function readFolderAddress(text: string): FolderAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  const id = Number(pages.exec(url?.pathname ?? '')?.[1])
  if (!url || !/^https?:$/.test(url.protocol) || !(id >= 1))
    throw usageError(
      'FOLDER is no address of a folder. Open the folder in the browser, and copy its address from there: https://files.example.org/folders/view/7',
    )
  if (isPlainHttp(url.origin))
    throw usageError('Everybody on the way would read the API token. Give an address with https.')
  return { origin: url.origin, id }
}
