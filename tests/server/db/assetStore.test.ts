import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { scratchDatabase } from '../scratchDatabase.ts'
import { startTestServer, type TestServer } from '../testServer.ts'

const scriptText = 'console.log(1)\n'.repeat(100)
const daySeconds = 24 * 3600

/** What a build leaves: one part that it has in common with others, and parts of its own. */
async function writeBuild(mark: string): Promise<string> {
  const dist = await scratchFolder()
  const assets = join(dist, 'assets')
  await mkdir(assets)
  await writeFile(join(dist, 'index.html'), `build ${mark}`)
  const files = {
    [`Page-${mark}.js`]: `// ${mark}\n${scriptText}`,
    [`open.worker-${mark}.js`]: '// worker',
    [`Page-${mark}.css`]: 'body {}',
    [`inter-${mark}.woff2`]: 'font',
    'shared-AAAAAAAA.js': '// shared',
    [`not a part ${mark}.js`]: '// other',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(assets, name), text)
  await writeFile(join(assets, `Page-${mark}.js.br`), brotliCompressSync(files[`Page-${mark}.js`] ?? ''))
  await writeFile(join(assets, `Page-${mark}.js.gz`), gzipSync(files[`Page-${mark}.js`] ?? ''))
  return dist
}

const [oldBuild, nextBuild] = ['OldOld-1', 'NewNew_2']

/** Servers of two builds on one database. */
async function startTwoBuilds() {
  const databaseUrl = await scratchDatabase()
  const [distOfOld, distOfNext] = [await writeBuild(oldBuild), await writeBuild(nextBuild)]
  const before = await startTestServer({
    ...(databaseUrl !== undefined && { databaseUrl }),
    distDir: distOfOld,
  })
  const after = await startTestServer({
    ...(databaseUrl !== undefined && { databaseUrl }),
    distDir: distOfNext,
  })
  return { before, after, distOfOld }
}

const fetchAsset = ({ app }: TestServer, name: string, encoding?: string) =>
  app.inject({
    url: `/assets/${name}`,
    headers: { accept: 'text/html', ...(encoding && { 'accept-encoding': encoding }) },
  })

const storedAssets = async ({ services }: TestServer) =>
  (await services.db.selectFrom('asset').select('name').execute()).map(({ name }) => name)

describe.skipIf(inject('postgres') === undefined)('servers of two builds on one database', () => {
  it('have the parts of each other, in every form, as if they were their own', async () => {
    const { before, after } = await startTwoBuilds()
    for (const [one, other, mark] of [
      [before, after, nextBuild],
      [after, before, oldBuild],
    ] as const) {
      for (const name of [
        `Page-${mark}.js`,
        `open.worker-${mark}.js`,
        `Page-${mark}.css`,
        `inter-${mark}.woff2`,
      ]) {
        for (const encoding of [undefined, 'gzip', 'gzip, deflate, br', 'br;q=0']) {
          const [own, foreign] = [
            await fetchAsset(other, name, encoding),
            await fetchAsset(one, name, encoding),
          ]
          expect([name, foreign.statusCode]).toEqual([name, 200])
          expect(foreign.rawPayload).toEqual(own.rawPayload)
          for (const header of [
            'content-type',
            'content-encoding',
            'content-length',
            'cache-control',
            'vary',
          ])
            expect([name, header, foreign.headers[header]]).toEqual([name, header, own.headers[header]])
          const policy = (reply: typeof own) =>
            String(reply.headers['content-security-policy']).replace(/'nonce-[^']+'/, '')
          expect(policy(foreign)).toBe(policy(own))
        }
      }
      const name = `Page-${mark}.js`
      expect(String(brotliDecompressSync((await fetchAsset(one, name, 'br')).rawPayload))).toContain(
        scriptText,
      )
      expect(String(gunzipSync((await fetchAsset(one, name, 'gzip')).rawPayload))).toContain(scriptText)
      const head = await one.app.inject({ method: 'HEAD', url: `/assets/${name}` })
      expect([head.statusCode, Number(head.headers['content-length']), head.body]).toEqual([
        200,
        (await fetchAsset(one, name)).rawPayload.length,
        '',
      ])
    }
  })

  it('have what each had from before its first answer, and put each part there once', async () => {
    const { before, after } = await startTwoBuilds()
    const names = await storedAssets(after)
    expect(names.filter((name) => name.includes('shared'))).toHaveLength(1)
    expect(names).toHaveLength(2 * 6 + 1)
    expect(await storedAssets(before)).toEqual(names)
  })

  it('say that there is nothing where no build has a part, and never with a page', async () => {
    const { before } = await startTwoBuilds()
    for (const name of [
      'Page-12345678.js',
      `Page-${nextBuild}.js.br`,
      `not%20a%20part%20${nextBuild}.js`,
      'index.html',
      `..%2fassets%2fPage-${nextBuild}.js`,
    ]) {
      const reply = await fetchAsset(before, name, 'br')
      expect([name, reply.statusCode, reply.headers['content-type']]).toEqual([
        name,
        404,
        'application/json; charset=utf-8',
      ])
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  })

  it('look into the database for names of parts alone', async () => {
    const { before } = await startTwoBuilds()
    await before.services.db.schema.dropTable('asset').execute()
    expect((await fetchAsset(before, `Page-${oldBuild}.js`)).statusCode).toBe(200)
    for (const name of [
      'a.js',
      'Page.js',
      `Page-${nextBuild}`,
      `${'a'.repeat(150)}-12345678.js`,
      '-12345678.js',
      `Page-${nextBuild}.js.gz`,
    ])
      expect([name, (await fetchAsset(before, name)).statusCode]).toEqual([name, 404])
    expect((await fetchAsset(before, `Page-${nextBuild}.js`)).statusCode).toBe(500)
  })

  it('keep parts for 30 days after the last server of their build, however long that ran', async () => {
    const { before, after, distOfOld } = await startTwoBuilds()
    for (const server of [before, after, after]) {
      if (server === after) before.passTime(0)
      server.passTime(29 * daySeconds)
      await server.app.housekeeping.sweep()
    }
    // 29 days after the old server was last there, on the clock of the new one 58 have passed since its start.
    expect((await fetchAsset(after, `Page-${oldBuild}.js`)).statusCode).toBe(200)
    after.passTime(2 * daySeconds)
    await after.app.housekeeping.sweep()
    expect((await fetchAsset(after, `Page-${oldBuild}.js`)).statusCode).toBe(404)
    expect((await fetchAsset(before, `Page-${nextBuild}.js`)).statusCode).toBe(200)
    // Back to the build of before: it brings its parts again.
    const again = buildApp({ services: after.services, distDir: distOfOld, logger: false })
    onTestFinished(() => again.close())
    await again.ready()
    expect((await fetchAsset(after, `Page-${oldBuild}.js`)).statusCode).toBe(200)
  })
})

it.runIf(inject('postgres') === undefined)(
  'a server alone has the parts of its former build, also on a copy of its data folder',
  async () => {
    const before = await startTestServer({ distDir: await writeBuild(oldBuild) })
    const { dataDir } = before
    await before.stop()
    const copy = await scratchFolder()
    await cp(dataDir, copy, { recursive: true })
    const after = await startTestServer({ dataDir: copy, distDir: await writeBuild(nextBuild) })
    for (const name of [`Page-${oldBuild}.js`, `Page-${oldBuild}.css`, `Page-${nextBuild}.js`])
      expect([name, (await fetchAsset(after, name, 'br')).statusCode]).toEqual([name, 200])
    after.passTime(31 * daySeconds)
    await after.app.housekeeping.sweep()
    expect((await fetchAsset(after, `Page-${oldBuild}.js`)).statusCode).toBe(404)
    expect((await fetchAsset(after, `Page-${nextBuild}.js`)).statusCode).toBe(200)
  },
)
