import { addresses, type CallName } from '../../../../contract/addresses.ts'
import { callUrl } from '../../../../contract/call.ts'
import { csrfHeader } from '../../../../contract/headers.ts'
import { csrfToken } from '../../../api/client.ts'

export interface Probe {
  query?: Readonly<Record<string, number>>
  headers?: Readonly<Record<string, string>>
  body?: Blob | ReadableStream<Uint8Array>
  signal: AbortSignal
}

/** `status` 0: no answer came, or it broke off. */
export interface Probed {
  status: number
  bytes: Uint8Array
  ms: number
}

/**
 * A call whose failing is what is asked about: unlike those of the API's client it says nothing to the rest of the
 * page when no answer comes. @param onPiece told of each piece of an answer as it arrives
 * @throws an AbortError alone
 */
export async function probe(
  call: CallName,
  { query, headers, body, signal }: Probe,
  onPiece: () => void = () => undefined,
): Promise<Probed> {
  const { method } = addresses[call]
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const begun = performance.now()
  const ended = (status: number, bytes = new Uint8Array()) => ({
    status,
    bytes,
    ms: performance.now() - begun,
  })
  try {
    const answer = await fetch(`${callUrl(addresses[call])}?${search.toString()}`, {
      method,
      headers: { ...(method !== 'GET' && { [csrfHeader]: csrfToken() }), ...headers },
      body: body ?? null,
      signal,
      cache: 'no-store',
      // TypeScript does not know it yet; browsers that send streams demand it.
      ...({ duplex: 'half' } as object),
    })
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body?.getReader()
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      onPiece()
      pieces.push(read.value)
    }
    return ended(answer.status, new Uint8Array(await new Blob(pieces).arrayBuffer()))
  } catch (error) {
    if (signal.aborted) throw error
    return ended(0)
  }
}

/** Whether this browser sends a body while it is made; it does so over HTTP/2 and newer only. */
export function sendsStreams(): boolean {
  const asked = { duplex: false }
  try {
    const request = new Request('/', {
      method: 'POST',
      body: new ReadableStream(),
      get duplex() {
        asked.duplex = true
        return 'half'
      },
    } as RequestInit)
    // Where streams are not known, one is sent as a text, and gets the type of a text.
    return asked.duplex && !request.headers.has('content-type')
  } catch {
    return false
  }
}
