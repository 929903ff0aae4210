import { type Fault, fault } from './fault.ts'
import { faultOfResponse, type ResponseHead } from './faultOfResponse.ts'
import { isTemporaryStatus } from './retries.ts'

/**
 * [Note: Other answers]
 * Proxies, filters and networks that want a sign-in answer in the place of the server. They send on to another address,
 * send a page, or refuse without the `detail` that every refusal of the server has. A person must act, so the page says
 * so, and what is transferred waits. A filter may refuse one file alone, which its sender can provoke: while the server
 * answers other calls, a download waits a minute, and then fails such files alone.
 */

/** The reachability of the server. 'replaced': something else answers in its place. */
export type ServerState = 'reachable' | 'unreachable' | 'replaced'

/** Refusals whose status says enough, whoever sends them: nothing there, and too large a body. */
const clearStatuses: ReadonlySet<number> = new Set([404, 413])

/** True for a response, fetched without following redirects, that sends on to another address or is a page. */
export const isRedirectOrPage = ({ type, ok, headers }: Response): boolean =>
  type === 'opaqueredirect' || (ok && headers.get('content-type')?.startsWith('text/html') === true)

/** True for the status of a refusal without `detail`. Proxies send pages also for a server that is down. */
export const isStatusOfOther = (status: number): boolean =>
  status >= 300 && !isTemporaryStatus(status) && !clearStatuses.has(status)

/** Like `faultOfResponse`, but 'other-answer' for a refusal that is not the server's. */
export function faultOfAnswer(head: ResponseHead, body: unknown): Fault {
  const found = faultOfResponse(head, body)
  const isOfOther = found.code === 'refused' && found.said === undefined && isStatusOfOther(head.status)
  return isOfOther ? fault('other-answer', { status: head.status }) : found
}
