import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { clipboardText, copyFrom } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { abortRequests } from './interceptedRequests.ts'
import { fragmentKeys, openFileKey, openSmallFile, passwordKeys } from './linkKeys.ts'

interface LinkStatus {
  requires_password: boolean
  password_kdf: { salt: string; iterations: number } | null
  files: { id: number; original_filename: string; encryption_iv?: string }[]
  reencrypted_keys: Record<string, string> | null
}

const requestText = (request: Request) => `${request.url()} ${request.postData() ?? ''}`

test(
  'a file whose key does not open costs no other, and a link is made without it',
  { tag: '@thorough' },
  async ({ admin, api, page }) => {
    const stored = await api.store(
      ['broken.txt', 'list.txt', 'report.txt'].map((path) => ({ path, content: Buffer.from(path) })),
    )
    // Sealed to nobody's key, says the server.
    await page.route('**/api/folders/files/keys?*', async (route) => {
      const response = await route.fetch()
      const keys = (await response.json()) as { id: number; encrypted_key: string }[]
      for (const key of keys)
        if (key.id === stored[0]?.id) key.encrypted_key = Buffer.alloc(256, 7).toString('base64')
      await route.fulfill({ response, json: keys })
    })
    const files = await admin.openFolder('Shared')
    await files.tryToDownload('broken.txt')
    await expect(page.getByRole('alert').filter({ hasText: 'Download failed:' })).toContainText('broken.txt')
    await page.getByRole('button', { name: 'Close' }).first().click()

    // Nobody is asked for the password once more.
    await page.getByRole('checkbox', { name: 'Select all files' }).click()
    await files.button('Create Download Link...').click()
    const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
    await expect(dialog).toContainText('3 files: ')
    await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByText('Could not decrypt 1 file(s): broken.txt')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Leave out this file' }).click()
    await expect(dialog).toContainText('2 files: ')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
    await expect(ready).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Login Password Required' })).toHaveCount(0)
  },
)

test('a new link that was shared counts as copied', async ({ admin, api, page }) => {
  await page.addInitScript(() => {
    let presses = 0
    // The first sheet is closed without a choice.
    navigator.share = () =>
      ++presses === 1 ? Promise.reject(new DOMException('', 'AbortError')) : Promise.resolve()
  })
  await api.store([{ path: 'list.txt', content: Buffer.from('list') }])
  const files = await admin.openFolder('Shared')
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await files.button('Create Download Link...').click()
  await files.enterPassword()
  await files.continueUnlocked()
  const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
  await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
  // What to do next is the filled button.
  const next = ready.locator('.MuiButton-contained')
  await expect(next).toHaveText('Copy')
  await ready.getByRole('button', { name: 'Share...' }).click()
  await expect(next).toHaveText('Copy')
  await ready.getByRole('button', { name: 'Share...' }).click()
  await expect(next).toHaveText('Done')
})

test('download links are made, copied with their keys, and deleted; no secret of theirs is sent', async ({
  admin,
  stranger,
  server,
  workDir,
}) => {
  const { page } = admin
  await page.context().grantPermissions(['clipboard-write'])
  const sent: string[] = []
  page.on('request', (request) => sent.push(requestText(request)))
  await writeFile(join(workDir, 'report.txt'), 'the report')
  await writeFile(join(workDir, 'list.txt'), 'the list')
  await stranger.open(await admin.createFolder('Clients'))
  await stranger.chooseFiles([join(workDir, 'report.txt'), join(workDir, 'list.txt')])
  await stranger.startUpload()
  await stranger.expectAllReceived(2)

  const files = await admin.openFolder('Clients')
  await files.button('Create Download Link...').click()
  await expect(page.getByText('Please select at least one file to create a download link.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await files.button('Create Download Link...').click()
  await files.enterPassword()
  await files.continueUnlocked()

  // A generated password, three days; what cannot be is refused.
  const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true })
  const confirmation = dialog.getByRole('textbox', { name: 'Confirm password' })
  const expiration = dialog.getByLabel('Valid until')
  const create = dialog.getByRole('button', { name: 'Create link' })
  await expect(dialog).toContainText('2 files: list.txt, report.txt')
  await expect(dialog.getByRole('checkbox', { name: 'Password protection' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Expiration date' })).toBeChecked()
  await expect(password).toHaveValue(/^[A-Z][a-z]+[A-Z][a-z]+[0-9]{2}[1-9][0-9]{2}$/)
  const inThreeDays = await page.evaluate(() => {
    const then = new Date()
    then.setDate(then.getDate() + 3)
    return then.getTime()
  })
  const offered = await page.evaluate((local) => Date.parse(local), await expiration.inputValue())
  // To the minute, and as long as the dialog has been open.
  expect(Math.abs(inThreeDays - offered)).toBeLessThan(10 * 60_000)
  const generated = await password.inputValue()
  await expectAccessible(page)
  await password.fill('short')
  await create.click()
  await expect(dialog.getByText('Password must be at least 8 characters long.')).toBeVisible()
  await password.fill(`${generated}x`)
  await expect(dialog.getByText('Passwords do not match.')).toBeVisible()
  await expiration.fill('')
  await expect(dialog.getByText('Please select a valid expiration date.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Generate another password' }).click()
  await expect(dialog.getByText('Passwords do not match.')).toBeHidden()
  const linkPassword = await password.inputValue()
  expect(linkPassword).not.toBe(generated)
  await expect(confirmation).toHaveValue(linkPassword)
  await dialog.getByRole('checkbox', { name: 'Expiration date' }).click()
  await create.click()

  const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
  await expect(ready.getByText('Remember to share the password separately!')).toBeVisible()
  await expect(ready.getByRole('textbox', { name: 'Password' })).toHaveText(linkPassword)
  const protectedLink = await copyFrom(ready)
  expect(protectedLink).toMatch(new RegExp(`^${server.origin}/download/[A-Za-z0-9_-]{22,}$`))
  await expectAccessible(page)
  // The password is shown for the last time: nothing but the button closes this, and it asks.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(ready).toBeVisible()
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready.getByText('The password was not copied')).toBeVisible()
  await expect(ready.getByRole('button', { name: 'Close without copying' })).toBeVisible()
  await expectAccessible(page)
  await ready.getByRole('button', { name: 'Copy password' }).click()
  await expect(ready.getByText('not copied')).toBeHidden()
  expect(await clipboardText(page)).toBe(linkPassword)
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(files.button('Create Download Link...')).toBeFocused()

  const item = files.linksRegion.getByRole('listitem')
  await expect(item).toContainText('Password Protected')
  await expect(item).toContainText('Created')
  await expect(item).toContainText('Valid untilNever')
  await expect(item).toContainText('Files2')
  await expect(item).toContainText(/report\.txt.*list\.txt|list\.txt.*report\.txt/)
  await item.getByRole('button', { name: 'Copy Link' }).click()
  await expect(item.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboardText(page)).toBe(protectedLink)

  // The same without a password and with an expiration.
  await files.button('Create Download Link...').click()
  await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
  await expect(dialog.getByText('Whoever has the link can open the files.')).toBeVisible()
  await create.click()
  const openLink = await copyFrom(ready)
  await expect(ready.getByText('Remember to share the password separately!')).toBeHidden()
  await ready.getByRole('button', { name: 'Done' }).click()
  const [newest, older] = [item.nth(0), item.nth(1)]
  await expect(newest).toContainText('Public (No Password)')
  await expect(newest).not.toContainText('Never')
  await expect(older).toContainText('Password Protected')
  await expectAccessible(page)

  // Copying it again takes the private key, which a reload has forgotten.
  await page.reload()
  await newest.getByRole('button', { name: 'Copy Link' }).click()
  await files.enterPassword()
  await files.continueUnlocked()
  await expect(newest.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copiedAgain = await clipboardText(page)

  // What a recipient can do with them.
  const recipient = stranger.page.request
  const status = async (link: string) =>
    (await (
      await recipient.get(`${link.split('#')[0]?.replace('/download/', '/api/download/')}/status`)
    ).json()) as LinkStatus
  const opened = await status(openLink)
  const master = fragmentKeys(openLink).get('*')
  expect(fragmentKeys(copiedAgain).get('*')).toEqual(master)
  if (!master || !opened.reencrypted_keys) throw new Error('The link has no keys.')
  const contents: string[] = []
  const keys = new Map<string, Awaited<ReturnType<typeof openFileKey>>>()
  for (const { id, encryption_iv = '' } of opened.files) {
    const url = `${openLink.split('#')[0]?.replace('/download/', '/api/download/')}/file/${id}`
    const sealed = await (await recipient.get(url)).body()
    const key = await openFileKey(master, String(id), opened.reencrypted_keys[id] ?? '')
    keys.set(String(id), key)
    contents.push(await openSmallFile(key, encryption_iv, sealed))
  }
  expect(contents.sort()).toEqual(['the list', 'the report'])

  const locked = await status(protectedLink)
  if (!locked.password_kdf) throw new Error('The link has no password.')
  const { verifier, openMaster } = await passwordKeys(linkPassword, locked.password_kdf)
  const verified = sent.find((one) => one.includes('/api/download/links') && one.includes(verifier))
  expect(verified).toBeDefined()
  const keyStrings = JSON.parse(
    (JSON.parse(verified?.slice(verified.indexOf('{')) ?? '') as { reencrypted_keys_json: string })
      .reencrypted_keys_json,
  ) as Record<string, string>
  for (const [id, keyString] of Object.entries(keyStrings)) {
    const [part1 = '', part2 = ''] = keyString.split(':')
    expect(await openFileKey(await openMaster(part1), id, part2)).toEqual(keys.get(id))
  }

  // Of all this, the server was sent neither password nor key.
  const secrets = [
    linkPassword,
    generated,
    ...[...keys.values(), master].map((key) => Buffer.from(key).toString('base64')),
  ]
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(sent.filter((one) => one.includes(form))).toEqual([])
      expect(server.log).not.toContain(form)
    }
  }

  await newest.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete download link' })
  await expect(question).toContainText('Are you sure you want to permanently delete this download link?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(item).toHaveCount(1)
  await expect(page.getByText('Download link deleted.')).toBeVisible()
  await expect(files.linksRegion.getByRole('heading')).toBeFocused()
  expect(
    (
      await recipient.get(`${openLink.split('#')[0]?.replace('/download/', '/api/download/')}/status`)
    ).status(),
  ).toBe(404)
  await item.getByRole('button', { name: 'Delete' }).click()
  await abortRequests(page, '**/api/download/links/*')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/Failed to delete link\. Network Error/)).toBeVisible()
})
