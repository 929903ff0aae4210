import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type ProcessInputs, sendWithInputs } from '../../../cli/send/send.ts'
import type { CommandError } from '../../../cli/exitCodes.ts'
import type { ReportEvent } from '../../../cli/reporter.ts'
import type { HashedFileRecord } from '../../../contract/schemas/folders.ts'
import { FaultyProxy } from '../../../e2e/faultyProxy.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { type Browser, startTestServer, type TestServer } from '../../server/testServer.ts'
import { testContext, type ContextOptions, type TestContext } from '../testContext.ts'

export interface SendSetup {
  server: TestServer
  admin: Browser
  folder: Awaited<ReturnType<Browser['createFolder']>>
  proxy: FaultyProxy
  /** Through the proxy. */
  link: string
  /** Where the test works: `here/…` are its files. */
  root: string
  env: Record<string, string>
  pathOf: (path: string) => string
  /** Writes a file below it. */
  writeFile: (path: string, content: string | Buffer) => Promise<string>
}

/** A real server behind a bad network, an upload link, and a folder to send from. */
export async function setUpSend(
  settings: object = {},
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<SendSetup> {
  const server = await startTestServer(options)
  const admin = await server.signIn()
  const folder = await admin.createFolder({ perform_mime_check: false, ...settings })
  const proxy = await FaultyProxy.start(await server.listen())
  onTestFinished(() => proxy.stop())
  const root = await scratchFolder()
  await mkdir(join(root, 'tmp'))
  const at = (path: string) => join(root, path)
  return {
    ...{ server, admin, folder, proxy, root, pathOf: at },
    link: `${proxy.origin}/upload/${folder.link_token}`,
    env: { XDG_STATE_HOME: at('state') },
    writeFile: async (path, content) => {
      await mkdir(dirname(at(path)), { recursive: true })
      await writeFile(at(path), content)
      return at(path)
    },
  }
}

export interface SendResult {
  /** What it ends with, or why. */
  outcome: number | CommandError
  context: TestContext
}

/** The link, the paths, and options by their names. */
export interface SendCommand extends Pick<ContextOptions, 'answers'> {
  args: readonly string[]
  options?: Readonly<Record<string, string | true>>
  /** What is told, when it is; by `interrupt` the program ends as by SIGINT. */
  onEvent?: (what: ReportEvent, interrupt: () => void) => void
}

/** Runs `sealpost send` in this process. */
export async function runSend(
  { root, env }: Pick<SendSetup, 'root' | 'env'>,
  { args, options = {}, onEvent, ...given }: SendCommand,
  inputs: Partial<ProcessInputs> = {},
): Promise<SendResult> {
  const control = new AbortController()
  const values = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  )
  const context = testContext(['send', ...values, ...args], {
    ...{ env, signal: control.signal, ...given },
    onEvent: (what) => onEvent?.(what, () => control.abort()),
  })
  const all = {
    ...{ stdin: Readable.from([]), cwd: root, tempFolder: join(root, 'tmp'), idleTimeoutMs: 60_000 },
    ...inputs,
  }
  const outcome = await sendWithInputs(context, all).catch((error: unknown) => error as CommandError)
  return { outcome, context }
}

/** What the folder has: hashes by path, below the server's own number of the folder. */
export async function storedHashes({
  admin,
  folder,
}: Pick<SendSetup, 'admin' | 'folder'>): Promise<Record<string, string>> {
  const files = (await admin.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>()
  return Object.fromEntries(
    files.map(({ stored_filename, file_hash }) => [stored_filename.replace(/^\d+\//, ''), file_hash]),
  )
}

export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
export const hashOfFile = async (path: string): Promise<string> => hashOf(await readFile(path))
