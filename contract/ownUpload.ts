/**
 * [Note: Own uploads]
 * People send files into a folder of their own by the calls of its upload link, and name the folder instead of the
 * link's token. The server then asks for a session of somebody who may open the folder, and for nothing else: neither
 * gates nor questions nor the state of the link apply. For folders of kind 'sent', whose link is inactive, it also takes
 * an API token.
 */

const prefix = 'own-folder-'
const digits = 16

/** Address of a folder among the calls of upload links. It is longer than any token, so it never is one. */
export const ownUploadToken = (folderId: number): string =>
  `${prefix}${String(folderId).padStart(digits, '0')}`

/** Folder that `ownUploadToken` names; null for the token of an upload link. */
export function folderOfOwnUpload(linkToken: string): number | null {
  const number = linkToken.startsWith(prefix) ? linkToken.slice(prefix.length) : ''
  return /^[0-9]{16}$/.test(number) ? Number(number) : null
}
