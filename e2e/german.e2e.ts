import type { Locator, Page } from '@playwright/test'
import { expectFits } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { adminPassword } from './server.ts'

// Longer than its English, and with long words.
test.use({ locale: 'de-DE', viewport: { width: 320, height: 640 } })

const germanPaths = ['Hafenstraße 12/Baugenehmigung, Anlage 3 (unterschrieben).txt', 'Übersicht.txt']

test(
  'German is cut off nowhere on 320 pixels',
  { tag: '@thorough' },
  async ({ account, api, browser, server, page }) => {
    const open = await api.createFolder({
      title: 'Bewerbungsunterlagen und Empfehlungsschreiben',
      quota_bytes: 1024 ** 3,
      sender_fields: [
        {
          label: 'Fachbereich',
          kind: 'choice',
          required: true,
          options: ['Rechtswissenschaften', 'Medizin'],
        },
        { label: 'Geburtsdatum', kind: 'date', required: false },
      ],
    })
    const gated = await api.createFolder({
      title: 'Verwaltungsgerichtsverfahren',
      link_password: 'ein langes Passwort',
      require_email_verification: true,
      allowed_emails: ['mira@example.org', 'jonas@example.org'],
    })
    const stored = await api.store(
      germanPaths.map((path) => ({ path, content: Buffer.from(path) })),
      open,
    )
    const { url } = await api.share(stored, { maxDownloads: 2 })
    const stranger = await (
      await browser.newContext({ baseURL: server.origin, locale: 'de-DE', viewport: page.viewportSize() })
    ).newPage()

    async function expectPageFits(at: Page, address: string, sign: (at: Page) => Locator) {
      await test.step(new URL(address, server.origin).pathname, async () => {
        await at.goto(address)
        await expect(sign(at).first()).toBeVisible()
        // With all that is folded.
        await at
          .locator('main details')
          .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
        await expectFits(at)
      })
    }
    const button = (name: string | RegExp) => (at: Page) => at.getByRole('button', { name })

    await expectPageFits(page, '/login', button('Anmelden'))
    await page.getByLabel('Benutzername').fill(account.username)
    await page.getByRole('textbox', { name: 'Passwort' }).fill(adminPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()

    await expectPageFits(page, '/dashboard', (at) =>
      at.getByRole('link', { name: 'Verwaltungsgerichtsverfahren' }).first(),
    )
    await page.getByRole('button', { name: 'Weitere Aktionen' }).first().click()
    await expectFits(page)
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await expect(page.getByRole('dialog', { name: 'Ordner löschen' })).toBeVisible()
    await expectFits(page)
    await expectPageFits(page, '/folders/new', button('Ordner anlegen'))
    await page.getByRole('button', { name: 'Feld hinzufügen' }).click()
    await page.getByRole('button', { name: 'Ordner anlegen' }).click()
    // Of a list's field, too, it is said in German what is wrong.
    await expect(page.getByText('Bitte ausfüllen.')).toBeVisible()
    await expectFits(page)
    await expectPageFits(page, `/folders/edit/${gated.id}`, button('Änderungen speichern'))
    await expectPageFits(page, `/folders/view/${open.id}`, button('Alle herunterladen (2)'))
    await page.getByRole('checkbox', { name: 'Alle Dateien auswählen' }).check()
    await expect(page.getByRole('button', { name: 'Auswahl löschen' })).toBeVisible()
    await expectFits(page)
    await expectPageFits(page, '/send', button('Link erstellen'))
    await expectPageFits(page, '/sent', (at) => at.getByRole('list', { name: 'Download-Links' }))
    await expectPageFits(page, '/profile/account', button('Profil speichern'))
    await expectPageFits(page, '/profile/security', button('Zwei-Faktor-Anmeldung einschalten'))
    await expectPageFits(page, '/profile/api', button('Token erstellen'))
    await page.getByRole('button', { name: 'Token erstellen' }).click()
    const token = page.getByRole('dialog', { name: 'API-Token erstellen' })
    // However long a form is, what ends it is in sight.
    await expect(token.getByRole('button', { name: 'Token erstellen' })).toBeInViewport({ ratio: 1 })
    await expectFits(page)

    await expectPageFits(stranger, `/upload/${gated.link_token}`, button('Weiter'))
    await expectPageFits(stranger, `/upload/${open.link_token}`, (at) => at.getByTestId('drop-area'))
    await expectPageFits(stranger, url, button('Alle als ZIP herunterladen'))
    await expectPageFits(stranger, '/upload/unbekannt', (at) =>
      at.getByText('Der Link ist ungültig oder abgelaufen.'),
    )
    await stranger.context().close()
  },
)
