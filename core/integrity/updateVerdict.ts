import { integrityFile, integritySignatureFile, maxServedBytes } from '../../contract/integrityFiles.ts'
import type { IntegrityList } from '../../contract/schemas/integrity.ts'
import { type Bytes, concat, toHex } from '../crypto/bytes.ts'
import { SignatureError, verifyMinisign } from '../crypto/minisign.ts'
import { compareVersions } from './compareVersions.ts'

/** Verdict of the installed version on the next one. */
export type UpdateVerdict =
  | { state: 'signed'; version: string }
  /** There is no list, or it is not signed by the key of releases. */
  | { state: 'unsigned' }
  /** The signed list is that of a version before the installed one. */
  | { state: 'older'; version: string }
  /** A file is not that of the signed list. */
  | { state: 'altered'; version: string }
  /** Browser, network or server do not allow the check. */
  | { state: 'unknown' }

interface UpdateCheckOptions {
  key: string
  installed: string
  /** Fetches a path of the server, not from a cache. */
  fetch: (path: string) => Promise<Response>
  /** Finds a stored response by its key in the precache. */
  stored: (key: string) => Promise<Response | undefined>
}

const scriptPath = '/serviceWorker.js'

/** Compares the next version, as far as the browser has it, with the list of a release. */
export async function updateVerdict({
  key,
  installed,
  fetch,
  stored,
}: UpdateCheckOptions): Promise<UpdateVerdict> {
  try {
    const [content, signature] = await Promise.all([
      fetch(`/${integrityFile}`),
      fetch(`/${integritySignatureFile}`),
    ])
    if (content.status === 404 || signature.status === 404) return { state: 'unsigned' }
    if (!content.ok || !signature.ok) return { state: 'unknown' }
    const bytes = await bodyOf(content)
    await verifyMinisign(bytes, text(await bodyOf(signature)), key)
    // Written by whoever has the key.
    const list = JSON.parse(text(bytes)) as IntegrityList
    const { version } = list
    const order = compareVersions(version, installed)
    if (order < 0) return { state: 'older', version }
    // While a server is upgraded, one that still runs the installed version can answer.
    if (order === 0) return { state: 'unknown' }
    const isListed = isListedIn(list)
    const script = await fetch(scriptPath)
    if (!script.ok) return { state: 'unknown' }
    const scriptBytes = await bodyOf(script)
    if (!(await isListed(scriptPath, scriptBytes))) return { state: 'altered', version }
    const files = precachedFiles(text(scriptBytes))
    // Its form has changed since this version.
    if (files.length === 0) return { state: 'unknown' }
    for (const { path, cacheKey } of files) {
      const response = await stored(cacheKey)
      if (response && !(await isListed(path, await bodyOf(response)))) return { state: 'altered', version }
    }
    return { state: 'signed', version }
  } catch (error) {
    return { state: error instanceof SignatureError ? 'unsigned' : 'unknown' }
  }
}

/** Files that a service worker precaches, by its text, with their keys in workbox's cache. */
function precachedFiles(script: string): { path: string; cacheKey: string }[] {
  const entries = Array.from(script.matchAll(/\{[^{}]*\}/g), ([entry]) => entry)
  return entries
    .filter((entry) => entry.includes('"url":"'))
    .map((entry) => {
      const { url, revision } = JSON.parse(entry) as { url: string; revision: string | null }
      const path = `/${url}`
      return { path, cacheKey: revision === null ? path : `${path}?__WB_REVISION__=${revision}` }
    })
}

function isListedIn({ files }: IntegrityList) {
  const listed = new Set(files.map(({ path, sha256 }) => `${path} ${sha256}`))
  return async (path: string, bytes: Bytes): Promise<boolean> => {
    const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    return listed.has(`${path} ${hash}`)
  }
}

const text = (bytes: Bytes): string => new TextDecoder().decode(bytes)

/** @throws RangeError if the body is longer than any served file */
async function bodyOf({ body }: Response): Promise<Bytes> {
  const reader = body?.getReader()
  const pieces: Bytes[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > maxServedBytes) {
      void reader?.cancel()
      throw new RangeError('The body is too long.')
    }
    pieces.push(read.value)
  }
  return concat(...pieces)
}
