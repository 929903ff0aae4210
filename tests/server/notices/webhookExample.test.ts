import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { webhookSignature } from '../../../server/notices/webhookBody.ts'

const page = readFileSync(new URL('../../../docs/operations/notifications.md', import.meta.url), 'utf8')
const [, example = ''] = /```js\n([^]*?)```/.exec(page) ?? []
const parameters = ['createHmac', 'timingSafeEqual', 'secret', 'rawBody', 'request', 'response']

/** What a receiver of the manual answers. */
function answerOf(header: string | undefined): number {
  let status = 0
  const response = {
    writeHead(code: number) {
      status = code
      return response
    },
    end: () => undefined,
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- It is what people copy.
  const receive = new Function(...parameters, example) as (...given: unknown[]) => void
  const headers = { 'sealpost-signature': header }
  receive(createHmac, timingSafeEqual, 'secret', Buffer.from('{"kind":"test"}'), { headers }, response)
  return status
}

it('takes what we have signed now, and refuses everything else with 401', () => {
  const now = new Date()
  const body = '{"kind":"test"}'
  expect(answerOf(webhookSignature('secret', body, now))).toBe(204)
  expect(answerOf(webhookSignature('another', body, now)), 'another secret').toBe(401)
  expect(answerOf(webhookSignature('secret', `${body} `, now)), 'another body').toBe(401)
  expect(answerOf(webhookSignature('secret', body, new Date(now.getTime() - 600_000))), 'an old one').toBe(
    401,
  )
  expect(answerOf('t=1,v1=00'), 'another form').toBe(401)
  expect(answerOf(undefined), 'none').toBe(401)
})
