import { describe, expect, it } from 'vitest'
import type { CallResponse } from '../../../contract/call.ts'
import { maxLinkMessageLength, maxLinkTitleLength } from '../../../contract/limits.ts'
import type { getDownloadStatus, verifyDownloadPassword } from '../../../contract/schemas/downloads.ts'
import {
  createLink,
  linkVerifier,
  listedLinks,
  openLink,
  protectedLink,
  startServerWithFiles,
} from '../links.ts'
import { startMailing } from '../mails.ts'
import { type Browser, verifier } from '../testServer.ts'

const linkWords = { title: 'Plans of Gartenstraße 12', message: 'As agreed.\nCall me.' }
const namedOwner = { owner_name: 'Anna Berger' }

type Status = CallResponse<typeof getDownloadStatus>

/** Files of somebody who shows a name. */
async function startServerWithOwnerName(options?: Parameters<typeof startServerWithFiles>[1]) {
  const all = await startServerWithFiles(undefined, options)
  const { browser } = all
  await browser.put('/api/auth/users/me', { current_password: verifier, display_name: namedOwner.owner_name })
  const linkStatus = async (token: string, by: Browser = all.server.newBrowser()) =>
    (await by.get(`/api/download/${token}/status`)).json<Status>()
  const givePassword = async (token: string, by: Browser) =>
    (await by.post(`/api/download/${token}/verify-password`, { password: linkVerifier })).json<
      CallResponse<typeof verifyDownloadPassword>
    >()
  return { ...all, linkStatus, givePassword }
}

describe('title and message of a download link', () => {
  it('are read by its recipients and in its list, with the name of its maker', async () => {
    const { browser, folder, ids, linkStatus } = await startServerWithOwnerName()
    const { link_token } = await createLink(browser, { ...openLink(ids), ...linkWords })
    expect(await linkStatus(link_token)).toMatchObject({ ...linkWords, ...namedOwner })
    expect(await listedLinks(browser, folder)).toMatchObject([linkWords])
  })

  it('are absent where none were given, as is a name that nobody shows', async () => {
    const { browser, folder, ids, server } = await startServerWithFiles()
    const blank = { title: ' ', message: '\n ' }
    for (const none of [{}, { title: null, message: null }, blank]) {
      const { link_token } = await createLink(browser, { ...openLink(ids), ...none })
      const reply = await server.newBrowser().get(`/api/download/${link_token}/status`)
      for (const member of ['title', 'message', 'owner_name']) expect(reply.json()).not.toHaveProperty(member)
    }
    expect(await listedLinks(browser, folder)).toMatchObject(
      Array.from({ length: 3 }, () => ({ title: null, message: null })),
    )
  })

  it('come with what may be seen before a password: the title with names, the message with sizes', async () => {
    const { browser, ids, server, linkStatus, givePassword } = await startServerWithOwnerName()
    const { link_token } = await createLink(browser, { ...protectedLink(ids), ...linkWords })
    const visitor = server.newBrowser()
    const before = await linkStatus(link_token, visitor)
    expect(before).toMatchObject({ title: linkWords.title, ...namedOwner })
    expect(before).not.toHaveProperty('message')
    expect(await givePassword(link_token, visitor)).toMatchObject({ ...linkWords, ...namedOwner })
    expect(await linkStatus(link_token, visitor)).toMatchObject(linkWords)
  })

  it.each([false, true])(
    'stay behind the gate of named people (with a password: %s)',
    async (isProtected) => {
      const smtp = await startMailing()
      const { browser, ids, server, linkStatus, givePassword } = await startServerWithOwnerName({
        mailer: smtp.mailer,
      })
      const anna = 'anna@example.org'
      const link = (isProtected ? protectedLink : openLink)(ids)
      const { link_token } = await createLink(browser, { ...link, ...linkWords, allowed_emails: [anna] })
      const visitor = server.newBrowser()
      const none = /Plans|agreed|Berger/
      expect(JSON.stringify(await linkStatus(link_token, visitor))).not.toMatch(none)
      if (isProtected) expect(JSON.stringify(await givePassword(link_token, visitor))).not.toMatch(none)
      await visitor.post(`/api/download/${link_token}/request-code`, { email: anna })
      const verification_code = await smtp.codeTo(anna)
      expect(smtp.received.at(-1)?.email.text).toContain(namedOwner.owner_name)
      await visitor.post(`/api/download/${link_token}/verify-code`, { email: anna, verification_code })
      const open = await (isProtected ? givePassword : linkStatus)(link_token, visitor)
      expect(open).toMatchObject({ ...linkWords, ...namedOwner })
    },
  )

  it('can be changed and removed one by one, which the history says without them', async () => {
    const { browser, folder, ids, linkStatus } = await startServerWithOwnerName()
    const { link_token } = await createLink(browser, { ...openLink(ids), ...linkWords })
    const changeLink = async (body: object) =>
      expect((await browser.put(`/api/download/links/${link_token}`, body)).statusCode).toBe(204)
    await changeLink({ title: 'Plans, corrected' })
    expect(await linkStatus(link_token)).toMatchObject({ ...linkWords, title: 'Plans, corrected' })
    await changeLink({ title: null, max_downloads: 2 })
    await changeLink({ message: '' })
    expect(await listedLinks(browser, folder)).toMatchObject([
      { title: null, message: null, max_downloads: 2 },
    ])
    const history = (await browser.get('/api/audit')).body
    expect(history).toContain('"changed":["title"]')
    expect(history).not.toMatch(/corrected|agreed/)
  })

  it('are part of the request that made a link: a repeat with others is refused', async () => {
    const { browser, ids } = await startServerWithFiles()
    const payload = { ...openLink(ids), ...linkWords }
    await createLink(browser, payload)
    expect((await browser.post('/api/download/links', payload)).statusCode).toBe(200)
    const other = await browser.post('/api/download/links', { ...payload, title: 'Other plans' })
    expect(other.statusCode).toBe(409)
  })

  it.each([
    ['a title that is too long', { title: 'a'.repeat(maxLinkTitleLength + 1) }],
    ['a title that turns the direction of writing', { title: 'fdp\u202eexe' }],
    ['a title of several lines', { title: 'Plans\nof' }],
    ['a message that is too long', { message: 'a'.repeat(maxLinkMessageLength + 1) }],
  ])('are refused: %s', async (_, body) => {
    const { browser, ids } = await startServerWithFiles()
    expect((await browser.post('/api/download/links', { ...openLink(ids), ...body })).statusCode).toBe(422)
    const { link_token } = await createLink(browser, openLink(ids))
    expect((await browser.put(`/api/download/links/${link_token}`, body)).statusCode).toBe(422)
  })

  it('take what is as long as they may be, and lose characters of a message that cannot be seen', async () => {
    const { browser, folder, ids } = await startServerWithFiles()
    const title = 'ä'.repeat(maxLinkTitleLength)
    const message = 'b'.repeat(maxLinkMessageLength)
    await createLink(browser, { ...openLink(ids), title, message })
    await createLink(browser, { ...openLink(ids), message: 'a\u202eb\u0007\r\n\tc' })
    expect(await listedLinks(browser, folder)).toMatchObject([{ message: 'ab\n c' }, { title, message }])
  })

  it('name the person who made it, not another owner, and nobody whose account is closed', async () => {
    const { browser, ids, server, linkStatus } = await startServerWithOwnerName()
    const { link_token } = await createLink(browser, openLink(ids))
    await server.services.db.updateTable('user').set({ is_active: 0 }).execute()
    expect(await linkStatus(link_token)).not.toHaveProperty('owner_name')
    await server.services.db.updateTable('download_link').set({ creator_id: null }).execute()
    await server.services.db.updateTable('user').set({ is_active: 1 }).execute()
    expect(await linkStatus(link_token)).not.toHaveProperty('owner_name')
  })
})
