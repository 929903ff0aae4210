import { expect, test } from './fixtures.ts'

// It would answer in place of the server.
test.use({ serviceWorkers: 'block' })

/** What a server may say; its link shows that all links are there. */
const honestBranding = { privacy_url: 'https://acme.example/privacy' }
const emptyBranding = {
  ...{ name: null, accent: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
  ...{ logo: null, tones: null, changed_at: null },
}
const hostileTexts = [
  '<img src=x onerror=hacked=1>',
  '"><script>hacked=1</script>',
  '</style><svg onload=hacked=1>',
  '{title}$&$1\u202e',
]
const hostileAddresses = [
  'javascript:hacked=1',
  'data:text/html,<script>hacked=1</script>',
  'javascript:hacked=1//@evil.example',
]
const hostilePictures = [
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hacked=1"/>',
  '/look/logo-aa.svg',
  '//evil.example/look/logo-aa.png',
  'javascript:hacked=1',
]
const hostileColours = [
  'red;}*{display:none}',
  '#123456;background:url(//evil.example)',
  '</style><script>hacked=1</script>',
]
const accentColour = (main: string) => ({ main, hover: main })
const hostileBrandings = [
  ...hostileTexts.map((text) => ({ name: text, greeting: text })),
  ...hostileAddresses.map((text) => ({ imprint_url: text, support: text })),
  ...hostilePictures.map((path) => ({ logo: { path, width: 40, height: 20 } })),
  ...hostileColours.map((main) => ({ tones: { light: accentColour(main), dark: accentColour(main) } })),
  { name: {}, greeting: [], logo: 'x', tones: 7 },
]

test('whatever a server says of its look, pages show it as text, and load and run nothing of it @thorough', async ({
  stranger: { page },
  api,
  server,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'A' })
  let look: object = emptyBranding
  await page.route('**/api/look', (route) => route.fulfill({ json: look }))
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  for (const hostile of hostileBrandings) {
    look = { ...emptyBranding, ...honestBranding, ...hostile }
    await page.goto(`/upload/${link_token}`)
    await expect(page.locator('#first')).toHaveCount(0)
    await expect(page.getByTestId('drop-area'), JSON.stringify(hostile)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible()
    const found = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      inline: document.querySelectorAll('script:not([src], [type=importmap]), [onload], [onerror]').length,
      links: [...document.querySelectorAll('a')]
        .map(({ protocol }) => protocol)
        .filter((one) => !/^(https?|mailto):$/.test(one)),
      pictures: [...document.images].map(({ src }) => src),
    }))
    expect(found, JSON.stringify(hostile)).toEqual({ hacked: false, inline: 0, links: [], pictures: [] })
  }
  expect(elsewhere).toEqual([])
})

test('name and colour are on the drawn page before the application, and never another name', async ({
  stranger: { page },
  api,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'A' })
  const own = {
    name: 'Acme <Files>',
    greeting: 'Welcome.',
    tones: { light: accentColour('#123456'), dark: accentColour('#abcdef') },
  }
  const [asked, answered] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  await page.route('**/api/look', async (route) => {
    await asked.promise
    await route.fulfill({ json: { ...emptyBranding, ...own } })
    answered.resolve(null)
  })
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    const name = page.locator('#first header span span').first()
    await expect(name).toBeHidden()
    asked.resolve(null)
    // The script waits for it no longer than for its own budget.
    await answered.promise
    await route.continue()
  })
  await page.route(/\/assets\/start-[^/]+\.js$/, () => undefined)
  await page.goto(`/upload/${link_token}`, { waitUntil: 'commit' })
  const drawn = page.locator('#first > div:visible')
  await expect(drawn.locator('header')).toContainText('Acme <Files>')
  await expect(drawn.getByText('Welcome.')).toBeVisible()
  await expect(page).toHaveTitle('Acme <Files>')
  const accent = await drawn.evaluate((one) =>
    getComputedStyle(one).getPropertyValue('--sp-palette-primary-main'),
  )
  expect(accent).toBe('#123456')
})
