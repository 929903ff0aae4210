import { addresses, type CallName } from '../../../../contract/addresses.ts'
import { callUrl } from '../../../../contract/call.ts'
import type { ProbeBody, ProbeRequest, ProbeResponse } from '../../../../contract/doctor/probeTransfers.ts'
import { csrfHeader } from '../../../../contract/headers.ts'
import { csrfToken } from '../../../api/client.ts'

/**
 * Makes a request that may fail by design. Unlike the API's client, it reports no network failure to the page.
 * @throws AbortError only
 */
export async function fetchProbe(
  call: CallName,
  { query, headers, body, onPiece, signal }: ProbeRequest & { signal: AbortSignal },
): Promise<ProbeResponse> {
  const { method } = addresses[call]
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const start = performance.now()
  const result = (status: number, body = new Uint8Array()) => ({
    status,
    body,
    ms: performance.now() - start,
  })
  try {
    const response = await fetch(`${callUrl(addresses[call])}?${search.toString()}`, {
      method,
      headers: {
        ...(method !== 'GET' && { [csrfHeader]: csrfToken() }),
        ...(body && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      body: body ? bodyOf(body) : null,
      signal,
      cache: 'no-store',
      // Required for streams, and missing in TypeScript's DOM types.
      ...({ duplex: 'half' } as object),
    })
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      onPiece?.(read.value)
      pieces.push(read.value)
    }
    return result(response.status, new Uint8Array(await new Blob(pieces).arrayBuffer()))
  } catch (error) {
    if (signal.aborted) throw error
    return result(0)
  }
}

/** A Blob, or a stream if the body pauses in the middle. */
function bodyOf({ bytes, pauseMs }: ProbeBody): Blob | ReadableStream<Uint8Array> {
  if (pauseMs === undefined) return new Blob([new Uint8Array(bytes)])
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === 1) await new Promise((resolve) => setTimeout(resolve, pauseMs))
        if (sent === 2) controller.close()
        else controller.enqueue(new Uint8Array(bytes / 2))
        sent += 1
      },
    },
    { highWaterMark: 0 },
  )
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
