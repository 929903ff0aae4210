import type { Locator, Page } from '@playwright/test'

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

/** Copies with a button of this part of the page. @returns what was copied, once the page says so */
export async function copyFrom(part: Locator, name = 'Copy'): Promise<string> {
  const copied = part.getByRole('button', { name: 'Copied', exact: true }).first().waitFor()
  await part.getByRole('button', { name, exact: true }).click()
  await copied
  return clipboardText(part.page())
}

/** Pastes a file while nothing has the focus. */
export const pasteFile = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((name) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], name))
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, name)
