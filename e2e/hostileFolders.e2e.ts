import { randomBytes } from 'node:crypto'
import { test as base, type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import type { CallResponse } from '../contract/call.ts'
import type { Calls } from '../contract/calls.ts'
import { clipboardText } from './clipboard.ts'
import { signIn } from './fixtures.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { PeoplePanel } from './pages/peoplePanel.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { TestServer } from './server.ts'
import {
  firstStatement,
  changePeople,
  codeOfPerson,
  fingerprintOf,
  uploadTarget,
  sealGrant,
  createSharedFolder,
  rosterMember,
  addAdministrator,
  newKeyPair,
  nextStatement,
  newestPublicKey,
  sealContacts,
  sealGeneration,
  type SharedFolder,
  type Person,
  spkiOf,
} from './sharing.ts'

/**
 * A server that lies about folders of several people, to a browser: what it tells is made of what a server has, the public
 * keys, all statements and grants, and keys of its own; it is never given a private key of an honest person.
 */

type RosterAnswer = CallResponse<Calls['getRoster']>
type FolderAnswer = CallResponse<Calls['getFolder']>

/** One server with people and folders for all tests: every lie is told to a browser, and the server is left as it was. */
interface SharedWorld {
  server: TestServer
  alice: Person
  bob: Person
  /** A member, who lends the server her key where it is said. */
  carol: Person
  /** An account of whoever runs the server. */
  mallory: Person
  audit: SharedFolder
  payroll: SharedFolder
  /** What Alice remembered at first. */
  firstContacts: { n: number; sealed: string }
}

const test = base.extend<object, { world: SharedWorld }>({
  world: [
    async ({}, use) => {
      const server = await TestServer.start()
      const alice = await addAdministrator(server, 'alice')
      const bob = await addAdministrator(server, 'bob')
      const carol = await addAdministrator(server, 'carol')
      const mallory = await addAdministrator(server, 'mallory')
      const firstContacts = sealContacts(alice.pair, 1, [bob, carol])
      await alice.api.json('PUT', '/contacts', firstContacts)
      const people = [
        [alice, 'owner'],
        [bob, 'owner'],
        [carol, 'member'],
      ] as const
      const first = await changePeople(await createSharedFolder(alice, 'Audit'), alice, { people })
      const store = (path: string, shared: SharedFolder) =>
        alice.api.store([{ path, content: Buffer.from(path) }], uploadTarget(shared), newestPublicKey(shared))
      await store('old.txt', first)
      const audit = await changePeople(first, alice, { people, rotates: true })
      await store('new.txt', audit)
      const payroll = await createSharedFolder(alice, 'Payroll')
      await use({ server, alice, bob, carol, mallory, audit, payroll, firstContacts })
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ world }, use) => use(world.server.origin),
})

/** What the server says instead of the truth. */
interface AnswerChanges {
  /** 'Audit' unless told. */
  of?: Pick<SharedFolder, 'id'>
  /** Of that folder; null: 404. */
  roster?: (answer: RosterAnswer, world: SharedWorld) => RosterAnswer | null
  /** Of each folder, in the list and alone. */
  folder?: (folder: FolderAnswer, world: SharedWorld) => FolderAnswer
  /** What uploaders are given. */
  publicKey?: (world: SharedWorld) => Buffer
  contacts?: (world: SharedWorld) => { n: number; sealed: string | null }
}

/** @returns the truth again */
async function alterAnswers(
  page: Page,
  world: SharedWorld,
  { of = world.audit, roster, folder, publicKey, contacts }: AnswerChanges,
) {
  const changed =
    <T>(change: (answer: T) => T | null) =>
    async (route: Route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const json = change((await response.json()) as T)
      return json === null
        ? route.fulfill({ status: 404, json: { error: 'notFound' } })
        : route.fulfill({ response, json })
    }
  if (roster)
    await page.route(
      `**/api/folders/${of.id}/roster`,
      changed<RosterAnswer>((answer) => roster(answer, world)),
    )
  if (folder) {
    await page.route(
      /\/api\/folders\/(\?.*)?$/,
      changed<FolderAnswer[]>((folders) => folders.map((one) => folder(one, world))),
    )
    await page.route(
      /\/api\/folders\/\d+$/,
      changed<FolderAnswer>((one) => folder(one, world)),
    )
  }
  if (publicKey) {
    const public_key_spki = publicKey(world).toString('base64')
    await page.route('**/api/upload/*/public-key', (route) => route.fulfill({ json: { public_key_spki } }))
  }
  if (contacts)
    await page.route(
      '**/api/contacts',
      changed(() => contacts(world)),
    )
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

const clipboardMarker = 'nothing was copied'

/** Somebody's browser, and what it asks the server to store. */
class WatchedBrowser {
  readonly page: Page
  readonly files: FolderFilesPage
  readonly panel: PeoplePanel
  readonly dashboard: DashboardPage
  readonly #person: Person
  /** Method and path of everything but readings that concerns folders, links and what is remembered. */
  readonly storingCalls: string[] = []
  readonly #downloads: string[] = []

  constructor(page: Page, person: Person) {
    this.page = page
    this.files = new FolderFilesPage(page)
    this.panel = new PeoplePanel(page)
    this.dashboard = new DashboardPage(page)
    this.#person = person
    page.on('download', (download) => this.#downloads.push(download.suggestedFilename()))
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const isRead = request.method() === 'GET' || pathname.endsWith('/files/keys')
      if (!isRead && /folders|download|contacts/.test(pathname))
        this.storingCalls.push(`${request.method()} ${pathname}`)
    })
  }

  /** In a browser profile that has seen nothing yet. */
  static async signIn(context: BrowserContext, person: Person): Promise<WatchedBrowser> {
    await context.grantPermissions(['clipboard-write'])
    const page = await context.newPage()
    await signIn(page, { username: person.name, verifier: person.verifier })
    return new WatchedBrowser(page, person)
  }

  /** Loads the page of a folder anew, so that it is judged anew. */
  async open({ id }: Pick<SharedFolder, 'id'>): Promise<void> {
    await this.panel.goTo(id)
    await this.panel.unlock(this.#person.password)
  }

  async expectOpen(...names: string[]): Promise<void> {
    await expect(this.panel.list.getByRole('listitem').first()).toBeVisible()
    await expect(this.panel.alarm).toHaveCount(0)
    for (const name of names) expect((await this.files.downloadFile(name)).suggestedFilename()).toBe(name)
    this.#downloads.length = 0
    this.storingCalls.length = 0
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), clipboardMarker)
  }

  /** The download link that others will try to have copied. */
  async makeLink(name: string): Promise<void> {
    await this.files.checkbox(name).check()
    await this.files.button('Create Download Link...').click()
    const dialog = this.panel.dialog('Create Download Link')
    await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await this.panel.dialog('Download Link Ready').getByRole('button', { name: 'Copy', exact: true }).click()
    await this.panel.dialog('Download Link Ready').getByRole('button', { name: 'Done' }).click()
  }

  /** Nobody can be added, no file opens, and no link is made or copied: each is tried. */
  async expectNothingDone(why: RegExp): Promise<void> {
    await expect(this.panel.addButton).toHaveCount(0)
    await expect(this.panel.list).toHaveCount(0)
    await this.expectFileRefused('new.txt')
    await this.files.checkbox('new.txt').check()
    await this.files.button('Create Download Link...').click()
    await this.expectRefused(why)
    await this.files.linksRegion.getByRole('button', { name: 'Copy Link' }).first().click()
    await this.expectRefused(why)
  }

  /** @param ways of the menu, beside the button */
  async expectNoUploadLink(title: string, why: RegExp, ways: readonly string[] = []): Promise<void> {
    await this.page.getByRole('link', { name: 'Back to Dashboard' }).click()
    const row = this.dashboard.row(title)
    await row.getByRole('button', { name: 'Copy Link' }).click()
    await this.expectRefused(why)
    for (const way of ['Copy secret link', ...ways]) {
      await this.dashboard.chooseAction(title, way)
      await this.expectRefused(why)
    }
  }

  async expectFileRefused(name: string): Promise<void> {
    await this.files.button(`Download ${name}`).click()
    const failure = this.page.getByRole('alert').filter({ hasText: 'Download failed' })
    await expect(failure).toContainText(name)
    await failure.getByRole('button', { name: 'Close' }).click()
    expect(this.#downloads).not.toContain(name)
  }

  async expectRefused(why: RegExp): Promise<void> {
    const refusal = this.page.getByRole('alert').filter({ hasText: why, has: this.#close })
    await expect(refusal).toBeVisible()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await expect(this.page.getByRole('button', { name: 'Copied' })).toHaveCount(0)
    await refusal.getByRole('button', { name: 'Close notification' }).click()
    await expect(refusal).toHaveCount(0)
  }

  get #close() {
    return this.page.getByRole('button', { name: 'Close notification' })
  }

  /** @param but may have been stored */
  async expectNothingStored(but?: string): Promise<void> {
    expect(this.storingCalls.filter((call) => call !== but)).toEqual([])
    expect(await clipboardText(this.page)).toBe(clipboardMarker)
  }
}

/** Statements that a server shows, with the public keys that would verify them. */
const withStatementsOf =
  ({ chain }: Pick<SharedFolder, 'chain'>, ...keys: Buffer[]) =>
  (answer: RosterAnswer): RosterAnswer => ({
    ...answer,
    statements: chain,
    keys: [...answer.keys, ...keys.map((key) => key.toString('base64'))],
  })

/** The newest key of the folder, and what opens it, exchanged. */
const withNewestKey =
  (change: (world: SharedWorld, answer: RosterAnswer) => Partial<RosterAnswer['generations'][number]>) =>
  (answer: RosterAnswer, world: SharedWorld): RosterAnswer => ({
    ...answer,
    generations: answer.generations.map((one) =>
      one.gen === 2 ? { ...one, ...change(world, answer) } : one,
    ),
  })

const peopleOf = ({ alice, bob, carol }: SharedWorld) =>
  [
    [alice, 'owner'],
    [bob, 'owner'],
    [carol, 'member'],
  ] as const

/** A pair that nobody but the server has. */
const serverPair = newKeyPair()

interface Alarm {
  /** What is told of 'Audit', */
  lies: AnswerChanges
  /** and what is said of it. */
  says: RegExp
  title?: string
  /** Of the menu of upload links. */
  ways?: readonly string[]
}

/** One of each kind of alarm. */
const alarms: Record<string, Alarm> = {
  'a ghost member, whom nobody signed': {
    lies: {
      roster: (answer, { audit: { chain, statements }, mallory }) => {
        const newest = statements.at(-1)
        const members = [...(newest?.members ?? []), rosterMember(mallory, 'member')]
        const statement = JSON.stringify({ ...newest, members })
        return {
          ...answer,
          statements: [...chain.slice(0, -1), { signature: '', ...chain.at(-1), statement }],
        }
      },
    },
    says: /not genuine.*signature/is,
  },
  'an older state': {
    lies: { roster: (answer) => ({ ...answer, statements: answer.statements.slice(0, 2) }) },
    says: /older state/i,
  },
  'the title of another folder': {
    lies: {
      folder: (folder) => ({ ...folder, title: folder.title === 'Audit' ? 'Payroll' : 'Audit' }),
    },
    says: /another title.*“Payroll”.*“Audit”/is,
    title: 'Payroll',
    ways: ['Show QR code'],
  },
  'no roster': { lies: { roster: () => null }, says: /holds back/i },
}

/** The same kinds, come by in other ways. */
const otherAlarms: Record<string, Alarm> = {
  'a ghost owner, signed by itself': {
    lies: {
      roster: (answer, world) => {
        const ghost = { ...world.mallory, pair: serverPair, fp: fingerprintOf(serverPair) }
        const people = [...peopleOf(world), [ghost, 'owner'] as const]
        return withStatementsOf(
          nextStatement(world.audit, ghost, { people }).after,
          spkiOf(serverPair),
        )(answer)
      },
    },
    says: /not genuine.*no owner/is,
  },
  'a member turned owner, signed by herself': {
    lies: {
      roster: (answer, world) => {
        const people = [...peopleOf(world).slice(0, 2), [world.carol, 'owner'] as const]
        return withStatementsOf(nextStatement(world.audit, world.carol, { people }).after)(answer)
      },
    },
    says: /not genuine.*no owner/is,
  },
  'a new key of the folder, signed by the server in the name of its owner': {
    lies: {
      roster: (answer, world) => {
        const owner = { ...world.alice, pair: serverPair }
        const change = { people: peopleOf(world), rotates: true }
        return withStatementsOf(nextStatement(world.audit, owner, change).after, spkiOf(serverPair))(answer)
      },
    },
    says: /not genuine.*signature/is,
  },
  'another history, of which an owner has signed both': {
    lies: { roster: (answer, world) => withStatementsOf(forkedHistory(world))(answer) },
    says: /another history/i,
  },
  'the people of another folder': {
    lies: { roster: (answer, { payroll }) => withStatementsOf(payroll)(answer) },
    says: /people of another folder/i,
  },
  'no people': { lies: { roster: (answer) => ({ ...answer, statements: [] }) }, says: /holds back/i },
}

/** Bob, whom Alice has compared, has signed something else in the place of the newest statement. */
const forkedHistory = (world: SharedWorld) => {
  const { audit, bob } = world
  const before = { ...audit, statements: audit.statements.slice(0, 2), chain: audit.chain.slice(0, 2) }
  const change = { people: peopleOf(world).slice(0, 2), rotates: true }
  return nextStatement({ ...before, generations: audit.generations.slice(0, 1) }, bob, change).after
}

/** Nothing is done with 'Audit' while the server lies, and each way to do something is tried. */
async function expectAlarm(
  reader: WatchedBrowser,
  world: SharedWorld,
  name: string,
  { lies, says, title = 'Audit', ways }: Alarm,
): Promise<void> {
  await test.step(name, async () => {
    const truth = await alterAnswers(reader.page, world, lies)
    await reader.open(world.audit)
    await expect(reader.panel.alarm).toContainText(says)
    await reader.expectNothingDone(/not trusted/i)
    await reader.expectNoUploadLink(title, /not trusted/i, ways)
    await reader.expectNothingStored()
    await truth()
  })
}

test(
  'nothing of a folder opens or is handed out while the server lies about its people',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const reader = await WatchedBrowser.signIn(context, world.alice)
    const { page, panel } = reader
    await reader.open(world.audit)
    await reader.makeLink('new.txt')
    await reader.expectOpen('new.txt', 'old.txt')
    for (const [name, alarm] of Object.entries(alarms)) await expectAlarm(reader, world, name, alarm)
    await test.step('a folder of Alice alone, with her key for senders', async () => {
      const truth = await alterAnswers(page, world, {
        folder: (folder) => (folder.id === world.audit.id ? { ...folder, several: null } : folder),
        publicKey: ({ alice }) => spkiOf(alice.pair),
      })
      await panel.goTo(world.audit.id)
      await reader.files.unlock(world.alice.password)
      await reader.expectFileRefused('new.txt')
      await reader.expectNoUploadLink('Audit', /as one of several people/i)
      await expect(page.getByRole('alert')).toContainText(/“Audit” is not shown any more/)
      await reader.expectNothingStored()
      await truth()
    })
    await reader.open(world.audit)
    await reader.expectOpen('new.txt', 'old.txt')
  },
)

test(
  'nothing opens or is handed out, by whichever way the server lies about its people',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const reader = await WatchedBrowser.signIn(context, world.alice)
    await reader.open(world.audit)
    await reader.makeLink('new.txt')
    await reader.expectOpen('new.txt', 'old.txt')
    for (const [name, alarm] of Object.entries(otherAlarms)) await expectAlarm(reader, world, name, alarm)
  },
)

/** The folder stays trusted, and its newest key does not open: what came instead of it. */
const wrongKeys: Record<string, NonNullable<AnswerChanges['roster']>> = {
  'a key of the server, granted by the server': withNewestKey(({ audit, alice }) => {
    const generation = { secret: randomBytes(32), pair: serverPair }
    const { sealed_private } = sealGeneration(folderIdOf(audit), 2, generation)
    return { sealed_private, grant: sealGrant(alice, folderIdOf(audit), 2, generation.secret).grant }
  }),
  'key and grant of an older generation, once more': withNewestKey((_, { generations }) => ({
    ...generations.find(({ gen }) => gen === 1),
    gen: 2,
  })),
  'a grant of another folder': withNewestKey(({ payroll, alice }) => {
    const [{ secret } = { secret: Buffer.alloc(32) }] = payroll.generations
    return { grant: sealGrant(alice, folderIdOf(payroll), 1, secret).grant }
  }),
  'no grant': withNewestKey(() => ({ grant: null })),
}

const folderIdOf = ({ statements }: Pick<SharedFolder, 'statements'>) => statements[0]?.folder ?? ''

test(
  'a key of the folder that is not the signed one opens nothing, adds nobody and is not handed out',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const reader = await WatchedBrowser.signIn(context, world.alice)
    const { page, panel, files } = reader
    await reader.open(world.audit)
    await reader.expectOpen('new.txt', 'old.txt')
    for (const [name, roster] of Object.entries(wrongKeys)) {
      await test.step(name, async () => {
        const truth = await alterAnswers(page, world, { roster })
        await reader.open(world.audit)
        await expect(page.getByRole('alert').filter({ hasText: /Key no. 2 .*not open/ })).toBeVisible()
        await reader.expectFileRefused('new.txt')
        await files.downloadFile('old.txt')
        // To somebody who is added every key is given on.
        const adding = await panel.findPerson(codeOfPerson(world.mallory))
        await adding.getByRole('button', { name: 'Add to folder' }).click()
        await expect(adding.getByRole('alert')).toContainText(/does not open/i)
        await adding.getByRole('button', { name: 'Cancel' }).click()
        await reader.expectNoUploadLink('Audit', /does not open/i)
        // That she was compared is remembered.
        await reader.expectNothingStored('PUT /api/contacts')
        await truth()
      })
    }
    await test.step('another key is given to senders', async () => {
      const truth = await alterAnswers(page, world, { publicKey: () => spkiOf(serverPair) })
      await reader.open(world.audit)
      await reader.expectOpen()
      await reader.expectNoUploadLink('Audit', /public key on the server is not the one/i)
      await reader.expectNothingStored()
      await truth()
    })
    await test.step('a link that was copied before takes the key of the folder alone', async () => {
      await reader.open(world.audit)
      await reader.expectOpen('new.txt')
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await reader.dashboard.chooseAction('Audit', 'Copy secret link')
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      const link = await clipboardText(page)
      expect(link).toContain(`#k=${world.audit.statements.at(-1)?.key}&s=`)
      await expectRefusedByUploadPage(await context.newPage(), link, world)
    })
  },
)

async function expectRefusedByUploadPage(page: Page, link: string, world: SharedWorld): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const truth = await alterAnswers(page, world, { publicKey: () => spkiOf(serverPair) })
  const sender = await new UploadPage(page).open(link)
  await sender.chooseFiles([import.meta.filename])
  await sender.startUpload()
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
  await expect(alert).toContainText(/not the one this link was made for/i)
  expect(sent).toEqual([])
  await truth()
  await sender.reload()
  await sender.chooseFiles([import.meta.filename])
  await sender.startUpload()
  await sender.expectAllReceived(1)
}

test(
  'a browser that has never seen the folder knows from what is remembered that it was another',
  { tag: '@thorough' },
  async ({ browser, baseURL, world }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const reader = await WatchedBrowser.signIn(context, world.alice)
    const seen = ['an older state', 'another history, of which an owner has signed both', 'no roster']
    for (const name of seen) {
      await test.step(name, async () => {
        const { lies = {}, says = /never/ } = { ...alarms, ...otherAlarms }[name] ?? {}
        const truth = await alterAnswers(reader.page, world, lies)
        await reader.open(world.audit)
        await expect(reader.panel.alarm).toContainText(says)
        await expect(reader.page.getByRole('button', { name: 'The server was restored' })).toHaveCount(0)
        await reader.expectFileRefused('new.txt')
        await truth()
      })
    }
    await reader.open(world.audit)
    await reader.expectOpen('new.txt')
    await context.close()
  },
)

test(
  'what a server has that was honestly restored is taken with the password, and is no alarm any more',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const reader = await WatchedBrowser.signIn(context, world.alice)
    const { page, panel } = reader
    await reader.open(world.audit)
    await reader.expectOpen('new.txt', 'old.txt')
    // As its database was before the newest statement.
    const truth = await alterAnswers(page, world, {
      roster: (answer) => ({
        ...answer,
        statements: answer.statements.slice(0, 2),
        generations: answer.generations.filter(({ gen }) => gen === 1),
      }),
    })
    await reader.open(world.audit)
    await expect(panel.alarm).toContainText(/older state/i)
    await panel.alarm.getByRole('button', { name: 'The server was restored' }).click()
    const dialog = panel.dialog('The server was restored')
    const take = dialog.getByRole('button', { name: 'Take the older state' })
    await dialog.getByRole('textbox', { name: 'Login password' }).fill('not the password')
    await take.click()
    await expect(dialog.getByRole('alert')).toContainText('This is not your login password.')
    await dialog.getByRole('textbox', { name: 'Login password' }).fill(world.alice.password)
    await take.click()
    await expect(dialog).toHaveCount(0)
    await reader.expectOpen('old.txt')
    await test.step('after a reload, too, and what is signed then goes on from it', async () => {
      await reader.open(world.audit)
      await reader.expectOpen('old.txt')
      await truth()
      await reader.open(world.audit)
      await reader.expectOpen('new.txt', 'old.txt')
    })
  },
)

/** What the server gives back of what Alice remembers. */
const wrongContacts: Record<string, { contacts: NonNullable<AnswerChanges['contacts']>; says: RegExp }> = {
  'an older box': { contacts: ({ firstContacts }) => firstContacts, says: /newer state/i },
  'no box': { contacts: () => ({ n: 0, sealed: null }), says: /newer state/i },
  'a box of another key, in which somebody else is compared': {
    contacts: ({ mallory }) => sealContacts(serverPair, 99, [mallory]),
    says: /does not open/i,
  },
}

test(
  'nothing opens while the server gives back something else of what a person remembers',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const reader = await WatchedBrowser.signIn(context, world.alice)
    await reader.open(world.audit)
    await reader.makeLink('new.txt')
    await reader.expectOpen('new.txt')
    for (const [name, { contacts, says }] of Object.entries(wrongContacts)) {
      await test.step(name, async () => {
        const truth = await alterAnswers(reader.page, world, { contacts })
        await reader.open(world.audit)
        await expect(reader.panel.alarm).toContainText(says)
        await reader.expectNothingDone(/something else/i)
        await reader.expectNoUploadLink('Audit', /something else/i)
        await reader.expectNothingStored()
        await truth()
      })
    }
    await reader.open(world.audit)
    await reader.expectOpen('new.txt')
  },
)

test(
  'a folder that the server invents in the name of somebody known opens, and nothing is made of it',
  { tag: '@thorough' },
  async ({ context, world }) => {
    const { alice, bob, carol, mallory } = world
    await carol.api.json('PUT', '/contacts', sealContacts(carol.pair, 1, [alice, bob]))
    const real = await changePeople(await createSharedFolder(mallory, 'Salaries'), mallory, {
      people: [
        [mallory, 'owner'],
        [carol, 'member'],
      ],
    })
    // With Bob's number and name, and a key that is not his.
    const impostor = { ...mallory, id: bob.id, name: bob.name }
    const { roster, after } = firstStatement(impostor, 'Salaries')
    const people = [
      [impostor, 'owner'],
      [carol, 'member'],
    ] as const
    const invented = nextStatement({ ...real, ...after }, impostor, { people })
    const { sealed_private } = roster.generation
    const [grant] = invented.change.grants
    await mallory.api.store(
      [{ path: 'new.txt', content: Buffer.from('Come in') }],
      uploadTarget(real),
      newestPublicKey(invented.after),
    )

    const reader = await WatchedBrowser.signIn(context, carol)
    const { page, panel, files } = reader
    await alterAnswers(page, world, {
      of: real,
      roster: (answer) => ({
        ...withStatementsOf(invented.after, spkiOf(mallory.pair))(answer),
        generations: answer.generations.map((one) => ({
          ...one,
          sealed_private,
          grant: grant?.grant ?? null,
        })),
      }),
      folder: (folder) =>
        folder.id === real.id && folder.several
          ? { ...folder, several: { ...folder.several, folder: folderIdOf(after) } }
          : folder,
      publicKey: () => spkiOf(invented.after.generations[0]?.pair ?? serverPair),
    })
    await reader.open(real)
    await reader.expectOpen('new.txt')
    await expect(panel.invitation).toContainText(/bob added you to “Salaries”/)
    await expect(panel.invitation).toContainText(/anybody could have made this folder/i)
    await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
    await expect(panel.addButton).toHaveCount(0)

    await panel.invitation.getByRole('button', { name: 'Compare the code of bob' }).click()
    const comparing = panel.dialog('Compare the code of bob')
    await comparing.getByRole('textbox', { name: 'Code' }).fill(codeOfPerson(bob))
    await comparing.getByRole('button', { name: 'Compare' }).click()
    await expect(comparing.getByRole('alert')).toContainText(/another key/i)
    await comparing.getByRole('button', { name: 'Cancel' }).click()
    await files.checkbox('new.txt').check()
    await files.button('Create Download Link...').click()
    await reader.expectRefused(/not trusted/i)
    await reader.expectNoUploadLink('Salaries', /not trusted/i, ['Show QR code'])
    await reader.expectNothingStored()
  },
)
