import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GiB } from '../../../../contract/limits.ts'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import { password } from '../../../server/testServer.ts'
import { eventsOf } from '../../testContext.ts'
import { setUpShare, type ShareSetup } from '../share/setUpShare.ts'

async function setUpMkdir() {
  const setup = await setUpShare()
  const { proxy, localDir, runWithToken, owner } = setup
  const keyFile = join(localDir, '.password')
  await writeFile(keyFile, password)
  return {
    ...setup,
    mkdir: (...line: string[]) => runWithToken(['mkdir', proxy.origin, ...line]),
    mkdirWithKey: (...line: string[]) =>
      runWithToken(['mkdir', '--with-key', '--password-file', keyFile, proxy.origin, ...line]),
    listFolders: async () => (await owner.browser.get('/api/folders/')).json<Folder[]>(),
  }
}

/** Stands for a server that answers the making of a folder with another one. */
const answerCreationWith = ({ proxy }: Pick<ShareSetup, 'proxy'>, change: Partial<Folder>) => {
  proxy.alterAnswer = (call, answer) =>
    call.startsWith('POST /api/folders') ? { ...(answer as Folder), ...change } : undefined
}

it('makes a folder with all that the form has, and says its upload link', async () => {
  const { mkdir, listFolders, proxy, writeLocalFile } = await setUpMkdir()
  const secret = await writeLocalFile('secret', 'open sesame\n')
  const questions = [
    { label: 'Reference', kind: 'text', required: true },
    { label: 'Year', kind: 'choice', required: false, options: ['2025', '2026'] },
  ]
  const questionsFile = await writeLocalFile('questions.json', JSON.stringify(questions))
  const result = await mkdir(
    ...['--questions-file', questionsFile],
    ...['Tax 2026', '--description', 'Receipts', '--link-password-file', secret, '--quota', '2G', '--notify'],
    ...[
      '--for',
      'Ada <ada@example.org>, ben@example.org',
      '--expires',
      '2040-01-02T03:04Z',
      '--no-type-check',
    ],
  )
  expect([result.code, result.message]).toEqual([0, ''])
  const made = (await listFolders()).find(({ title }) => title === 'Tax 2026')
  expect(made).toMatchObject({
    description: 'Receipts',
    has_password: true,
    require_email_verification: true,
    allowed_emails: ['ada@example.org', 'ben@example.org'],
    perform_mime_check: false,
    notify_by_email: true,
    quota_bytes: 2 * GiB,
    sender_fields: questions,
    expiration_date: expect.stringMatching(/^2040-01-02T03:04:00/) as string,
  })
  expect(result.events).toEqual([
    {
      event: 'made',
      link: `${proxy.origin}/upload/${made?.link_token}`,
      password: null,
      id: made?.id,
      title: 'Tax 2026',
      address: `${proxy.origin}/folders/view/${made?.id}`,
      expires: made?.expiration_date,
      retention_days: null,
    },
  ])
})

it('without options makes what the form makes, for thirty days; draws a password that opens the link', async () => {
  const { mkdir, listFolders, owner } = await setUpMkdir()
  const [made] = eventsOf(await mkdir('Photos', '--with-password'), 'made')
  expect(made?.password).toMatch(/\S{12,}/)
  const folder = (await listFolders()).find(({ id }) => id === made?.id)
  expect(folder).toMatchObject({ has_password: true, perform_mime_check: true, notify_by_email: false })
  const days = (Date.parse(made?.expires ?? '') - Date.parse(folder?.creation_date ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(30)
  const entered = await owner.browser.post(`/api/upload/${folder?.link_token}/verify-password`, {
    link_password: made?.password,
  })
  expect(entered.statusCode).toBeLessThan(300)
})

it('with the key remembers the link, which then has its fingerprint, as links --upload says it', async () => {
  const setup = await setUpMkdir()
  const { mkdirWithKey, runWithToken, owner, proxy, folder } = setup
  const [made] = eventsOf(await mkdirWithKey('Photos'), 'made')
  expect(made?.link).toMatch(new RegExp(`^${proxy.origin}/upload/[\\w-]+#kp=${owner.key.fingerprint}$`))
  const upload = await runWithToken(['links', made?.address ?? '', '--upload'])
  expect([upload.code, upload.events]).toEqual([0, [{ ...made, event: 'upload' }]])
  proxy.alterAnswer = (call, answer) =>
    call === `GET /api/folders/${made?.id}`
      ? { ...(answer as Folder), link_token: folder.link_token }
      : undefined
  expect(await runWithToken(['links', made?.address ?? '', '--upload'])).toMatchObject({
    code: 3,
    events: [],
  })
})

it('links --upload says the plain link of a folder that was never opened here', async () => {
  const { runWithToken, folderAddress, folder, proxy } = await setUpMkdir()
  const { events } = await runWithToken(['links', folderAddress, '--upload'])
  expect(events).toMatchObject([{ event: 'upload', link: `${proxy.origin}/upload/${folder.link_token}` }])
})

it('takes no folder and no link that was there before', async () => {
  const setup = await setUpMkdir()
  const { mkdir, mkdirWithKey, folder, proxy } = setup
  for (const change of [{ id: folder.id }, { link_token: folder.link_token }]) {
    answerCreationWith(setup, change)
    expect(await mkdir('Photos')).toMatchObject({ code: 3, events: [] })
  }
  proxy.alterAnswer = () => undefined
  const [made] = eventsOf(await mkdirWithKey('Photos'), 'made')
  // Left out of the list, so that only this machine knows it.
  const link_token = /upload\/([\w-]+)/.exec(made?.link ?? '')?.[1] ?? ''
  proxy.alterAnswer = (call, answer) =>
    call.startsWith('POST /api/folders')
      ? { ...(answer as Folder), link_token }
      : call.startsWith('GET /api/folders') && Array.isArray(answer)
        ? []
        : undefined
  expect(await mkdirWithKey('Letters')).toMatchObject({ code: 3, events: [] })
  expect(await mkdir('Letters')).toMatchObject({ code: 3, events: [] })
})

it('asks nothing of the server for what it would refuse, and names the option', async () => {
  const { mkdir, proxy, writeLocalFile } = await setUpMkdir()
  const empty = await writeLocalFile('empty', '\n')
  const before = proxy.calls.length
  for (const [line, said] of [
    [[''], 'TITLE'],
    [['a', 'b'], 'quotes'],
    [['a', '--questions-file', await writeLocalFile('none', 'Reference')], 'list of questions'],
    [['a', '--questions-file', await writeLocalFile('odd', '[{"label":"A","kind":"any"}]')], '0.kind'],
    [['a', '--quota', '0'], '--quota'],
    [['a', '--quota', 'much'], '--quota'],
    [['a', '--for', 'ada'], '--for'],
    [['a', '--expires', '2020-01-01'], '--expires'],
    [['a', '--link-password-file', empty], 'empty'],
    [['a', '--description', 'x'.repeat(100_000)], '--description'],
    [
      ['a', '--link-password-file', empty, '--with-password'],
      'only one of --with-password and --link-password-file',
    ],
  ] as const)
    expect(await mkdir(...line)).toMatchObject({ code: 1, message: expect.stringContaining(said) as string })
  expect(proxy.calls.length).toBe(before)
})

it('makes one folder where the answer is lost, and says that it may be there', async () => {
  const { mkdir, proxy, listFolders } = await setUpMkdir()
  proxy.losesAnswer = (call) => call.startsWith('POST /api/folders')
  expect(await mkdir('Photos')).toMatchObject({
    code: 4,
    message: expect.stringContaining('not known whether') as string,
  })
  expect((await listFolders()).filter(({ title }) => title === 'Photos')).toHaveLength(1)
})

it('names the rights that a token lacks', async () => {
  const { runWithToken, proxy, owner } = await setUpMkdir()
  const { token } = await newTokenClient(owner.browser, ['files:read'])
  const result = await runWithToken(['mkdir', proxy.origin, 'a'], { env: { SEALPOST_TOKEN: token } })
  expect(result).toMatchObject({
    code: 3,
    message: expect.stringContaining('mkdir needs the scopes folders:write and files:read') as string,
  })
})

it('without the key, too, remembers the link that it says', async () => {
  const { mkdir, proxy } = await setUpMkdir()
  const [made] = eventsOf(await mkdir('Photos'), 'made')
  const link_token = /upload\/([\w-]+)/.exec(made?.link ?? '')?.[1] ?? ''
  proxy.alterAnswer = (call, answer) => {
    if (call.startsWith('POST /api/folders')) return { ...(answer as Folder), link_token }
    return call.startsWith('GET /api/folders') && Array.isArray(answer) ? [] : undefined
  }
  expect(await mkdir('Letters')).toMatchObject({ code: 3, events: [] })
})

describe('whether the server learns the names of files', () => {
  const isPrivate = async ({ listFolders }: Awaited<ReturnType<typeof setUpMkdir>>, title: string) =>
    (await listFolders()).find((folder) => folder.title === title)?.private_names === true

  it('is chosen when a folder is made: they are hidden, unless it is told otherwise', async () => {
    const setup = await setUpMkdir()
    const { fingerprint } = setup.owner.key
    const [hiding] = eventsOf(await setup.mkdirWithKey('Photos'), 'made')
    expect(hiding?.link).toMatch(new RegExp(`#kp=${fingerprint}$`))
    const [telling] = eventsOf(await setup.mkdirWithKey('Public', '--open-names'), 'made')
    expect(telling?.link).toMatch(new RegExp(`#k=${fingerprint}$`))
    expect([await isPrivate(setup, 'Photos'), await isPrivate(setup, 'Public')]).toEqual([true, false])
  })

  it('is never chosen otherwise by a server: it gets no link out', async () => {
    const setup = await setUpMkdir()
    const { mkdir, mkdirWithKey, proxy, runWithToken } = setup
    answerCreationWith(setup, { private_names: false })
    for (const make of [mkdir, mkdirWithKey]) {
      const result = await make('Photos')
      expect([result.code, result.events.filter(({ event }) => event === 'made')]).toEqual([3, []])
      expect(result.message).toContain('--open-names')
      const [address = ''] = /http\S+(?= was made)/.exec(result.message) ?? []
      // What was asked for is remembered.
      proxy.alterAnswer = (call, answer) =>
        /^GET \/api\/folders\/\d+$/.test(call) ? { ...(answer as Folder), private_names: false } : undefined
      const upload = await runWithToken(['links', address, '--upload'])
      expect([upload.code, upload.events]).toEqual([3, []])
      expect(upload.message).toContain('hides the names of files')
      answerCreationWith(setup, { private_names: false })
    }
    answerCreationWith(setup, { private_names: true })
    expect(await mkdir('Public', '--open-names')).toMatchObject({ code: 3, events: [] })
  })

  it('is said by a server that is too old to hide them', { timeout: 30_000 }, async () => {
    const { mkdir, listFolders, proxy } = await setUpMkdir()
    proxy.otherAnswer = (call) => {
      if (!call.startsWith('POST /api/folders')) return undefined
      const issue = { loc: ['body', 'private_names'], msg: 'Unknown field.', type: 'unknown_field' }
      const body = JSON.stringify({ detail: [issue], code: 'unknownField' })
      return { status: 422, headers: { 'content-type': 'application/json' }, body }
    }
    const result = await mkdir('Photos')
    expect(result).toMatchObject({ code: 3, events: [] })
    expect(result.message).toContain('Nothing was made. This server does not hide the names of files')
    expect(result.message).toContain('--open-names')
    expect((await listFolders()).some(({ title }) => title === 'Photos')).toBe(false)
  })
})

describe('a folder like another one', () => {
  const questions = [{ label: 'Reference', kind: 'text' as const, required: true }]
  const options = {
    description: 'Receipts',
    require_email_verification: true,
    allowed_emails: ['ada@example.org'],
    perform_mime_check: false,
    private_names: true,
    retention_days: 14,
    notify_by_email: true,
    sender_fields: questions,
    quota_bytes: 2 * GiB,
  }

  async function setUpLike(more: object = {}) {
    const setup = await setUpMkdir()
    const { owner, proxy, listFolders } = setup
    const body = { title: 'Tax 2026', ...options, expires_in_days: 60, ...more }
    const template = (await owner.browser.post('/api/folders/', body)).json<Folder>()
    return {
      ...setup,
      template,
      templateAddress: `${proxy.origin}/folders/view/${template.id}`,
      made: async (title = 'Tax 2027') => (await listFolders()).find((folder) => folder.title === title),
    }
  }

  const daysOf = (folder: Folder | undefined) =>
    (Date.parse(folder?.expiration_date ?? '') - Date.parse(folder?.creation_date ?? '')) / 86_400_000

  it('has its options, and says its link as usual', async () => {
    const { mkdir, templateAddress, template, made, proxy } = await setUpLike()
    const result = await mkdir('Tax 2027', '--like', templateAddress)
    expect([result.code, result.message]).toEqual([0, ''])
    const folder = await made()
    expect(folder).toMatchObject(options)
    expect(daysOf(folder)).toBe(60)
    expect(result.events).toMatchObject([
      { event: 'made', link: `${proxy.origin}/upload/${folder?.link_token}`, retention_days: 14 },
    ])
    expect((await mkdir('Tax 2028', '--like', String(template.id))).code).toBe(0)
    expect(await made('Tax 2028')).toMatchObject(options)
  })

  it('has other options where they are given', async () => {
    const { mkdir, templateAddress, made } = await setUpLike({ expires_in_days: 60 })
    const others = ['--description', 'Invoices', '--for', 'ben@example.org', '--expires', '2040-01-02T03:04Z']
    const more = ['--quota', '1G', '--keep', 'always', '--open-names', '--with-password']
    expect((await mkdir('Tax 2027', '--like', templateAddress, ...others, ...more)).code).toBe(0)
    const folder = await made()
    expect(folder).toMatchObject({
      description: 'Invoices',
      allowed_emails: ['ben@example.org'],
      expiration_date: expect.stringMatching(/^2040-01-02T03:04/) as string,
      quota_bytes: GiB,
      has_password: true,
      sender_fields: questions,
      perform_mime_check: false,
    })
    expect([folder?.retention_days, folder?.private_names ?? false]).toEqual([undefined, false])
  })

  it('has no password of it, which is said', async () => {
    const { mkdir, templateAddress, made } = await setUpLike({ link_password: 'open sesame' })
    const { code, events } = await mkdir('Tax 2027', '--like', templateAddress)
    expect([code, events.map(({ event }) => event)]).toEqual([0, ['warning', 'made']])
    expect(events[0]).toMatchObject({ message: expect.stringContaining('not taken over') as string })
    expect((await made())?.has_password).toBe(false)
    const withOne = await mkdir('Tax 2028', '--like', templateAddress, '--with-password')
    expect(withOne.events.map(({ event }) => event)).toEqual(['made'])
  })

  it('hides names if this machine remembers so, whatever the server shows', async () => {
    const { mkdir, made, proxy } = await setUpLike()
    const [hiding] = eventsOf(await mkdir('Photos'), 'made')
    proxy.alterAnswer = (call, answer) =>
      call.startsWith('GET /api/folders') && Array.isArray(answer)
        ? answer.map((folder: Folder) => ({ ...folder, private_names: false }))
        : undefined
    expect((await mkdir('Tax 2027', '--like', hiding?.address ?? '')).code).toBe(0)
    expect((await made())?.private_names).toBe(true)
  })

  it('is made on a server that deletes nothing by date', async () => {
    const { mkdir, templateAddress, proxy, made } = await setUpLike({ retention_days: null })
    const issue = { loc: ['body', 'retention_days'], msg: 'Unknown field.', type: 'unknown_field' }
    let refusals = 0
    proxy.otherAnswer = (call) => {
      if (!call.startsWith('POST /api/folders') || refusals++ > 0) return undefined
      const body = JSON.stringify({ detail: [issue], code: 'unknownField' })
      return { status: 422, headers: { 'content-type': 'application/json' }, body }
    }
    expect((await mkdir('Tax 2027', '--like', templateAddress)).code).toBe(0)
    expect([refusals, (await made())?.description]).toEqual([2, 'Receipts'])
  })

  it('is like no folder that is missing, of another server, or holds what was sent', async () => {
    const { mkdir, made, owner, proxy } = await setUpLike()
    const sent = (await owner.browser.post('/api/folders/', { title: 'Sent', kind: 'sent' })).json<Folder>()
    for (const [like, code, said] of [
      ['999', 3, 'is not among your folders'],
      [String(sent.id), 3, 'cannot be a template'],
      ['https://other.example.org/folders/view/7', 1, 'the same server'],
      [proxy.origin, 1, 'not the address of a folder'],
      ['0', 1, 'not the address of a folder'],
    ] as const)
      expect(await mkdir('Tax 2027', '--like', like)).toMatchObject({
        code,
        message: expect.stringContaining(said) as string,
      })
    expect(await made()).toBeUndefined()
  })
})
