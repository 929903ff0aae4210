import type { CustomFetch } from 'openid-client'
import { beyondBounds } from '../../contract/jsonBounds.ts'
import { MiB } from '../../contract/limits.ts'
import { readBounded, TooLong } from '../http/readBounded.ts'

/** The longest answer of the provider, in bytes: what it says of itself, its keys and its tokens take a few kilobytes. */
export const maxProviderAnswerBytes = MiB

/**
 * Fetches answers of JSON, which are read within bounds before anybody makes anything of them.
 * @throws TypeError, as where nothing answers; what `fetch` throws
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  // It is typed for other platforms, too.
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit)
  if (body === null) return new Response(null, { status, statusText, headers })
  const bytes = await readBounded(body, maxProviderAnswerBytes).catch((error: unknown) => {
    throw error instanceof TooLong ? new TypeError('the answer is too long', { cause: error }) : error
  })
  if (beyondBounds(bytes) !== undefined) throw new TypeError('the answer is beyond the bounds of JSON')
  return new Response(new Uint8Array(bytes), { status, statusText, headers })
}
