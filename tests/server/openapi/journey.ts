import { randomBytes } from 'node:crypto'
import { newReminderToken } from '../../../server/notices/reminderToken.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { sealedChunkBytes } from '../../../contract/limits.ts'
import { setLinkPeople } from '../../../server/db/links/linkPeople.ts'
import { makeOperator } from '../../../server/db/accounts/users.ts'
import { signInAtProvider } from '../../../e2e/oidcProvider.ts'
import { plainPng } from '../../../e2e/pngs.ts'
import { callbackUrl, returnFromProvider, signInAs } from '../singleSignOn.ts'
import { createLink, linkVerifier, listedLinks, openLink, protectedLink } from '../links.ts'
import { codeIn, requestCode, writtenMails } from '../mails.ts'
import { addPeople, createSharedFolder, newPerson } from '../people.ts'
import { newTokenClient } from '../tokenClient.ts'
import { otherRecipientKey, type Browser, recipientKey, type TestServer, verifier } from '../testServer.ts'
import { fromBase32, totp } from '../totp.ts'
import { hiddenNamesBody, newBatchId, uploadForm, wrappedKey } from '../uploads.ts'

const partSize = 20 * sealedChunkBytes
const manifest = Buffer.alloc(300, 1).toString('base64')
const newVerifier = `v1.${'N'.repeat(43)}`
const salt = Buffer.alloc(16, 9).toString('base64')
const sealedBytes = Buffer.alloc(100, 7).toString('base64')

/** Makes every call of the API once so that it succeeds, as people and a script would. */
export async function callEverything(server: TestServer): Promise<void> {
  await callAccountRoutes(server)
  await callKeyRoutes(server)
  const owner = await newPerson(server, 'anna')
  const folder = await owner.browser.createFolder({ title: 'Tax', retention_days: 30 })
  const files = await callUploadRoutes(server, owner.browser, folder)
  await callFolderRoutes(owner.browser, folder.id)
  await callDownloadRoutes(server, owner.browser, folder.id, files)
  await callSharedFolderRoutes(server, owner, files)
  await callOperatorRoutes(server)
  await owner.browser.post('/api/folders/files/retention', { file_ids: files, expires_at: null })
  await owner.browser.post('/api/folders/files/delete', { file_ids: files })
  await owner.browser.get(`/api/folders/${folder.id}/trash`)
  await owner.browser.post('/api/folders/files/restore', { file_ids: files })
  await owner.browser.get('/api/folders/trash')
  await owner.browser.post(`/api/folders/${folder.id}/restore`)
  await owner.browser.delete(`/api/folders/${folder.id}`)
  await server.app.inject('/api/openapi.json')
}

async function callAccountRoutes(server: TestServer): Promise<void> {
  const browser = await server.signIn('arno')
  await browser.post('/api/auth/prelogin', { username: 'arno' })
  await browser.get('/api/auth/users/me')
  await browser.get('/api/server')
  await browser.get('/api/audit')
  await browser.get('/api/audit?format=csv&kind=signed-in')
  await browser.get('/api/space')
  await browser.get('/api/deliveries')
  await browser.put('/api/auth/users/me', { current_password: verifier, email: 'arno@example.org' })
  await browser.put('/api/auth/users/me/language', { language: 'de' })
  await browser.put('/api/auth/users/me/reminders', { wants_reminders: true })
  await browser.post('/api/auth/users/me/email/request-code')
  const code = codeIn((await writtenMails(server)).at(-1))
  await browser.post('/api/auth/users/me/email/confirm', { code })
  await browser.post('/api/auth/verify-password', { password: verifier })
  const script = await newTokenClient(browser)
  await script.send('GET', '/api/folders/')
  await browser.get('/api/auth/api-tokens')
  await browser.delete(`/api/auth/api-tokens/${script.id}`)

  const { secret } = (await browser.post('/api/auth/2fa/setup')).json<{ secret: string }>()
  const shown = () => totp(fromBase32(secret), server.services.now().getTime() / 1000)
  await browser.post('/api/auth/2fa/enable', { code: shown() })
  await browser.post('/api/auth/logout')
  await browser.post('/api/auth/token', { username: 'arno', password: verifier })
  // A code is taken once.
  server.passTime(60)
  await browser.post('/api/auth/token/2fa', { username: 'arno', code: shown() })
  await browser.post('/api/auth/2fa/disable', { password: verifier })
  const change = { old_password: verifier, new_password: newVerifier, salt, iterations: 600_000 }
  await browser.post('/api/auth/change-password', change)
}

async function callKeyRoutes(server: TestServer): Promise<void> {
  const browser = await server.signIn('karl')
  await browser.get('/api/auth/public-key')
  await browser.get('/api/auth/users/me/encrypted-key')
  const box = { recovery_box: sealedBytes, password: verifier, public_key_spki: recipientKey }
  await browser.put('/api/auth/users/me/recovery-box', box)
  await browser.get('/api/auth/users/me/recovery-box')
  await browser.post('/api/auth/users/me/recovery-box/delete', { password: verifier })

  const passkeyBody = {
    ...{ password: verifier, name: 'Laptop', wrap: sealedBytes, public_key_spki: recipientKey },
    ...{ credential_id: 'AAAA', rp_id: 'files.example.org', transports: ['internal'] },
  }
  const passkeyMade = (await browser.post('/api/auth/passkeys', passkeyBody)).json<{ id: number }>()
  await browser.get('/api/auth/passkeys')
  await browser.post(`/api/auth/passkeys/${passkeyMade.id}/wrap`)
  await browser.put(`/api/auth/passkeys/${passkeyMade.id}`, { password: verifier, name: 'Phone' })
  await browser.post(`/api/auth/passkeys/${passkeyMade.id}/delete`, { password: verifier })
  await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
  await browser.put('/api/auth/users/me/encrypted-key', { encryptedPrivateKey: sealedBytes, kdfSalt: salt })
}

interface UploadFolder {
  id: number
  link_token: string
}

/** Ids of the files that come of it. */
async function callUploadRoutes(
  server: TestServer,
  owner: Browser,
  { id, link_token }: UploadFolder,
): Promise<number[]> {
  const sender = server.newBrowser()
  const link = `/api/upload/${link_token}`
  await sender.get(`${link}/status`)
  await sender.get(`${link}/public-key`)
  const begin = async () => {
    const begun = await sender.post(`${link}/files`, { size: partSize + 5000, part_size: partSize })
    return begun.json<{ upload_id: string }>().upload_id
  }
  const upload = await begin()
  const bytes = { payload: Buffer.alloc(5000, 1), headers: { 'content-type': 'application/octet-stream' } }
  await sender.send('PUT', `${link}/files/${upload}/parts/2`, bytes)
  await sender.post(`${link}/files/${upload}/parts/2/address`)
  await sender.get(`${link}/files/${upload}`)
  await owner.get(`/api/folders/${id}/answers`)
  await owner.get(`/api/folders/${id}/uploads`)
  await sender.delete(`${link}/files/${upload}`)
  await owner.delete(`/api/folders/${id}/uploads/${await begin()}`)

  const gated = await owner.createFolder({ link_password: 'a password', require_email_verification: true })
  const gates = `/api/upload/${gated.link_token}`
  await sender.post(`${gates}/verify-password`, { link_password: 'a password' })
  const verification_code = await requestCode(server, gates, 'carl@example.org')
  await sender.post(`${gates}/verify-code`, { uploader_email: 'carl@example.org', verification_code })

  const batch_id = newBatchId()
  await sender.send('POST', gates, uploadForm({ files: [{ name: 'c.txt' }], batchId: batch_id }))
  await sender.post(`${gates}/confirmation`, { batch_id })
  const reminders = `/api/reminders/${newReminderToken(server.services, 1)}/off`
  await sender.get(reminders)
  await sender.post(reminders)
  // As on a server with a mail server; this one writes its mails to its disk.
  const { mailer } = server.services
  Object.assign(mailer, { sendsMail: true })
  await sender.post(`${gates}/confirmation`, { batch_id, language: 'de' })
  Object.assign(mailer, { sendsMail: false })

  const files = ['a.txt', 'b.txt'].map((name) => ({ name, bytes: randomBytes(3000), manifest }))
  const { payload, headers } = uploadForm({ files })
  const sent = await sender.send('POST', link, { payload, headers })
  return sent.json<{ successful_files: { id: number }[] }>().successful_files.map((file) => file.id)
}

async function callFolderRoutes(owner: Browser, id: number): Promise<void> {
  const folder = `/api/folders/${id}`
  await owner.get('/api/folders/?sort_by=title')
  await owner.get(folder)
  await owner.put(folder, { title: 'Taxes' })
  await owner.get(`${folder}/files`)
  await owner.put(`${folder}/mail`, { notify_by_email: true })
  await owner.put(`${folder}/webhook`, { url: 'https://hooks.example.org/' })
  await owner.post(`${folder}/webhook/secret`)
  await owner.post(`${folder}/webhook/test`)
  await owner.get(`${folder}/webhook`)
  await owner.delete(`${folder}/webhook`)
}

async function callDownloadRoutes(
  server: TestServer,
  owner: Browser,
  id: number,
  files: number[],
): Promise<void> {
  const [file] = files
  await owner.post('/api/folders/files/keys', { file_ids: files })
  await owner.get(`/api/folders/download/${file}`)
  await owner.get(`/api/folders/download/${file}`, { headers: { range: 'bytes=10-19' } })
  await owner.send('HEAD', `/api/folders/download/${file}`)
  await owner.get(`/api/folders/files/content?ids=${files.join(',')}`)

  await createLink(owner, openLink(files))
  const { link_token } = await createLink(owner, protectedLink(files))
  const [listed] = await listedLinks(owner, { id } as Parameters<typeof listedLinks>[1])
  await owner.get('/api/download/links')
  await owner.get(`/api/download/links/${link_token}/details`)
  await owner.get(`/api/download/links/${link_token}/sealed`)
  await owner.put(`/api/download/links/${link_token}`, { max_downloads: 5, title: 'Plans' })
  const resealed = { replaces: 'AAAA', sealed_link: 'AAAA' }
  await owner.put(`/api/download/links/${link_token}`, { resealed })
  const visitor = server.newBrowser()
  const link = `/api/download/${link_token}`
  await visitor.get(`${link}/status`)
  await visitor.post(`${link}/verify-password`, { password: linkVerifier })
  await visitor.get(`${link}/status`)
  await visitor.get(`${link}/file/${file}`)
  await visitor.get(`${link}/file/${file}`, { headers: { range: 'bytes=10-' } })
  await visitor.send('HEAD', `${link}/file/${file}`)
  await visitor.get(`${link}/files?ids=${files.join(',')}`)
  // A server with a mail server names people by a call; this one writes its mails to its disk.
  const email = 'dora@example.org'
  await setLinkPeople(server.services.db, assertDefined(listed).id, new Map([[email, email]]))
  await visitor.post(`${link}/request-code`, { email })
  const verification_code = codeIn((await writtenMails(server)).at(-1))
  await visitor.post(`${link}/verify-code`, { email, verification_code })
  await visitor.get(`${link}/file/${file}`)
  await owner.put(`/api/download/links/${link_token}`, { allowed_emails: [email] })
  await owner.delete(`/api/download/links/${assertDefined(listed).id}`)
}

type Owner = Awaited<ReturnType<typeof newPerson>>

async function callSharedFolderRoutes(server: TestServer, owner: Owner, files: number[]): Promise<void> {
  const member = await newPerson(server, 'bert')
  await owner.browser.get('/api/people?username=bert')
  await owner.browser.get('/api/contacts')
  await owner.browser.put('/api/contacts', { n: 1, sealed: sealedBytes })
  await owner.browser.get('/api/contacts')
  const made = await createSharedFolder(owner)
  const { folder, keys } = await addPeople(made, owner, [member])
  const path = `/api/folders/${folder.id}`
  await owner.browser.get(`${path}/roster`)
  await member.browser.put(`${path}/leaving`)
  await owner.browser.get(path)
  await member.browser.delete(`${path}/leaving`)
  await owner.browser.post(`${path}/copies`, {
    copy_id: randomBytes(16).toString('base64url'),
    sealed_to: assertDefined(keys[0]).fp,
    files: files.map((file_id) => ({ file_id, encrypted_key: wrappedKey })),
  })
  await owner.browser.put(path, { title: folder.title, private_names: true })
  await owner.browser.post(`${path}/hidden-names`, hiddenNamesBody)
  await owner.browser.get(`${path}/files`)
}

/** What the operator alone may do. */
async function callOperatorRoutes(server: TestServer): Promise<void> {
  const { browser, id } = await newPerson(server, 'operator')
  await makeOperator(server.services.db, id)
  await browser.get('/api/diagnosis/request')
  await browser.post('/api/diagnosis/body', Buffer.from('bytes'), {
    headers: { 'content-type': 'application/octet-stream' },
  })
  await browser.get('/api/diagnosis/answer?pieces=2&piece_bytes=3')
  await browser.get('/api/diagnosis/range')
  await browser.get('/api/diagnosis/range', { headers: { range: 'bytes=10-19' } })
  await browser.get('/api/diagnosis/server')
  await browser.get('/api/look')
  const texts = { name: 'Acme', accent: '#ffcc00', greeting: 'Hello', support: 'help@example.org' }
  await browser.put('/api/look', { ...texts, imprint_url: 'https://example.org/i', privacy_url: null })
  const png = { headers: { 'content-type': 'image/png' } }
  await browser.put('/api/look/logo', plainPng(8, 8), png)
  await browser.put('/api/look/logo', Buffer.from('no PNG'), png)
  await browser.delete('/api/look/logo')
  await browser.delete('/api/look')
  await browser.get('/api/rules')
  await browser.put('/api/rules', { max_link_days: 30, max_link_uses: null, email_domains: ['example.org'] })
  // The others make links as they like.
  await browser.put('/api/rules', { max_link_days: null, email_domains: null })
}

/** The same of a server whose sessions a provider opens. */
export async function callEverythingByProvider(server: TestServer): Promise<void> {
  const browser = await server.signIn('olga')
  await browser.get('/api/auth/sign-in')
  const { address } = (await browser.post('/api/auth/oidc/link', { password: verifier })).json<{
    address: string
  }>()
  await returnFromProvider(browser, await signInAtProvider(address, 'olga', callbackUrl))
  await browser.get('/api/auth/oidc/link')
  await signInAs(server.newBrowser(), 'olga')
  await browser.post('/api/auth/oidc/unlink', { password: verifier })
  const user = server.services.db.updateTable('user').where('username', '=', 'olga')
  await user.set({ password_kind: 'none' }).execute()
  await browser.put('/api/auth/key-password', { new_password: newVerifier, salt, iterations: 600_000 })
}
