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

test('no string becomes code on a page, and no script but those of the build becomes a worker', async ({
  page,
  violations,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  const refused = await page.evaluate(async () => {
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<p>'),
      parse: () => new DOMParser().parseFromString('<p>', 'text/html'),
      source: () => (document.createElement('script').src = 'https://evil.example/a.js'),
      text: () => (document.createElement('script').text = '1'),
      worker: () => new Worker('data:text/javascript,1'),
      other: () => new Worker('/api/look'),
      register: () => navigator.serviceWorker.register('/api/look'),
      second: () =>
        (
          globalThis as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes?.createPolicy('mine', {}),
    }
    const names: string[] = []
    for (const [name, use] of Object.entries(sinks)) {
      try {
        await use()
      } catch {
        names.push(name)
      }
    }
    return { names, all: Object.keys(sinks) }
  })
  expect(refused.names).toEqual(refused.all)
  // They were to be seen; nothing is reported of a page that is closed.
  await page.close()
  expect(violations.splice(0).length).toBeGreaterThan(0)
})
