import { expect, it } from 'vitest'
import { uploadForm } from '../uploads.ts'
import { createOwnerWithNotices } from './ownerNotices.ts'

const origin = 'http://files.example.org'
const at = (host: string, from = `http://${host}`) => ({ headers: { host, origin: from } })

/** Text of the mail about an upload by a stranger, who names another host. */
async function mailOnUpload(owner: Awaited<ReturnType<typeof createOwnerWithNotices>>) {
  const { server, folder, mailsAfter } = owner
  const { headers, payload } = uploadForm({ files: [{ name: 'a.txt' }], isLast: true })
  const stranger = { ...headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await server.app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}`,
    payload,
    headers: stranger,
  })
  return (await mailsAfter(6 * 60)).at(-1)
}

it('mails lead to where their addressee last changed something, and never to a host that a stranger names', async () => {
  const owner = await createOwnerWithNotices()
  const { browser, folder } = owner
  const changeMail = (options: object) =>
    browser.put(`/api/folders/${folder.id}/mail`, { notify_by_email: true }, options)
  expect((await mailOnUpload(owner))?.text).not.toContain('/folders/view/')

  expect((await changeMail(at('files.example.org'))).statusCode).toBe(204)
  // Refused, and not kept.
  expect((await changeMail(at('files.example.org', 'http://evil.example'))).statusCode).toBe(403)
  const mail = await mailOnUpload(owner)
  expect(mail?.text).toContain(`${origin}/folders/view/${folder.id}\n`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
})

it('mails lead to the address of the server where it is told', async () => {
  const publicOrigin = 'https://public.example'
  const owner = await createOwnerWithNotices({ publicOrigin })
  const { browser, folder } = owner
  await browser.put(
    `/api/folders/${folder.id}/mail`,
    { notify_by_email: true },
    at('public.example', publicOrigin),
  )
  expect((await mailOnUpload(owner))?.text).toContain(`${publicOrigin}/folders/view/${folder.id}\n`)
})
