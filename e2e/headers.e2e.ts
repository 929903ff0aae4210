import { expect, test } from './fixtures.ts'

test('the browser understands every header, and nothing on a page violates them', async ({ page, api }) => {
  const link = await api.share(await api.store([{ path: 'a.txt', content: Buffer.from('a') }]))
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const devtools = await page.context().newCDPSession(page)
  const violations: unknown[] = []
  devtools.on('Audits.issueAdded', ({ issue }) =>
    violations.push(issue.details.contentSecurityPolicyIssueDetails),
  )
  await devtools.send('Audits.enable')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.goto(link.url)
  await expect(page.getByText('Files ready for download:')).toBeVisible()
  expect(said.filter((text) => /policy|header|unrecognized/i.test(text))).toEqual([])
  expect(violations.filter(Boolean)).toEqual([])
})
