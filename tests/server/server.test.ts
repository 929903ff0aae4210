import { expect, it } from 'vitest'
import { noRules } from '../../contract/operatorRules.ts'
import { createMailer } from '../../server/mail/mailer.ts'
import { scratchFolder } from './scratchFolder.ts'
import { Browser, startTestServer } from './testServer.ts'

it('tells administrators, and nobody else, whether mails reach their addressees', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  expect((await browser.get('/api/server')).json()).toEqual({ sends_mail: false, rules: noRules })
  expect((await new Browser(server.app).get('/api/server')).statusCode).toBe(401)

  const mailer = createMailer({
    smtp: { host: '127.0.0.1', port: 9, secure: false, requireTls: false, login: undefined },
    mailFrom: { name: 'Sealpost', address: 'sealpost@example.org' },
    dataDir: await scratchFolder(),
  })
  const sending = await startTestServer({ mailer })
  expect((await (await sending.signIn()).get('/api/server')).json()).toEqual({
    sends_mail: true,
    rules: noRules,
  })
})
