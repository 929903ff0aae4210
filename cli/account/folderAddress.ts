import { usageError } from '../exitCodes.ts'
import { isPlainHttp } from '../plainHttp.ts'

/** A folder on a server. */
export interface FolderAddress {
  readonly origin: string
  readonly id: number
}

/** Paths of a folder's pages (src/routes/routeTree.ts); the name of the page may be missing. */
const folderPagePattern = /^\/folders\/(?:view\/|edit\/)?(\d{1,15})\/?$/

/** Reads the address of a folder. @throws CommandError 'usage' */
export function readFolderAddress(text: string): FolderAddress {
  const address = readServerOrFolderAddress(text)
  if (address?.id === undefined)
    throw usageError(
      'FOLDER is not the address of a folder. Open the folder in the browser and copy its address, such as https://files.example.org/folders/view/7.',
    )
  return { ...address, id: address.id }
}

/** Reads the address of a server. @returns its origin @throws CommandError 'usage' */
export function readServerAddress(text: string): string {
  const address = readServerOrFolderAddress(text)
  if (!address || address.id !== undefined)
    throw usageError('SERVER is the address of a server, such as https://files.example.org.')
  return address.origin
}

/**
 * Reads the address of a server or a folder.
 * @returns null for any other text; without `id` for the address of a server
 * @throws CommandError 'usage' without https
 */
export function readServerOrFolderAddress(text: string): { origin: string; id?: number } | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const id = Number(folderPagePattern.exec(url.pathname)?.[1])
  const isServer = /^\/((dashboard|folders)\/?)?$/.test(url.pathname)
  if (!isServer && !(id >= 1)) return null
  const { origin } = url
  if (isPlainHttp(origin))
    throw usageError(
      'Without https everybody on the way could read the credentials. Give an address with https.',
    )
  return isServer ? { origin } : { origin, id }
}

export const folderAddressText = ({ origin, id }: FolderAddress): string => `${origin}/folders/view/${id}`
