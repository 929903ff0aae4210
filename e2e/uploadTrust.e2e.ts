import { createHash, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'

const spkiOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'der' })

const fingerprintOf = (spki: Buffer) =>
  createHash('sha256').update('sealpost/1/fp\0').update(spki).digest('base64url')

test(
  'a link that names its key takes that key and no other; nothing is sent to another',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const { page } = stranger
    await writeFile(join(workDir, 'secret.txt'), 'only for you')
    const link = await admin.createFolder('Trust')
    const { public_key_spki } = (await (
      await page.request.get(`${link.replace('/upload/', '/api/upload/')}/public-key`)
    ).json()) as { public_key_spki: string }
    const own = fingerprintOf(Buffer.from(public_key_spki, 'base64'))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    const offer = (spki: Buffer) =>
      page.route('**/public-key', (route) =>
        route.fulfill({ json: { public_key_spki: spki.toString('base64') } }),
      )
    const begin = async (url: string, file = 'secret.txt') => {
      // From elsewhere: a new fragment alone would not load the page anew.
      await page.goto('about:blank')
      await stranger.open(url)
      await stranger.chooseFiles([join(workDir, file)])
      await stranger.startUpload()
    }

    await test.step('a weak key is refused', async () => {
      await offer(spkiOf(1024))
      await begin(link)
      const alert = page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })
      await expect(alert).toContainText(
        'Failed to load encryption key: The public key is not a sound RSA key of 2048, 3072 or 4096 bits.',
      )
      await expect(page.getByRole('listitem').getByText('Encryption key missing')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('another strong key is refused, and so is every key by a link that was cut short', async () => {
      await page.unroute('**/public-key')
      await offer(spkiOf(2048))
      const refusals = {
        [`#k=${own}`]: 'the key that the server offers is not the one this link was made for.',
        [`#k%3D${own}`]: 'what follows the # in this link names no key.',
      }
      for (const [fragment, reason] of Object.entries(refusals)) {
        await begin(link + fragment)
        await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })).toContainText(
          `Failed to load encryption key: ${reason}`,
        )
      }
      await page.getByText('Your files are end-to-end encrypted.').click()
      await expect(page.getByRole('alert').filter({ hasText: 'names no key' }).last()).toBeVisible()
    })
    await test.step('a key other than the one whose words were shown is refused', async () => {
      await page.unroute('**/public-key')
      await page.goto('about:blank')
      await stranger.open(link)
      await page.getByText('Your files are end-to-end encrypted.').click()
      await expect(page.getByRole('list', { name: 'Fingerprint words' }).getByRole('listitem')).toHaveCount(
        12,
      )
      await offer(spkiOf(2048))
      await stranger.chooseFiles([join(workDir, 'secret.txt')])
      await stranger.startUpload()
      await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent.' })).toContainText(
        'has changed since this page was opened',
      )
      await expectAccessible(page)
    })
    await test.step('no key at all', async () => {
      await page.unroute('**/public-key')
      const missing = 'Recipient public key is missing or not configured.'
      await page.route('**/public-key', (route) => route.fulfill({ status: 404, json: { detail: missing } }))
      await begin(link)
      await expect(page.getByRole('alert').filter({ hasText: missing }).first()).toBeVisible()
    })
    expect(sent).toEqual([])

    await test.step('the key of the link is taken, also where a mail program has escaped the link', async () => {
      await page.unroute('**/public-key')
      await begin(`${link}#k=${own}`)
      await stranger.expectAllReceived(1)
      // Not the same file: the page before may not have forgotten yet that it sends that one, and this one would go on with it.
      await writeFile(join(workDir, 'another.txt'), 'for you, too')
      await begin(`${link}%23k=${own}`, 'another.txt')
      await stranger.expectAllReceived(1)
      await page.getByText('Your files are end-to-end encrypted.').click()
      await expect(page.getByRole('list', { name: 'Fingerprint words' }).getByRole('listitem')).toHaveCount(
        12,
      )
      await expect(page.getByText('Your link was made for this key.')).toBeVisible()
      await expectAccessible(page)
    })
  },
)
