import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MiB } from '../../contract/limits.ts'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { createMetrics, type Metrics } from '../../server/prometheus/metrics.ts'
import { contentByPath } from '../cli/commands/pull/setUpPull.ts'
import { contentByLink, createdLink, runCommand, setUpShare } from '../cli/commands/share/setUpShare.ts'
import { writtenMails } from './mails.ts'
import { confirmAddress, ownerAddress } from './notices/ownerNotices.ts'
import { readEveryRow, readFolder } from './readStored.ts'
import { newLoopbackWebhookClient, startWebhookReceiver } from './notices/webhookReceiver.ts'

const fileCount = 200
/** Results of an upload live seven days. */
const nineDays = 9 * 24 * 3600

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Spellings of a text, of which base64 has three by where it stands. */
const spellingsOf = (text: string): Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(
      Buffer.from(`${before}${text}xx`)
        .toString('base64')
        .slice(before.length + 1, -4),
    ),
  ),
]

/** In each name, directory and content. */
const canary = 'canary'

/** Checksums in places, as hexadecimal digits or as they are. */
function hashesIn(places: readonly Buffer[], hashes: readonly string[]): string[] {
  const digits = new Set(
    places.flatMap(
      (place) =>
        place
          .toString('latin1')
          .toLowerCase()
          .match(/[0-9a-f]{64}/g) ?? [],
    ),
  )
  // A sealed file of megabytes holds nothing else.
  const small = places.filter(({ length }) => length < 16 * MiB)
  return hashes.filter((hash) => digits.has(hash) || small.some((place) => place.includes(hash, 0, 'hex')))
}

it('a folder that hides names leaves none of them anywhere on the server, before and after nine days', async () => {
  const receiver = await startWebhookReceiver()
  let metrics: Metrics | undefined
  const setup = await setUpShare({
    services: {
      webhookClient: newLoopbackWebhookClient(),
      adapt: (services) => ({ ...services, meters: (metrics = createMetrics(services)).meters }),
    },
  })
  const { server, owner, proxy, localDir } = setup
  const figuresAt = (await metrics?.listen({ port: 0, host: '127.0.0.1' })) ?? ''
  onTestFinished(() => metrics?.close())
  await confirmAddress(server, owner.browser, ownerAddress)
  const folder = await owner.browser.createFolder({
    title: 'Hidden',
    private_names: true,
    notify_by_email: true,
  })
  await owner.browser.put(`/api/folders/${folder.id}/webhook`, { url: receiver.url })

  // Names, directories and contents of the same 200 files; the last one is sent in parts.
  const files = Array.from({ length: fileCount }, (_, index) => ({
    path: `here/directory-canary-${index % 10}/name-canary-${index}.txt`,
    content: index === fileCount - 1 ? randomBytes(20 * MiB) : Buffer.from(`content canary ${index}`),
  }))
  for (const { path, content } of files) await setup.writeLocalFile(path, content)
  const hashes = files.map(({ content }) => hashOf(content))

  const link = `${proxy.origin}/upload/${folder.link_token}#kp=${owner.key.fingerprint}`
  expect((await runCommand(['send', link, join(localDir, 'here')], setup.contextOptions)).code).toBe(0)
  const records = (await owner.browser.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>()
  expect(records).toHaveLength(fileCount)

  // What its owner and a recipient do with them.
  const folderAddress = `${proxy.origin}/folders/view/${folder.id}`
  const ids = records.flatMap(({ id }) => ['--id', String(id)])
  const shared = createdLink(await setup.share(folderAddress, '--with-password', '--title', 'All', ...ids))
  const paths = files.map(({ path }) => path).sort()
  expect(Object.keys(await contentByLink(shared.link, shared.password)).sort()).toEqual(paths)
  const passwordFile = join(localDir, '.password')
  const pulled = await setup.runWithToken(['pull', folderAddress, setup.dir, '--password-file', passwordFile])
  expect(pulled.code).toBe(0)
  expect(Object.keys(await contentByPath(setup.dir)).sort()).toEqual(paths)
  const first = records[0]?.id ?? 0
  const saved = await owner.browser.get(`/api/folders/download/${first}`)
  await owner.browser.delete(`/api/folders/files/${first}`)
  server.passTime(60)
  await server.app.notices.run()
  const history = [
    (await owner.browser.get('/api/audit')).body,
    (await owner.browser.get('/api/audit?format=csv')).body,
  ]

  const subjects = (await writtenMails(server)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)

  const search = async () => {
    const figures = await (await fetch(figuresAt)).text()
    const mails = (await writtenMails(server)).map(({ subject, text, html }) => `${subject}${text}${html}`)
    const texts = [
      ...[server.logged(), figures, ...mails, ...history, JSON.stringify(saved.headers)],
      ...receiver.posted.map(({ body, headers }) => body + JSON.stringify(headers)),
      JSON.stringify(await server.storedFiles()),
    ]
    const places = [
      ...texts.map((text) => Buffer.from(text)),
      await readEveryRow(server.services.db),
      ...(await readFolder(server.dataDir)),
    ]
    const told = spellingsOf(canary).filter((spelling) => places.some((place) => place.includes(spelling)))
    return [...told.map(String), ...hashesIn(places, hashes)]
  }
  expect(await search()).toEqual([])
  server.passTime(nineDays)
  await server.app.housekeeping.sweep()
  await server.app.notices.run()
  expect(await search()).toEqual([])
  // The search itself works, and what was to be searched is there.
  expect((await readEveryRow(server.services.db)).includes('sealed-')).toBe(true)
  expect(receiver.posted.length).toBeGreaterThan(0)
})
