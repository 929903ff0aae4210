import type { CallResponse } from '../../contract/call.ts'
import type { getDownloadStatus } from '../../contract/schemas/downloads.ts'
import { type Ask, askWell, type WireRequest } from './wire.ts'

type Take = NonNullable<WireRequest['take']>

/** What a download link without a password says of its files. @throws Refused; what breaks the connection */
export async function lookAtLink(ask: Ask, linkToken: string) {
  const params = { link_token: linkToken }
  const { text } = await askWell(ask, { kind: 'look', call: 'getDownloadStatus', params })
  return JSON.parse(text) as CallResponse<typeof getDownloadStatus>
}

/** Bytes `start` to `end` of a sealed file, both included. @throws Refused; what breaks the connection */
export async function fetchRange(
  ask: Ask,
  linkToken: string,
  id: number,
  { start, end }: { start: number; end: number },
  take: Take,
): Promise<void> {
  const { status } = await askWell(ask, {
    kind: 'range',
    call: 'downloadSharedFile',
    params: { link_token: linkToken, id },
    headers: { range: `bytes=${start}-${end}` },
    take,
  })
  if (status !== 206) throw new Error('The server has sent more than was asked for.')
}

/** Several sealed files, one after the other. @throws Refused; what breaks the connection */
export async function fetchTogether(
  ask: Ask,
  linkToken: string,
  ids: readonly number[],
  take: Take,
): Promise<void> {
  await askWell(ask, {
    kind: 'together',
    call: 'downloadSharedFilesTogether',
    params: { link_token: linkToken },
    query: `?ids=${ids.join()}`,
    take,
  })
}
