import type { IntegrityList } from '../../contract/schemas/integrity.ts'
import { toHex } from '../crypto/bytes.ts'
import { SignatureError, verifyMinisign } from '../crypto/minisign.ts'

/** What the installed version says about the next one. */
export type UpdateVerdict =
  | { state: 'signed'; version: string }
  /** There is no list, or it is not signed by the key of releases. */
  | { state: 'unsigned' }
  /** A file is not that of the signed list. */
  | { state: 'altered'; version: string }
  /** The browser or the network does not allow the check. */
  | { state: 'unknown' }

interface NextVersion {
  /** Public key of releases. */
  key: string
  /** Fetches a path of the server, not from a cache. */
  fetch: (path: string) => Promise<Response>
  /** Stored responses of the next version alone, by path. */
  stored: AsyncIterable<readonly [path: string, response: Response]>
}

export const listPath = '/integrity.json'
const signaturePath = `${listPath}.minisig`
const scriptPath = '/serviceWorker.js'

/** Compares the next version, as far as the browser has it, with the list of a release. */
export async function updateVerdict({ key, fetch, stored }: NextVersion): Promise<UpdateVerdict> {
  try {
    const [content, signature] = await Promise.all([fetch(listPath), fetch(signaturePath)])
    if (!content.ok || !signature.ok) return { state: content.status < 500 ? 'unsigned' : 'unknown' }
    const bytes = new Uint8Array(await content.arrayBuffer())
    await verifyMinisign(bytes, await signature.text(), key)
    // Written by whoever has the key.
    const list = JSON.parse(new TextDecoder().decode(bytes)) as IntegrityList
    const isListed = listOf(list)
    const { version } = list
    if (!(await isListed(scriptPath, await fetch(scriptPath)))) return { state: 'altered', version }
    for await (const [path, response] of stored)
      if (!(await isListed(path, response))) return { state: 'altered', version }
    return { state: 'signed', version }
  } catch (error) {
    return { state: error instanceof SignatureError ? 'unsigned' : 'unknown' }
  }
}

function listOf({ files }: IntegrityList) {
  const listed = new Set(files.map(({ path, sha256 }) => `${path} ${sha256}`))
  return async (path: string, response: Response): Promise<boolean> => {
    const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer())))
    return listed.has(`${path === '/index.html' ? '/' : path} ${hash}`)
  }
}
