import { expect, test } from './fixtures.ts'

test('the browser understands every header: it has nothing to say about them', async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(said.filter((text) => /policy|header|unrecognized/i.test(text))).toEqual([])
})
