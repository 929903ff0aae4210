import { expect, test } from './fixtures.ts'

test(
  'the list of API tokens shows that one ends while it is open',
  { tag: '@thorough' },
  async ({ admin, api, page }) => {
    const password = await api.loginVerifier()
    const order = { password, name: 'nightly', scopes: ['files:read'], expires_in_days: 1 }
    await api.json('POST', '/auth/api-tokens', order)
    await admin.goTo()
    await page.clock.install()
    await page.goto('/profile/api')
    const token = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
    await expect(token).toContainText('Ends')
    await page.clock.fastForward('25:00:00')
    await expect(token).toContainText('Ended')
  },
)
