import type { CustomFetch } from 'openid-client'
import { exceededBound } from '../../contract/jsonBounds.ts'
import { MiB } from '../../contract/limits.ts'
import { readBounded, TooLongError } from '../http/readBounded.ts'

/** Maximum size of a provider's response, in bytes. Metadata, keys and tokens take a few kilobytes. */
export const maxProviderResponseBytes = MiB

/** Fetches JSON from a provider. @throws TypeError, as for a network error, if a limit is exceeded; errors of `fetch` */
export const fetchFromProvider: CustomFetch = async (url, options) => {
  // The library types its options for several platforms.
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit)
  if (body === null) return new Response(null, { status, statusText, headers })
  const bytes = await readBounded(body, maxProviderResponseBytes).catch((error: unknown) => {
    throw error instanceof TooLongError
      ? new TypeError(`the response has more than ${maxProviderResponseBytes} bytes`, { cause: error })
      : error
  })
  if (exceededBound(bytes) !== undefined)
    throw new TypeError('the response has too many values or is nested too deeply')
  return new Response(new Uint8Array(bytes), { status, statusText, headers })
}
