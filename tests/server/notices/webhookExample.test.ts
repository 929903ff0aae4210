import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { webhookSignature } from '../../../server/notices/webhookMessage.ts'

const manualPage = readFileSync(new URL('../../../docs/operations/notifications.md', import.meta.url), 'utf8')
const [, exampleCode = ''] = /```js\n([^]*?)```/.exec(manualPage) ?? []
const exampleParameters = ['createHmac', 'timingSafeEqual', 'secret', 'rawBody', 'request', 'response']

/** What a receiver of the manual answers. */
function exampleStatus(header: string | undefined): number {
  let status = 0
  const response = {
    writeHead(code: number) {
      status = code
      return response
    },
    end: () => undefined,
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- It is what people copy.
  const receive = new Function(...exampleParameters, exampleCode) as (...given: unknown[]) => void
  const headers = { 'sealpost-signature': header }
  receive(createHmac, timingSafeEqual, 'secret', Buffer.from('{"kind":"test"}'), { headers }, response)
  return status
}

it('takes what we have signed now, and refuses everything else with 401', () => {
  const now = new Date()
  const body = '{"kind":"test"}'
  expect(exampleStatus(webhookSignature('secret', body, now))).toBe(204)
  expect(exampleStatus(webhookSignature('another', body, now)), 'another secret').toBe(401)
  expect(exampleStatus(webhookSignature('secret', `${body} `, now)), 'another body').toBe(401)
  expect(
    exampleStatus(webhookSignature('secret', body, new Date(now.getTime() - 600_000))),
    'an old one',
  ).toBe(401)
  expect(exampleStatus('t=1,v1=00'), 'another form').toBe(401)
  expect(exampleStatus(undefined), 'none').toBe(401)
})
