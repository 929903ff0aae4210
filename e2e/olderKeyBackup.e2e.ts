import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'

test.use({ ownServer: true })

test(
  'a file sealed to an older key is refused by name, and opens with that key’s backup',
  { tag: '@thorough' },
  async ({ page, stranger, workDir }) => {
    const file = join(workDir, 'letter.txt')
    await writeFile(file, 'sealed to the first key')
    await new LoginPage(page).signIn()
    const profile = new ProfilePage(page)
    const dashboard = new DashboardPage(page)
    const openFile = async () => {
      const download = await (await dashboard.openFolder('Drill')).downloadFile('letter.txt')
      expect(await readFile(await download.path(), 'utf8')).toBe('sealed to the first key')
    }
    const refusal = page.getByRole('alert').filter({ hasText: 'letter.txt' })

    const first = await profile.generateKeyPair()
    const firstWords = await profile.fingerprintWords()
    const name = `“${firstWords.slice(0, 4).join(' ')} …”`
    await dashboard.createFolder('Drill')
    await dashboard.goTo()
    const linkWithKey = await dashboard.copyLinkWithKey('Drill')
    await stranger.open(linkWithKey)
    await stranger.chooseFiles([file])
    await stranger.startUpload()
    await stranger.expectAllReceived(1)

    const second = await profile.generateKeyPair()

    await test.step('a link that names the first key takes no second one', async () => {
      await stranger.page.reload()
      await stranger.chooseFiles([file])
      await stranger.startUpload()
      await expect(stranger.page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })).toContainText(
        'Failed to load encryption key:',
      )
    })

    await test.step('the old file is refused, and the old key named', async () => {
      const files = await dashboard.openFolder('Drill')
      await files.tryToDownload('letter.txt')
      await expect(refusal).toContainText('Download failed:')
      await expect(files.row('letter.txt')).toContainText('sealed to an older key')
      await expect(refusal).toContainText(`Sealed to your older key ${name}`)
    })

    await test.step('the backup is known for what it is, and testing it changes nothing', async () => {
      await profile.goTo()
      await profile.submitBackup('Test my backup', first)
      const verdict = profile.restoreForm.getByRole('alert')
      await expect(verdict).toContainText(`does not match your public key: it holds ${name}`)
      await profile.submitBackup('Test my backup', second)
      await expect(profile.restoreForm.getByText(/^Your backup works\./)).toBeVisible()
    })

    await test.step('for this session it opens the file, and the pair in force stays', async () => {
      await profile.submitBackup('Restore key', first)
      const question = profile.dialog('This backup is of another key pair')
      await expect(question.getByRole('listitem')).toHaveText(firstWords)
      await question.getByRole('button', { name: 'Use for this session' }).click()
      await expect(profile.keySection.getByText(`Also open for this session: ${name}`)).toBeVisible()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await page.getByRole('link', { name: 'Drill' }).click()
      const files = dashboard.files
      const download = await files.downloadFile('letter.txt')
      expect(await readFile(await download.path(), 'utf8')).toBe('sealed to the first key')
      // A new page knows nothing of it.
      await page.reload()
      await files.tryToDownload('letter.txt')
      await expect(refusal).toContainText('Download failed:')
      await expect(files.row('letter.txt')).toContainText('sealed to an older key')
    })

    await test.step('made current again, it opens the file for good', async () => {
      await profile.goTo()
      await profile.submitBackup('Restore key', first)
      const question = profile.dialog('This backup is of another key pair')
      await question.getByRole('button', { name: 'Make it current again' }).click()
      await expect(profile.restoreForm.getByText(`Private key restored: ${name} is in force`)).toBeVisible()
      await openFile()
      await profile.goTo()
      expect(await profile.fingerprintWords()).toEqual(firstWords)
    })
  },
)
