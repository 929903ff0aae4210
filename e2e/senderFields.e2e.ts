import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesContaining, recordRequests, encodingsOf } from './leakDetection.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'

const canary = 'Zoe Canary-7f3a9c'
const motivation = 'I like law.\n\nAnd long texts.'
const fields = [
  { label: 'Name', kind: 'text', required: true },
  { label: 'Department', kind: 'choice', required: true, options: ['Law', 'Medicine'] },
  { label: 'Date of birth', kind: 'date', required: false },
  { label: 'Motivation', kind: 'long_text', required: false },
]

test('senders are asked, their answers reach the owner alone, and each has a folder in the archive @thorough', async ({
  admin,
  page,
  context,
  browser,
  server,
  workDir,
}) => {
  await mkdir(join(workDir, 'scans'))
  const files = ['a.txt', 'b.txt', 'scans/c.txt'].map((name) => join(workDir, name))
  for (const file of files) await writeFile(file, `content of ${file}`)

  await test.step('the owner says what is asked for', async () => {
    const form = await new FolderFormPage(page).goToNew()
    await form.title.fill('Applications')
    await form.openOptions()
    const ask = page.getByRole('group', { name: 'Ask senders for' })
    for (const [at, field] of fields.entries()) {
      await ask.getByRole('button', { name: 'Add field' }).click()
      const row = ask.getByRole('listitem').nth(at)
      await expect(row.getByRole('textbox', { name: 'Question' })).toBeFocused()
      await page.keyboard.type(field.label)
      await row.getByRole('combobox', { name: 'Answer' }).selectOption(field.kind)
      if (field.options) await row.getByRole('textbox', { name: 'Options' }).fill(field.options.join('\n'))
      if (field.required) await row.getByRole('checkbox', { name: 'Required' }).check()
    }
    // With the keyboard: the last to the front, and back again.
    await ask.getByRole('button', { name: 'Move field 3 up' }).press('Enter')
    await expect(ask.getByRole('button', { name: 'Move field 2 up' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ask.getByRole('listitem').first().getByRole('textbox', { name: 'Question' })).toHaveValue(
      'Date of birth',
    )
    await expect(ask.getByRole('button', { name: 'Move field 1 down' })).toBeFocused()
    await page.keyboard.press('Enter')
    await ask.getByRole('button', { name: 'Move field 2 down' }).press('Enter')
    await form.create()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
  const link = await admin.copyUploadLink('Applications')

  const sent: Buffer[][] = []
  const send = async (name: string, paths: string[]) => {
    const strange = await browser.newContext({ baseURL: server.origin })
    sent.push(recordRequests(strange))
    const stranger = await new UploadPage(await strange.newPage()).open(link)
    const asked = stranger.page.getByRole('region', { name: 'About you and your files' })
    await stranger.chooseFiles(paths)
    await stranger.page.getByRole('button', { name: /^Upload \d/ }).click()
    // Nothing is sent before what is required is answered; the first of it has the focus.
    await expect(asked.getByRole('alert')).toHaveText(['Please answer this.', 'Please answer this.'])
    await expect(asked.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await asked.getByRole('textbox', { name: 'Name' }).fill(name)
    await asked.getByRole('combobox', { name: 'Department' }).selectOption('Law')
    await asked.getByLabel('Date of birth (optional)').fill('2001-02-03')
    await asked.getByRole('textbox', { name: 'Motivation (optional)' }).fill(motivation)
    return stranger
  }

  await test.step('a sender answers, and has what was sent listed', async () => {
    const stranger = await send(canary, files.slice(0, 2))
    await stranger.page.getByRole('checkbox', { name: /^Remember here/ }).check()
    await stranger.startUpload()
    await stranger.expectAllReceived(2)
    const list = stranger.page.getByRole('region', { name: 'Sent from this device' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await stranger.page.reload()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(stranger.page.getByRole('checkbox', { name: /^Remember here/ })).not.toBeChecked()
    await list.getByRole('button', { name: 'Remove a.txt from this list' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('button', { name: 'Remove all from this list' }).click()
    await expect(list).toBeHidden()
    await stranger.page.context().close()
  })
  await test.step('another does not', async () => {
    const stranger = await send('Ben', files.slice(2))
    await stranger.startUpload()
    await stranger.expectAllReceived(1)
    await stranger.page.reload()
    await stranger.expectReady()
    await expect(stranger.page.getByRole('region', { name: 'Sent from this device' })).toBeHidden()
    await stranger.page.context().close()
  })

  await test.step('the answers are in no request, in no row, and on no disk', async () => {
    const needles = [canary, '2001-02-03', 'I like law.'].flatMap(encodingsOf)
    const wire = Buffer.concat(sent.flat())
    expect(wire.includes('sender_answers')).toBe(true)
    expect(needles.filter((needle) => wire.includes(needle)).map(String)).toEqual([])
    expect(await filesContaining(server.dataDir, needles)).toEqual([])
    expect(await filesContaining(server.dataDir, [Buffer.from('Date of birth')])).not.toEqual([])
    expect(needles.filter((needle) => Buffer.from(server.log).includes(needle)).map(String)).toEqual([])
  })

  await test.step('the owner sees who sent what', async () => {
    const ownRequests = recordRequests(context)
    const list: FolderFilesPage = await admin.openFolder('Applications')
    await list.unlock()
    await expect(list.row('a.txt').getByText(`from ${canary}, Law`)).toBeVisible()
    await list
      .row('a.txt')
      .getByRole('button', { name: `from ${canary}, Law` })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Sender of a.txt' })
    await expect(dialog.getByText('Feb 3, 2001')).toBeVisible()
    expect(await dialog.getByText('I like law.').innerText()).toBe(motivation)
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'By sender' }).click()
    const group = list.tree.getByRole('row', { level: 1 }).filter({ hasText: canary })
    await expect(group).toContainText('Department: Law')
    await expect(group).toContainText('2 files')
    const archive = await list.downloadAll()
    const path = join(workDir, 'all.zip')
    await archive.saveAs(path)
    expect([...(await hashesOfArchive(path)).keys()].sort()).toEqual([
      'Ben, Law/c.txt',
      `${canary}, Law/a.txt`,
      `${canary}, Law/b.txt`,
    ])
    const needles = [canary].flatMap(encodingsOf)
    const wire = Buffer.concat(ownRequests)
    expect(needles.filter((needle) => wire.includes(needle)).map(String)).toEqual([])
  })

  await test.step('when the key locks, what senders answered is nowhere on the page', async () => {
    const list = new FolderFilesPage(page)
    await page.getByRole('button', { name: 'By sender' }).click()
    const sender = list.row('a.txt').getByRole('button', { name: `from ${canary}, Law` })
    await sender.click()
    await expect(page.getByRole('dialog').getByText('Feb 3, 2001')).toBeVisible()
    await page.evaluate(() => new BroadcastChannel('sealpost-session').postMessage('idle'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(canary)).toHaveCount(0)
    await list.unlock()
    await expect(sender).toBeVisible()
  })

  await test.step('answers that the server does not give back are missing', async () => {
    await page.route('**/api/folders/*/answers*', async (route) => {
      const reply = await route.fetch()
      const { answers } = (await reply.json()) as { answers: { batch_id: string; answers: string }[] }
      const [one, other] = answers
      // One is exchanged, the other withheld.
      const lie = one && other ? [{ ...one, answers: other.answers }] : []
      await route.fulfill({ response: reply, json: { answers: lie, next: null } })
    })
    await page.reload()
    const list = new FolderFilesPage(page)
    await list.unlock()
    await expect(list.tree.getByText('Answers missing')).toHaveCount(3)
    await expect(list.tree.getByText(canary)).toHaveCount(0)
  })
})
