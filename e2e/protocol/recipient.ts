import type { CallResponse } from '../../contract/call.ts'
import type { getDownloadStatus } from '../../contract/schemas/downloads.ts'
import { type SendRequest, requestSuccess, type WireRequest } from './wire.ts'

type TakeBytes = NonNullable<WireRequest['takeBytes']>

/** What a download link without a password says of its files. @throws Refused; what breaks the connection */
export async function fetchLinkStatus(send: SendRequest, linkToken: string) {
  const params = { link_token: linkToken }
  const { text } = await requestSuccess(send, { kind: 'look', call: 'getDownloadStatus', params })
  return JSON.parse(text) as CallResponse<typeof getDownloadStatus>
}

/** Bytes `start` to `end` of a sealed file, both included. @throws Refused; what breaks the connection */
export async function fetchRange(
  send: SendRequest,
  linkToken: string,
  id: number,
  { start, end }: { start: number; end: number },
  takeBytes: TakeBytes,
): Promise<void> {
  const { status } = await requestSuccess(send, {
    kind: 'range',
    call: 'downloadSharedFile',
    params: { link_token: linkToken, id },
    headers: { range: `bytes=${start}-${end}` },
    takeBytes,
  })
  if (status !== 206) throw new Error('The server has sent more than was asked for.')
}

/** Several sealed files, one after the other. @throws Refused; what breaks the connection */
export async function fetchFilesTogether(
  send: SendRequest,
  linkToken: string,
  ids: readonly number[],
  takeBytes: TakeBytes,
): Promise<void> {
  await requestSuccess(send, {
    kind: 'together',
    call: 'downloadSharedFilesTogether',
    params: { link_token: linkToken },
    query: `?ids=${ids.join()}`,
    takeBytes,
  })
}
