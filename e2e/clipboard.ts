import type { Page } from '@playwright/test'

/** What was copied, pasted where a person would: the pages themselves may not read the clipboard. */
export async function clipboardText(page: Page): Promise<string> {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea autofocus></textarea>')
  const field = paper.locator('textarea')
  await field.focus()
  await paper.keyboard.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await paper.close()
  return text
}
