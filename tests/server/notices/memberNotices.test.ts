import { beforeEach, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { closeFolder } from '../../../server/db/folders/closedFolders.ts'
import { deleteMemberNotice } from '../../../server/db/notices/memberNotices.ts'
import {
  noticeGiveUpSeconds,
  maxAddedMails,
  maxAddedMailsByUser,
} from '../../../server/notices/noticeTimes.ts'
import { userCommands } from '../../../server/ops/admin/users.ts'
import { commandContext } from '../commandContext.ts'
import { recipientOf, writtenMails } from '../mails.ts'
import {
  changeFolder,
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  type Person,
  removePerson,
} from '../people.ts'
import { startTestServer, type TestServer, verifier } from '../testServer.ts'
import { confirmAddress, createRefusingMailer } from './ownerNotices.ts'

beforeEach(reusePairs)

const daySeconds = 24 * 3600
const bertAddress = 'bert@example.org'
const publicOrigin = 'https://files.example.org'

/** Anna, who has folders, and Bert, who has a confirmed address. */
async function createAnnaAndBert(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  await confirmAddress(server, bert.browser, bertAddress)
  const mailsAfter = async (seconds = 0) => {
    server.passTime(seconds)
    await server.app.notices.run()
    const mails = await writtenMails(server)
    return mails.filter(({ subject }) => !/^(Confirm|Bestätigen)/.test(subject ?? ''))
  }
  return { server, anna, bert, mailsAfter }
}

it('a person who is added to a folder gets a mail, in their language, with the link to it', async () => {
  const { anna, bert, mailsAfter } = await createAnnaAndBert({ publicOrigin })
  const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
  const [mail, ...others] = await mailsAfter()
  expect(others).toEqual([])
  expect(recipientOf(assertDefined(mail))).toBe(bertAddress)
  expect(mail?.subject).toBe('anna added you to "Müller / Einspruch"')
  expect(mail?.text).toContain('anna has added you to the folder "Müller / Einspruch".')
  expect(mail?.text).toContain(`${publicOrigin}/folders/view/${folder.id}\n`)
  expect(mail?.text).not.toContain(folder.link_token)
  // There is no switch that it could lead to.
  expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')

  await bert.browser.put('/api/auth/users/me/language', { language: 'de' })
  await addPeople(await createSharedFolder(anna, 'Steuer'), anna, [bert])
  expect((await mailsAfter())[1]?.subject).toBe('anna hat Sie zu „Steuer“ hinzugefügt')
})

it('nobody is told of a folder that they make or stay in, or of another role', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  await confirmAddress(server, anna.browser, 'anna@example.org')
  const shared = await createSharedFolder(anna)
  expect(await mailsAfter()).toEqual([])
  const withBert = await addPeople(shared, anna, [bert])
  expect((await mailsAfter()).map(recipientOf)).toEqual([bertAddress])
  const carl = await newPerson(server, 'carl')
  const withCarl = await addPeople(withBert, anna, [carl])
  await changeFolder(withCarl, anna, {
    members: [memberOf(anna, 'owner'), memberOf(bert, 'owner')],
    key: newKeyPair(),
  })
  expect(await mailsAfter()).toHaveLength(1)
})

it('nobody is told without a confirmed address, or with a disabled account', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  const [carl, dora] = [await newPerson(server, 'carl'), await newPerson(server, 'dora')]
  await carl.browser.put('/api/auth/users/me', { current_password: verifier, email: 'carl@example.org' })
  await addPeople(await createSharedFolder(anna), anna, [carl, dora, bert])
  const disable = assertDefined(userCommands.find(({ name }) => name === 'disable'))
  await disable.run(commandContext(server).context, ['bert'], {}, new Set())
  expect(await mailsAfter()).toEqual([])
})

it('who is removed, or whose folder is deleted, before the mail is sent gets none', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
  const without = await removePerson(shared, anna, bert)
  const other = await addPeople(await createSharedFolder(anna), anna, [bert])
  await closeFolder(server.services.db, other.folder.id)
  expect(await mailsAfter()).toEqual([])
  // Nothing was sent yet, so that this is the first one.
  await addPeople(without, anna, [bert])
  expect(await mailsAfter()).toHaveLength(1)
})

it('a person who is removed and added again and again gets one a day', async () => {
  const { anna, bert, mailsAfter } = await createAnnaAndBert()
  let shared = await addPeople(await createSharedFolder(anna), anna, [bert])
  const addAgain = async () => {
    shared = await addPeople(await removePerson(shared, anna, bert), anna, [bert])
  }
  await addAgain()
  expect(await mailsAfter()).toHaveLength(1)
  await addAgain()
  expect(await mailsAfter(daySeconds - 60)).toHaveLength(1)
  await anna.browser.signIn('anna')
  await addAgain()
  expect(await mailsAfter(120)).toHaveLength(1)
  await addAgain()
  expect(await mailsAfter()).toHaveLength(2)
})

/** Has somebody get so many mails about other folders, by `by`. */
async function insertMemberNotices(server: TestServer, to: Person, by: Person, count: number): Promise<void> {
  const made_at = server.services.now().toISOString()
  // No folders have these ids any more.
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ folder_id: 1_000_000 * by.id + n, user_id: to.id, added_by: by.id, made_at, due_at: null },
  }))
  await server.services.db.insertInto('member_notice').values(rows).execute()
}

it('deleting the folder after the mail does not make room for another', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  await insertMemberNotices(server, bert, anna, maxAddedMailsByUser - 1)
  const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
  expect(await mailsAfter()).toHaveLength(1)
  await anna.browser.delete(`/api/folders/${folder.id}`)
  await server.app.housekeeping.whenIdle()
  const { db } = server.services
  expect(await db.selectFrom('folder').selectAll().where('id', '=', folder.id).execute()).toEqual([])
  await addPeople(await createSharedFolder(anna), anna, [bert])
  expect(await mailsAfter()).toHaveLength(1)
})

it('one who adds a person to many folders causes ten a day, and others are not kept from theirs', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  const carl = await newPerson(server, 'carl')
  await insertMemberNotices(server, bert, anna, maxAddedMailsByUser)
  await addPeople(await createSharedFolder(anna), anna, [bert])
  expect(await mailsAfter()).toEqual([])
  await addPeople(await createSharedFolder(carl), carl, [bert])
  expect(await mailsAfter()).toHaveLength(1)
})

it('who is added again while the notice of before is deleted gets a mail', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
  await deleteMemberNotice(server.services.db, { folder_id: folder.id, user_id: bert.id })
  expect(await mailsAfter()).toHaveLength(1)
})

it('a person who is added to many folders gets twenty a day', async () => {
  const { server, anna, bert, mailsAfter } = await createAnnaAndBert()
  const shared = await createSharedFolder(anna)
  const { db } = server.services
  const others = [await newPerson(server, 'carl'), await newPerson(server, 'dora')]
  for (const other of others) await insertMemberNotices(server, bert, other, maxAddedMails / others.length)
  const full = await addPeople(shared, anna, [bert])
  expect(await mailsAfter()).toEqual([])
  const without = await removePerson(full, anna, bert)
  await db
    .deleteFrom('member_notice')
    .where('folder_id', '=', 1_000_000 * assertDefined(others[0]).id)
    .execute()
  await addPeople(without, anna, [bert])
  expect(await mailsAfter()).toHaveLength(1)
})

it('a mail that is refused is sent later, once, and given up after two days', async () => {
  const { server, anna, bert } = await createAnnaAndBert()
  const refusing = await createRefusingMailer(server, 1)
  Object.assign(server.services.mailer, {
    send: (mail: Parameters<typeof refusing.mailer.send>[0]) => refusing.mailer.send(mail),
  })
  await addPeople(await createSharedFolder(anna), anna, [bert])
  await server.app.notices.run()
  expect(server.logged()).toContain('a notice could not be mailed')
  expect(server.logged()).not.toContain(bertAddress)
  await server.app.notices.run()
  expect(refusing.received).toEqual([])
  server.passTime(61)
  await server.app.notices.run()
  await server.app.notices.run()
  expect(refusing.received.map(({ to }) => to)).toEqual([[bertAddress]])

  const never = await createRefusingMailer(server, 1000)
  Object.assign(server.services.mailer, {
    send: (mail: Parameters<typeof never.mailer.send>[0]) => never.mailer.send(mail),
  })
  await addPeople(await createSharedFolder(anna), anna, [bert])
  for (let hours = 0; hours * 3600 <= noticeGiveUpSeconds; hours += 12) {
    await server.app.notices.run()
    server.passTime(12 * 3600)
  }
  const { db } = server.services
  const due = await db.selectFrom('member_notice').select('due_at').execute()
  expect(due.map(({ due_at }) => due_at)).toEqual([null, null])
  server.passTime(2 * daySeconds)
  await server.app.housekeeping.sweep(server.services.now())
  expect(await db.selectFrom('member_notice').selectAll().execute()).toEqual([])
})
