import { expect, type Page } from '@playwright/test'
import { adminPassword } from '../server.ts'

/** 'Login Password Required' */
export async function unlockKey(page: Page, password = adminPassword): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Login Password Required' })
  await dialog.getByRole('textbox', { name: 'Login password' }).fill(password)
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}
