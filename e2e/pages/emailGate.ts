import type { Page } from '@playwright/test'

/** The gate of an upload or download link that asks for an e-mail address and the code sent to it. */

export async function submitEmail(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
}

export async function submitCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}
