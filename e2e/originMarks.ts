import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { clipboardText } from './clipboard.ts'
import type { DashboardPage } from './pages/dashboardPage.ts'
import type { FolderFilesPage } from './pages/folderFilesPage.ts'
import type { UploadPage } from './pages/uploadPage.ts'

/** Sends files by the page of a link. */
export async function sendFiles(stranger: UploadPage, link: string, paths: string[]) {
  // From elsewhere: a new fragment alone would not load the page anew.
  await stranger.page.goto('about:blank')
  await stranger.open(link)
  await stranger.chooseFiles(paths)
  await stranger.startUpload()
  await stranger.expectAllReceived(paths.length)
}

export const writeFiles = async (folder: string, ...names: string[]) => {
  const paths = names.map((name) => join(folder, name))
  for (const path of paths) await writeFile(path, `content of ${path}`)
  return paths
}

export const originMark = (files: FolderFilesPage, name: string): Locator =>
  files.row(name).locator('.marked')

export async function expectOriginMarks(files: FolderFilesPage, marks: Record<string, string>) {
  for (const [name, mark] of Object.entries(marks))
    await expect(originMark(files, name), name).toHaveAttribute('data-origin', mark)
}

/** Copies the secret link of a folder, with the key still locked. @returns the link */
export const copySecretLink = async (admin: DashboardPage, title: string) => {
  const { page } = admin
  await page.context().grantPermissions(['clipboard-write'])
  await admin.goTo()
  const row = admin.row(title)
  await admin.chooseAction(title, 'Copy secret link')
  await admin.files.enterPassword()
  await admin.files.continueUnlocked()
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
  return clipboardText(page)
}
