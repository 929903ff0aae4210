import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { copySecretLink, expectOriginMarks, writeFiles, sendFiles } from './originMarks.ts'

interface ListedFolder {
  id: number
  title: string
}

/** What the server says of folders, altered on the way. @returns ends it */
async function alterFolders(page: Page, alter: (folder: ListedFolder) => void) {
  const address = /\/api\/folders\/(\d+)?(\?.*)?$/
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as ListedFolder | ListedFolder[]
    for (const folder of Array.isArray(answer) ? answer : [answer]) alter(folder)
    await route.fulfill({ response, json: answer })
  })
  return () => page.unroute(address)
}

const proven = { 'deed.txt': 'proven' }
const discounted = { 'deed.txt': 'not-proven' }

test(
  'nothing is proven in a folder that the server shows otherwise than its person knows it',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const { page, files } = admin
    await admin.createFolder('Letters')
    await admin.createFolder('Public')
    await admin.goTo()
    await sendFiles(stranger, await copySecretLink(admin, 'Letters'), await writeFiles(workDir, 'deed.txt'))
    await admin.openFolder('Letters')
    await files.unlock()
    await expectOriginMarks(files, proven)
    const address = page.url()
    const reopened = async () => {
      await page.goto(address)
      await files.unlock()
    }

    // Within the page: the key stays unlocked.
    const toDashboard = () => page.getByRole('link', { name: 'Back to Dashboard' }).click()

    await test.step('another title is asked about, and no link is copied by it', async () => {
      const stop = await alterFolders(page, (folder) => {
        folder.title = folder.title === 'Letters' ? 'Public' : 'Letters'
      })
      await reopened()
      const alarm = page.getByRole('alert').filter({ hasText: 'was called “Letters”' })
      await expect(alarm).toContainText('nothing here counts as proven')
      await expectOriginMarks(files, discounted)
      await expectAccessible(page)
      await toDashboard()
      await admin.chooseAction('Public', 'Copy secret link')
      await expect(page.getByText('its secret link was not copied')).toBeVisible()
      await stop()
      await reopened()
      await expectOriginMarks(files, proven)
    })

    await test.step('renaming it with the key unlocked is remembered', async () => {
      await toDashboard()
      await rename('Letters', 'Post')
      await page.getByRole('link', { name: 'Post', exact: true }).first().click()
      await expectOriginMarks(files, proven)
    })
    await test.step('renamed with the key locked, its person is asked, and believed', async () => {
      await admin.goTo()
      await rename('Post', 'Mail')
      await page.getByRole('link', { name: 'Mail', exact: true }).first().click()
      await files.unlock()
      await expectOriginMarks(files, discounted)
      await page.getByRole('button', { name: 'I renamed it' }).click()
      await expectOriginMarks(files, proven)
      await reopened()
      await expectOriginMarks(files, proven)
    })

    await test.step('the number of a folder that was deleted is no new folder’s', async () => {
      await admin.goTo()
      await copySecretOf('Public')
      await admin.chooseAction('Public', 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('"Public" is in the trash')).toBeVisible()
      const id = Number(address.split('/').at(-1))
      const deleted = id + 1
      const calls = new RegExp(`/api/folders/${deleted}(?=[/?]|$)`)
      await page.route(calls, async (route) => {
        const url = route.request().url().replace(calls, `/api/folders/${id}`)
        const response = await route.fetch({ url })
        if (!/\/folders\/[0-9]+$/.test(url)) return route.fulfill({ response })
        return route.fulfill({ response, json: { ...((await response.json()) as object), id: deleted } })
      })
      await page.goto(address.replace(/[0-9]+$/, String(deleted)))
      await files.unlock()
      await expect(page.getByRole('alert').filter({ hasText: 'You deleted a folder' })).toBeVisible()
      await page.unroute(calls)
    })

    await test.step('another folder than was asked for is not shown', async () => {
      const stop = await alterFolders(page, (folder) => {
        folder.id += 1000
      })
      await page.goto(address)
      await expect(
        page.getByText(
          'The server shows this folder otherwise than when this page was opened: it was changed meanwhile, or another one stands in its place',
        ),
      ).toBeVisible()
      await expect(files.button(/^Download All/)).toHaveCount(0)
      await stop()
    })

    await test.step('what the person remembers, withheld or of another time, proves nothing', async () => {
      await page.route('**/api/contacts', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { n: 0, sealed: null } })
          : route.continue(),
      )
      await reopened()
      await expect(page.getByText('is not what you left with it')).toBeVisible()
      await expectOriginMarks(files, discounted)
      await page.unrouteAll()
    })

    async function rename(before: string, after: string) {
      await admin.chooseAction(before, 'Edit')
      await page.getByLabel('Title').fill(after)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(admin.row(after)).toBeVisible()
    }

    async function copySecretOf(title: string) {
      const row = admin.row(title)
      await admin.chooseAction(title, 'Copy secret link')
      await files.enterPassword()
      await files.continueUnlocked()
      await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    }
  },
)
