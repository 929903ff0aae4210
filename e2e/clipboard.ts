import type { Page } from '@playwright/test'

/** What was copied, pasted where a person would: the pages themselves may not read the clipboard. */
export async function clipboardText(page: Page): Promise<string> {
  const emptyPage = await page.context().newPage()
  await emptyPage.setContent('<textarea autofocus></textarea>')
  const field = emptyPage.locator('textarea')
  await field.focus()
  await emptyPage.keyboard.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await emptyPage.close()
  return text
}
