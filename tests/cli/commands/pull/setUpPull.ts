import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { pull } from '../../../../cli/pull/pull.ts'
import { stateDirectory } from '../../../../cli/platform/stateDirectory.ts'
import { stateFileName } from '../../../../cli/platform/stateFile.ts'
import { exitCodeOf, CommandError } from '../../../../cli/exitCodes.ts'
import type { ReportEvent } from '../../../../cli/reporter.ts'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import type { Scope } from '../../../../contract/scopes.ts'
import {
  boundTo,
  chunkSealer,
  deriveManifestKey,
  fromBase64,
  generateFileKey,
  importFileKey,
  importLinkTag,
  importOriginKey,
  importRecipientKey,
  originSecret,
  type PersonalKey,
  personalKeyOf,
  sealManifest,
  sealPrivateKey,
  toBase64,
  uploadLinkTag,
  wrapFileKey,
} from '../../../../core/crypto/index.ts'
import { FaultError } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { withPerson } from '../../../../core/trust/contactsChanges.ts'
import type { TrustCalls } from '../../../../core/trust/trustPorts.ts'
import { Trust } from '../../../../core/trust/trust.ts'
import vectors from '../../../fixtures/vectors-2.json' with { type: 'json' }
import { newTokenClient } from '../../../server/tokenClient.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import {
  addUser,
  type Browser,
  password,
  startTestServer,
  type TestServer,
} from '../../../server/testServer.ts'
import { newBatchId, uploadForm } from '../../../server/uploads.ts'
import { rememberStretching } from '../../../rememberStretching.ts'
import { ModelMemory } from '../../../core/trust/people.ts'
import { testContext, type ContextOptions, type TestContext } from '../../testContext.ts'
import { type AlteringProxy, startAlteringProxy } from './alteringProxy.ts'

export type PersonName = 'ada' | 'ben' | 'cyd'

const sealedKeys = new Map<PersonName, ReturnType<typeof sealPrivateKey>>()
/** As the server keeps it; made once, since it takes a while. */
export function sealedKeyOf(name: PersonName) {
  const sealedKey = sealedKeys.get(name) ?? sealPrivateKey(fromBase64(vectors.keys[name].pkcs8B64), password)
  sealedKeys.set(name, sealedKey)
  return sealedKey
}

export const keyOf = (name: PersonName): Promise<PersonalKey> =>
  personalKeyOf(fromBase64(vectors.keys[name].pkcs8B64))
export const pkcs8Of = (name: PersonName) => fromBase64(vectors.keys[name].pkcs8B64)

/** Somebody with a browser, whose key opens with the password of all tests. */
export interface Person {
  readonly id: number
  readonly name: PersonName
  readonly key: PersonalKey
  readonly browser: Browser
  /** What their browser does with folders of several people. */
  readonly trust: Trust
}

export async function newPerson(server: TestServer, name: PersonName): Promise<Person> {
  const id = await addUser(server.services, name)
  const [{ encryptedPrivateKey, kdfSalt, kdfIterations }, key] = await Promise.all([
    sealedKeyOf(name),
    keyOf(name),
  ])
  await server.services.db
    .updateTable('user')
    .set({
      public_key_spki: key.publicKeySpki,
      encrypted_private_key: encryptedPrivateKey,
      kdf_salt: kdfSalt,
      kdf_iterations: kdfIterations,
    })
    .where('id', '=', id)
    .execute()
  const browser = await server.newBrowser().signIn(name)
  const { fingerprint: fp, publicKeySpki, ...handles } = key
  const trust = new Trust(
    { user: id, name, fp, publicKey: fromBase64(publicKeySpki), ...handles },
    { calls: trustCallsOf(browser), memory: new ModelMemory(), now: () => new Date().toISOString() },
  )
  return { id, name, key, browser, trust }
}

function trustCallsOf(browser: Browser): TrustCalls {
  const bodyOf = async <T>(reply: ReturnType<Browser['get']>): Promise<T> => {
    const { statusCode, body } = await reply
    if (statusCode >= 300) throw new Error(`${statusCode} ${body}`)
    return (body === '' ? null : JSON.parse(body)) as T
  }
  return {
    getContacts: () => bodyOf(browser.get('/api/contacts')),
    setContacts: (body) => bodyOf(browser.put('/api/contacts', body)),
    getRoster: (id) => bodyOf(browser.get(`/api/folders/${id}/roster`)),
    changeRoster: (id, change) => bodyOf(browser.post(`/api/folders/${id}/roster`, change)),
  }
}

/** Another folder of the same person, and files that senders sent there. */
export async function sendToOtherFolder(
  { server, owner }: Pick<PullSetup, 'server' | 'owner'>,
  files: readonly FileToSend[],
): Promise<{ other: Folder; ids: number[] }> {
  const other = await owner.browser.createFolder({ title: 'Bank' })
  return { other, ids: await sealAndSend(server, other, owner.key.publicKeySpki, files) }
}

/** Moves files into another folder, as a lying server would. */
export const moveFiles = (server: TestServer, ids: readonly number[], { id }: Pick<Folder, 'id'>) =>
  server.services.db.updateTable('file').set({ folder_id: id }).where('id', 'in', ids).execute()

/** A folder of several people that this person has made. */
export const createSharedFolder = (owner: Person, title: string): Promise<Folder> =>
  owner.trust.createFolder(title, (roster) => owner.browser.createFolder({ title, roster }))

/** As the owner judges it now. */
export const evaluatedTrust = (owner: Person, { id, title, several }: Folder) =>
  owner.trust.open({ id, title, folder: several?.folder ?? '' })

export interface FileToSend {
  name: string
  path?: string
  /** What the manifest says in place of `path`. */
  sealedPath?: string
  content: string | Buffer
  /** It comes by the secret link of this folder. */
  originOf?: { owner: CryptoKey; folder: string }
  hasManifest?: boolean
  /** Sent by a program that does not say by which link. */
  isUnsaid?: boolean
  /** What the manifest says in place of the link that it is sent by. */
  sealedTo?: string
  modified?: number
}

/** Seals files as a sender's browser does, and sends them in one batch. @returns the numbers that the server gave them */
export async function sealAndSend(
  server: TestServer,
  folder: Folder,
  spki: string,
  files: readonly FileToSend[],
  { batch = newBatchId(), first = 0, count = files.length } = {},
): Promise<number[]> {
  const recipient = await importRecipientKey(fromBase64(spki))
  const tagHandle = await importLinkTag(await uploadLinkTag(folder.link_token))
  const forms = await Promise.all(
    files.map(
      async ({ name, path = '.', content, originOf, hasManifest = true, isUnsaid = false, ...file }, i) => {
        const { sealedPath = path, sealedTo, modified } = file
        const bytes = new Uint8Array(Buffer.from(content))
        const { rawKey, iv } = await generateFileKey()
        const [key, manifestKey] = await Promise.all([importFileKey(rawKey), deriveManifestKey(rawKey, iv)])
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const place = { batch, index: first + i, count, ...(modified !== undefined && { mtime: modified }) }
        const to = !isUnsaid && { to: sealedTo ?? (await boundTo(tagHandle, manifestKey.commitment)) }
        const origin =
          originOf && (await importOriginKey(await originSecret(originOf.owner, originOf.folder)))
        return {
          name,
          path,
          bytes: Buffer.concat(await chunkSealer({ key, iv, plainSize: bytes.length }).seal(0, bytes)),
          hash: sha256,
          key: await wrapFileKey(recipient, rawKey),
          iv: toBase64(iv),
          index: first + i,
          ...(hasManifest && {
            manifest: await sealManifest(
              manifestKey,
              { v: 1, size: bytes.length, sha256, name, path: sealedPath, ...place, ...to },
              origin ?? null,
            ),
          }),
        }
      },
    ),
  )
  const url = `/api/upload/${folder.link_token}`
  const reply = await server.app.inject({
    method: 'POST',
    url,
    ...uploadForm({ files: forms, batchId: batch }),
  })
  const { successful_files: stored } = reply.json<{ successful_files: { id: number }[] }>()
  if (stored.length < files.length) throw new Error(`not stored: ${reply.body}`)
  return stored.map(({ id }) => id)
}

export interface PullSetup {
  readonly server: TestServer
  /** What the command reaches, and what stands between. */
  readonly proxy: AlteringProxy
  readonly owner: Person
  readonly folder: Folder
  /** Its own, for what the command pulls. */
  readonly dir: string
  readonly token: string
  readonly contextOptions: ContextOptions
  /** Sends by the folder's upload link. */
  readonly send: (
    files: readonly FileToSend[],
    place?: Parameters<typeof sealAndSend>[4],
  ) => Promise<number[]>
  readonly commandLine: (...args: string[]) => string[]
  /** Runs the command to its end. */
  readonly run: (...args: string[]) => Promise<RunResult>
}

export interface RunResult {
  readonly code: number
  /** Of what ended it. */
  readonly message: string
  readonly events: readonly ReportEvent[]
  readonly context: TestContext
}

interface PullSetupOptions {
  readonly shared?: boolean
  readonly scopes?: readonly Scope[]
  readonly services?: Parameters<typeof startTestServer>[0]
}

export async function setUpPull({
  shared = false,
  scopes = ['files:read', 'key:read'],
  services,
}: PullSetupOptions = {}): Promise<PullSetup> {
  // Every run of the command opens the same key with the same password.
  rememberStretching()
  onTestFinished(() => void vi.restoreAllMocks())
  const server = await startTestServer(services)
  const proxy = await startAlteringProxy(await server.listen())
  const owner = await newPerson(server, 'ada')
  const folder = shared
    ? await createSharedFolder(owner, 'Tax')
    : await owner.browser.createFolder({ title: 'Tax' })
  const { token } = await newTokenClient(owner.browser, scopes)
  const root = await scratchFolder()
  const dir = join(root, 'pulled')
  const contextOptions: ContextOptions = {
    env: { SEALPOST_TOKEN: token, XDG_STATE_HOME: join(root, 'state'), PATH: process.env.PATH ?? '' },
  }
  const passwordFile = join(root, 'password')
  await mkdir(join(root, 'state'))
  await writeFile(passwordFile, `${password}\n`)
  const commandLine = (...args: string[]) => [
    'pull',
    `${proxy.origin}/folders/view/${folder.id}`,
    dir,
    ...(args.some((one) => /^--(recovery|password|key)-file$/.test(one))
      ? []
      : ['--password-file', passwordFile]),
    ...args,
  ]
  return {
    ...{ server, proxy, owner, folder, dir, token, contextOptions, commandLine },
    send: async (files, place) => {
      // Its link is another once somebody was removed.
      const currentFolder = await fetchFolder(owner, folder.id)
      return sealAndSend(server, currentFolder, await recipientKeyOf(owner, currentFolder), files, place)
    },
    run: (...args) => runPull(testContext(commandLine(...args), contextOptions)),
  }
}

/** Records keys that did not open on the command's machine, the `latest` of them just now. */
export async function recordFailedWraps(
  { contextOptions: { env = {} }, folder: { id } }: Pick<PullSetup, 'contextOptions' | 'folder'>,
  keyId: string,
  { known, latest }: { known: number; latest: number },
): Promise<void> {
  const directory = stateDirectory('unopened', env)
  await mkdir(directory, { recursive: true })
  const stored = {
    wraps: Array.from({ length: known }, (_, at) => at.toString(16).padStart(32, '0')),
    folders: [{ id, failures: known, latest: Array.from({ length: latest }, () => Date.now()) }],
  }
  await writeFile(join(directory, stateFileName(keyId)), JSON.stringify(stored))
}

/** Compares fingerprints, as by phone. */
export const compareFingerprints = (who: Person, other: Person) =>
  who.trust.contacts.change(withPerson({ user: other.id, name: other.name, fp: other.key.fingerprint }))

/** Adds somebody, who was compared, to the folder. */
export async function addPerson(
  { owner, folder }: Pick<PullSetup, 'owner' | 'folder'>,
  other: Person,
  role: 'owner' | 'member',
): Promise<void> {
  await compareFingerprints(owner, other)
  await owner.trust.change(
    await evaluatedTrust(owner, await fetchFolder(owner, folder.id)),
    { type: 'add', person: { user: other.id, name: other.name, fp: other.key.fingerprint, role } },
    new Map([[other.key.fingerprint, fromBase64(other.key.publicKeySpki)]]),
  )
}

/** Whom senders seal for. */
async function recipientKeyOf(owner: Person, folder: Folder): Promise<string> {
  if (!folder.several) return owner.key.publicKeySpki
  const { generations } = await evaluatedTrust(owner, folder)
  const [newest] = generations
  if (!newest) throw new Error('no generation')
  return newest.publicKeySpki
}

export const fetchFolder = async ({ browser }: Person, id: number): Promise<Folder> =>
  (await browser.get(`/api/folders/${id}`)).json()

export const fetchFiles = async ({ browser }: Person, id: number): Promise<FileRecord[]> =>
  (await browser.get(`/api/folders/${id}/files`)).json()

export async function runPull(context: TestContext): Promise<RunResult> {
  try {
    return { code: await pull(context), message: '', events: context.events, context }
  } catch (error) {
    const { events } = context
    if (error instanceof CommandError)
      return { code: error.exitCode, message: error.message, events, context }
    if (!(error instanceof FaultError)) throw error
    return { code: exitCodeOf(error.fault), message: faultText(error.fault), events, context }
  }
}

/** Path below the folder → content. @param all also what the command keeps for itself */
export async function contentByPath(dir: string, all = false): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => all || !/^\.(sealpost|incoming|refused)/.test(path))
    .sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => [path, await readFile(join(dir, path), 'utf8')] as const)),
  )
}

export const messagesOfKind = (events: readonly ReportEvent[], kind: ReportEvent['event']): string[] =>
  events.flatMap((event) => (event.event === kind && 'message' in event ? [event.message] : []))

export const failureByFile = (events: readonly ReportEvent[]): Record<string, string> =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.event === 'failed'
        ? [[event.file ?? '', typeof event.why === 'string' ? event.why : event.why.code]]
        : [],
    ),
  )

/** A program for --then. @returns its path */
export async function writeScript(body: string): Promise<string> {
  const path = join(await scratchFolder(), `then-${randomBytes(4).toString('hex')}`)
  await writeFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path
}
