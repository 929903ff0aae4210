import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Look } from '../../../contract/schemas/look.ts'
import { transact } from '../../../server/db/transact.ts'
import { findUserByName, makeOperator } from '../../../server/db/accounts/users.ts'
import { requestCode, writtenMails } from '../mails.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { type Browser, startTestServer, type TestServer } from '../testServer.ts'
import { plainPng } from '../../../e2e/pngs.ts'

const acmeLook = {
  name: 'Acme Files',
  accent: '#ffcc00',
  greeting: 'Welcome.\nSend us your papers.',
  imprint_url: 'https://acme.example/imprint',
  privacy_url: 'https://acme.example/privacy',
  support: 'help@acme.example',
}

async function signInAsOperator(server: TestServer, name = 'admin'): Promise<Browser> {
  const browser = await server.signIn(name)
  const { id } = (await findUserByName(server.services.db, name)) ?? { id: 0 }
  await transact(server.services.db, (trx) => makeOperator(trx, id))
  return browser
}

const putLogo = (browser: Browser, bytes: Buffer, type = 'image/png') =>
  browser.put('/api/look/logo', bytes, { headers: { 'content-type': type } })

const getLook = async ({ app }: TestServer) => (await app.inject('/api/look')).json<Look>()

async function writeDist(files: Record<string, string>): Promise<string> {
  const dist = join(await scratchFolder(), 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text)
  return dist
}

const indexHtml = `<!doctype html><html><head>
<link rel="icon" type="image/svg+xml" href="/icon.svg" />
<title>Sealpost</title>
  </head><body><div class="splash" aria-hidden="true">
<svg><path/></svg>
Sealpost</div></body></html>`
const webManifest = {
  name: 'Sealpost',
  short_name: 'Sealpost',
  theme_color: '#faf9f6',
  icons: [{ src: '/icon.svg', sizes: 'any', purpose: 'any' }],
}
const writeUnbrandedDist = () =>
  writeDist({ 'index.html': indexHtml, 'manifest.webmanifest': JSON.stringify(webManifest) })

describe('the look', () => {
  it('is as it comes, for anybody, until the operator changes it', async () => {
    const server = await startTestServer()
    const reply = await server.app.inject('/api/look')
    expect(reply.json()).toEqual({
      ...{ name: null, accent: null, greeting: null, imprint_url: null, privacy_url: null, support: null },
      ...{ logo: null, tones: null, changed_at: null },
    })
  })

  it('is changed by the operator, and seen by all at once', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    const reply = await admin.put('/api/look', acmeLook)
    expect(reply.statusCode, reply.body).toBe(200)
    const look = await getLook(server)
    expect(look).toEqual(reply.json())
    expect(look).toMatchObject(acmeLook)
    expect(look.tones?.light.main).not.toBe(acmeLook.accent)
    expect(look.tones?.dark.main).toBe(acmeLook.accent)
  })

  it('is nobody else’s to change', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    await admin.put('/api/look', acmeLook)
    const other = await server.signIn('other')
    const stranger = server.newBrowser()
    await stranger.get('/api/look')
    for (const [browser, status] of [
      [other, 403],
      [stranger, 401],
    ] as const) {
      expect((await browser.put('/api/look', { ...acmeLook, name: 'Mine' })).statusCode).toBe(status)
      expect((await browser.delete('/api/look')).statusCode).toBe(status)
      expect((await putLogo(browser, plainPng(20, 20))).statusCode).toBe(status)
      expect((await browser.delete('/api/look/logo')).statusCode).toBe(status)
    }
    expect((await server.app.inject('/api/look')).json()).toMatchObject({ ...acmeLook, logo: null })
  })

  it('is left alone by what cannot be shown, which is pointed at', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    for (const [field, value] of [
      ['name', 'a'.repeat(41)],
      ['name', ' '],
      ['name', 'Acme\u202eexe'],
      ['accent', 'red'],
      ['accent', '#fff;}'],
      ['greeting', 'a'.repeat(501)],
      ['imprint_url', 'javascript:alert(1)'],
      ['privacy_url', 'data:text/html,x'],
      ['privacy_url', 'https://user:password@acme.example/'],
      ['support', 'javascript:alert(1)//@acme.example'],
      ['support', 'nobody'],
    ] as const) {
      const reply = await admin.put('/api/look', { ...acmeLook, [field]: value })
      expect([value, reply.statusCode]).toEqual([value, 422])
      expect(reply.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc.at(-1)).toBe(field)
    }
    expect((await server.app.inject('/api/look')).json()).toMatchObject({ name: null, changed_at: null })
  })

  it('takes a greeting without what cannot be seen', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    const greeting = 'Guten\u00a0Tag,\r\n\tschön\u200b, dass Sie da sind. '
    const reply = await admin.put('/api/look', { ...acmeLook, greeting })
    expect(reply.json<Look>().greeting).toBe('Guten Tag,\n schön, dass Sie da sind.')
  })

  it('goes back to how it comes, logo and all', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    await admin.put('/api/look', acmeLook)
    const { logo } = (await putLogo(admin, plainPng(20, 20))).json<Look>()
    expect((await admin.delete('/api/look')).json()).toMatchObject({ name: null, logo: null, tones: null })
    expect((await server.app.inject(logo?.path ?? '')).statusCode).toBe(404)
    expect(await getLook(server)).toMatchObject({ name: null, accent: null })
  })

  it('is in the history, once for each change', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    await admin.put('/api/look', acmeLook)
    await admin.put('/api/look', acmeLook)
    await admin.put('/api/look', { ...acmeLook, name: 'Acme' })
    await putLogo(admin, plainPng(20, 20))
    await putLogo(admin, plainPng(20, 20))
    await admin.delete('/api/look')
    await admin.delete('/api/look')
    const { events } = (await admin.get('/api/audit?group=account')).json<{
      events: { kind: string; details: { changed?: string[] } }[]
    }>()
    const lookEvents = events.filter(({ kind }) => kind.startsWith('look-'))
    expect(lookEvents.map(({ kind, details }) => [kind, details.changed]).reverse()).toEqual([
      ['look-changed', Object.keys(acmeLook)],
      ['look-changed', ['name']],
      ['look-changed', ['logo']],
      ['look-reset', undefined],
    ])
  })

  it('is seen by another server on the same database in a moment', async () => {
    const first = await startTestServer()
    const { services } = first
    const second = await startTestServer({ adapt: (own) => ({ ...own, db: services.db }) })
    expect((await getLook(second)).name).toBe(null)
    await (await signInAsOperator(first)).put('/api/look', acmeLook)
    second.passTime(3)
    expect((await getLook(second)).name).toBe(acmeLook.name)
  })

  it('is the last one known while the database is away', async () => {
    const server = await startTestServer()
    await (await signInAsOperator(server)).put('/api/look', acmeLook)
    await getLook(server)
    await server.services.db.schema.dropTable('look').execute()
    server.passTime(3)
    expect((await getLook(server)).name).toBe(acmeLook.name)
  })
})

describe('the logo', () => {
  it('is served as a picture and nothing else, for as long as it is the one', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    const reply = await putLogo(admin, plainPng(64, 32))
    expect(reply.statusCode, reply.body).toBe(200)
    const { logo } = reply.json<Look>()
    expect(logo).toMatchObject({ width: 64, height: 32 })
    const picture = await server.app.inject(logo?.path ?? '')
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'")
    await putLogo(admin, plainPng(64, 33))
    expect((await server.app.inject(logo?.path ?? '')).statusCode).toBe(404)
    expect((await admin.delete('/api/look/logo')).json<Look>().logo).toBe(null)
  })

  it('is taken for what it is, not for what it is called', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    expect((await putLogo(admin, plainPng(20, 20), 'image/jpeg')).statusCode).toBe(200)
    const svg = await putLogo(admin, Buffer.from('<svg onload="alert(1)"/>'))
    expect([svg.statusCode, svg.json<{ detail: string }>().detail]).toEqual([
      422,
      'The logo has to be a PNG. Export it as one; an SVG or a JPEG is not taken.',
    ])
    expect((await putLogo(admin, Buffer.alloc(0))).statusCode).toBe(422)
    expect((await putLogo(admin, Buffer.alloc(101 * 1024))).statusCode).toBe(413)
    expect((await server.app.inject('/api/look')).json<Look>().logo).toMatchObject({ width: 20 })
  })

  it('is not looked up by another name', async () => {
    const server = await startTestServer()
    for (const name of ['logo-.png', 'logo-null.png', `logo-${'a'.repeat(32)}.png`, '..%2f..%2fetc%2fpasswd'])
      expect((await server.app.inject(`/look/${name}`)).statusCode).toBe(404)
  })
})

describe('pages', () => {
  it('are the same on every server, whatever it is called: bytes and policy', async () => {
    const dist = await writeUnbrandedDist()
    const plain = await startTestServer({ distDir: dist })
    const branded = await startTestServer({ distDir: dist, publicOrigin: 'https://acme.example' })
    const admin = await signInAsOperator(branded)
    await admin.put('/api/look', { ...acmeLook, name: '"><script>alert(1)</script>$&' })
    await putLogo(admin, plainPng(40, 20))
    for (const url of ['/', '/upload/abc', '/download/abc', '/login', '/dashboard'])
      for (const language of ['en', 'de']) {
        const [one, other] = await Promise.all(
          [plain, branded].map(async ({ app }) => {
            const reply = await app.inject({
              url,
              headers: { accept: 'text/html', 'accept-language': language },
            })
            return [reply.body, reply.headers['content-security-policy']]
          }),
        )
        expect(other).toEqual(one)
        expect(String(other?.[0])).not.toMatch(/acme/i)
      }
  })

  it('are described in the language that their reader asks for, installed as well', async () => {
    const inEach = `<meta lang="en" name="description" content="In English" />
    <meta lang="de" name="description" content="Auf Deutsch" />
  </head>`
    const server = await startTestServer({
      distDir: await writeDist({
        'index.html': indexHtml.replace('  </head>', `    ${inEach}`),
        'manifest.webmanifest': await readFile('public/manifest.webmanifest', 'utf8'),
      }),
    })
    const getPage = (url: string, language: string) =>
      server.app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } })
    const page = (await getPage('/', 'de-AT')).body
    expect([page.includes('Auf Deutsch'), page.includes('In English')]).toEqual([true, false])
    const reply = await getPage('/manifest.webmanifest', 'de-AT')
    expect(reply.headers.vary).toContain('accept-language')
    expect(reply.headers['content-type']).toMatch('application/manifest+json')
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(reply.json()).toMatchObject({
      lang: 'de',
      shortcuts: [{ name: 'Neuer Ordner' }, { name: 'Profil' }],
    })
    expect(reply.body).not.toContain('site.')
    expect((await getPage('/manifest.webmanifest', 'fr')).json()).toMatchObject({
      ...{ name: 'Sealpost', lang: 'en' },
      description: 'End-to-end encrypted file exchange for your own server.',
    })
  })

  it('install under the name, in the colour and with the logo where it fits', async () => {
    const server = await startTestServer({ distDir: await writeUnbrandedDist() })
    const getManifest = async () =>
      (await server.app.inject('/manifest.webmanifest')).json<typeof webManifest>()
    expect(await getManifest()).toEqual(webManifest)
    const admin = await signInAsOperator(server)
    const { tones } = (await admin.put('/api/look', acmeLook)).json<Look>()
    await putLogo(admin, plainPng(300, 100))
    expect(await getManifest()).toEqual({
      ...webManifest,
      ...{ name: acmeLook.name, short_name: acmeLook.name, theme_color: tones?.light.main },
    })
    const { logo } = (await putLogo(admin, plainPng(192, 192))).json<Look>()
    expect((await getManifest()).icons).toEqual([
      { src: logo?.path, sizes: '192x192', type: 'image/png', purpose: 'any' },
    ])
  })
})

describe('mails', () => {
  it('carry name, links and logo, and load nothing', async () => {
    const server = await startTestServer()
    const admin = await signInAsOperator(server)
    await admin.put('/api/look', acmeLook)
    await putLogo(admin, plainPng(48, 24))
    const { link_token } = await admin.createFolder({
      require_email_verification: true,
      allowed_emails: ['a@example.org'],
    })
    await requestCode(server, `/api/upload/${link_token}`, 'a@example.org')
    const mail = (await writtenMails(server)).at(-1)
    expect(mail?.from?.name).toBe('Sealpost')
    expect(mail?.text).toContain(
      '-- \nAcme Files: end-to-end encrypted file exchange\n' +
        'Imprint: https://acme.example/imprint\nPrivacy: https://acme.example/privacy\nSupport: help@acme.example\n',
    )
    expect(mail?.html).toContain('href="mailto:help@acme.example"')
    expect(mail?.html).not.toContain('Sealpost')
    expect(mail?.html?.match(/src="[^"]*"/g)).toEqual(['src="cid:logo@look"'])
    expect(mail?.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo@look>' }])
  })
})
