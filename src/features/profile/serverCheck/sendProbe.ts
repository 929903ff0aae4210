import { addresses, type CallName } from '../../../../contract/addresses.ts'
import { callUrl } from '../../../../contract/call.ts'
import { csrfHeader } from '../../../../contract/headers.ts'
import { csrfToken } from '../../../api/client.ts'

export interface ProbeRequest {
  query?: Readonly<Record<string, number>>
  headers?: Readonly<Record<string, string>>
  body?: Blob | ReadableStream<Uint8Array>
  signal: AbortSignal
}

/** Result of a request; `status` is 0 if the response is missing or incomplete. */
export interface ProbeResult {
  status: number
  bytes: Uint8Array
  ms: number
}

/**
 * Makes a request that may fail by design. Unlike the API's client, it reports no network failure to the page.
 * @throws AbortError only
 */
export async function sendProbe(
  call: CallName,
  { query, headers, body, signal }: ProbeRequest,
  onChunk: () => void = () => undefined,
): Promise<ProbeResult> {
  const { method } = addresses[call]
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const start = performance.now()
  const result = (status: number, bytes = new Uint8Array()) => ({
    status,
    bytes,
    ms: performance.now() - start,
  })
  try {
    const response = await fetch(`${callUrl(addresses[call])}?${search.toString()}`, {
      method,
      headers: { ...(method !== 'GET' && { [csrfHeader]: csrfToken() }), ...headers },
      body: body ?? null,
      signal,
      cache: 'no-store',
      // Required for streams, and missing in TypeScript's DOM types.
      ...({ duplex: 'half' } as object),
    })
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      onChunk()
      chunks.push(read.value)
    }
    return result(response.status, new Uint8Array(await new Blob(chunks).arrayBuffer()))
  } catch (error) {
    if (signal.aborted) throw error
    return result(0)
  }
}

/** True if this browser can stream request bodies, which requires HTTP/2 or newer. */
export function supportsRequestStreams(): boolean {
  const accessed = { duplex: false }
  try {
    const request = new Request('/', {
      method: 'POST',
      body: new ReadableStream(),
      get duplex() {
        accessed.duplex = true
        return 'half'
      },
    } as RequestInit)
    // Without support, the stream is converted to a string, which sets a content type.
    return accessed.duplex && !request.headers.has('content-type')
  } catch {
    return false
  }
}
