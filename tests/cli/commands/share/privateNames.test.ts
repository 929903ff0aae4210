import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { withOwnFolder } from '../../../../core/trust/ownFolders.ts'
import { withPrivate } from '../../../../core/trust/privateNames.ts'
import { combineChanges } from '../../../../core/trust/contactsChanges.ts'
import { eventsOf, messagesOf } from '../../testContext.ts'
import { fetchFiles } from '../pull/setUpPull.ts'
import { createdLink, setUpShare, type ShareSetup } from './setUpShare.ts'

const setChoice = ({ owner, folder }: ShareSetup, private_names: boolean) =>
  owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names })

/** What a browser does that settles the choice. */
const rememberChoice = ({ owner, folder }: ShareSetup, isPrivate: boolean) =>
  owner.trust.contacts.change(combineChanges(withOwnFolder(folder), withPrivate(folder, isPrivate)))

/** The server says of the folder, and to senders, what it likes. */
function showChoice({ proxy, folder }: ShareSetup, ofFolder: boolean, toSenders = ofFolder): void {
  proxy.alterAnswer = (call, answer) => {
    if (call === `GET /api/folders/${folder.id}`) return { ...(answer as Folder), private_names: ofFolder }
    return call.endsWith('/status') ? { ...(answer as UploadStatus), private_names: toSenders } : undefined
  }
}

const shareDisk = async (setup: ShareSetup, ...line: string[]) =>
  setup.share('--into', setup.folderAddress, await setup.writeLocalFile('Brief.txt', 'secret'), ...line)

const namesOnServer = async ({ owner, folder }: ShareSetup) =>
  (await fetchFiles(owner, folder.id)).map(({ original_filename }) => original_filename)

async function expectNothingSent(setup: ShareSetup) {
  const result = await shareDisk(setup)
  expect([result.code, eventsOf(result, 'shared')]).toEqual([3, []])
  expect(result.message).toContain('otherwise than is remembered whether this folder hides the names')
  expect(await namesOnServer(setup)).toEqual([])
}

describe('files of this disk tell the server no name', () => {
  it('in a folder that hides them, whatever it says to senders', async () => {
    const setup = await setUpShare()
    await setChoice(setup, true)
    showChoice(setup, true, false)
    createdLink(await shareDisk(setup))
    expect(await namesOnServer(setup)).toEqual([expect.stringMatching(/^sealed-/)])
  })

  it('where the link that was given out says so, whatever the server says', async () => {
    const setup = await setUpShare()
    const { proxy, folder, owner } = setup
    const link = `${proxy.origin}/upload/${folder.link_token}#kp=${owner.key.fingerprint}`
    createdLink(await shareDisk(setup, '--upload-link', link))
    expect(await namesOnServer(setup)).toEqual([expect.stringMatching(/^sealed-/)])
  })

  it('where the contacts are not believed, and so do not say it', async () => {
    const setup = await setUpShare()
    await rememberChoice(setup, true)
    const older = (await setup.owner.browser.get('/api/contacts')).json<object>()
    await setup.owner.trust.contacts.change(withOwnFolder({ id: 99, title: 'Bank' }))
    await setup.share(setup.folderAddress, '*')
    setup.proxy.alterAnswer = (call) => (call === 'GET /api/contacts' ? older : undefined)
    await shareDisk(setup)
    expect(await namesOnServer(setup)).toEqual([expect.stringMatching(/^sealed-/)])
  })
})

describe('another choice than is remembered', () => {
  it.each([true, false])(
    'in the contacts (hidden: %s) is refused before anything is sent',
    async (isPrivate) => {
      const setup = await setUpShare()
      await setChoice(setup, isPrivate)
      await rememberChoice(setup, isPrivate)
      showChoice(setup, !isPrivate)
      await expectNothingSent(setup)
      showChoice(setup, isPrivate)
      createdLink(await shareDisk(setup))
    },
  )

  it('by this machine is refused, until the contacts say which it is', async () => {
    const setup = await setUpShare()
    await setChoice(setup, true)
    // Remembers what it sees first.
    await setup.run()
    await setChoice(setup, false)
    await expectNothingSent(setup)
    await rememberChoice(setup, false)
    createdLink(await shareDisk(setup))
    await setChoice(setup, true)
    const result = await setup.run()
    expect(messagesOf(result.context)).toContain('So nothing is sent to it.')
  })
})
