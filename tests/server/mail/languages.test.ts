import { expect, it } from 'vitest'
import { recipientOf, writtenMails } from '../mails.ts'
import { confirmAddress, createOwnerWithNotices } from '../notices/ownerNotices.ts'
import { startTestServer } from '../testServer.ts'

const recipientAddress = 'anna@example.org'

/** The mail with the code that a page asks for. */
async function codeMailFor(asked: { language?: string; accept?: string }) {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder({ title: 'Steuer', require_email_verification: true })
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}/request-code`,
    headers: asked.accept === undefined ? {} : { 'accept-language': asked.accept },
    payload: {
      uploader_email: recipientAddress,
      ...(asked.language !== undefined && { language: asked.language }),
    },
  })
  const mail = (await writtenMails(server)).find((one) => recipientOf(one) === recipientAddress)
  return { status: reply.statusCode, mail }
}

it.each([
  [{ accept: 'de-AT,de;q=0.9,en;q=0.8' }, 'Bestätigungscode für „Steuer“', 'de'],
  // The page's own choice, whatever the browser asks for.
  [{ accept: 'de', language: 'en' }, 'Verification code for "Steuer"', 'en'],
  [{ accept: 'en', language: 'de' }, 'Bestätigungscode für „Steuer“', 'de'],
  [{ accept: 'fr, de;q=0' }, 'Verification code for "Steuer"', 'en'],
  [{ language: 'fr' }, 'Verification code for "Steuer"', 'en'],
  [{}, 'Verification code for "Steuer"', 'en'],
])('mails a sender who asks as %j: %s', async (asked, subject, language) => {
  const { mail } = await codeMailFor(asked)
  expect(mail?.subject).toBe(subject)
  expect(mail?.html).toContain(`<html lang="${language}">`)
})

it('takes no other word for a language', async () => {
  expect((await codeMailFor({ language: 'deutsch' })).status).toBe(422)
})

it('mails an administrator in the language that their browser has said, once it has', async () => {
  const { server, browser, folder, send, mailsAfter } = await createOwnerWithNotices()
  const known = async () =>
    (await browser.get('/api/auth/users/me')).json<{ user: { language: string | null } }>().user.language
  expect(await known()).toBeNull()
  await send({ files: [{ name: 'a.txt' }] })
  const [english] = await mailsAfter(3600)
  expect(english?.subject).toBe(`Files arrived in "${folder.title}"`)

  expect((await browser.put('/api/auth/users/me/language', { language: 'de' })).statusCode).toBe(200)
  expect(await known()).toBe('de')
  await send({ files: [{ name: 'b.txt' }] })
  const [, german] = await mailsAfter(3600)
  expect(german?.subject).toBe('In „Tax“ sind Dateien angekommen')
  expect(german?.text).toMatch(
    /^Am \d+\. \p{L}+ \d{4} um \d\d:\d\d [\w+:-]+ in „Tax“ angekommen: 1 Datei \([\d,]+ (B|KB)\)\.$/mu,
  )
  expect(german?.text).toContain('Ende-zu-Ende-verschlüsselter Dateiaustausch')

  await confirmAddress(server, browser, 'new@example.org')
  const [own] = (await writtenMails(server)).filter((mail) => recipientOf(mail) === 'new@example.org')
  expect(own?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
})
