import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, exitCodeOf } from '../../../../cli/exitCodes.ts'
import { commands } from '../../../../cli/commands.ts'
import type { ReportEvent } from '../../../../cli/reporter.ts'
import type { DownloadLink } from '../../../../contract/schemas/downloads.ts'
import { scopes } from '../../../../contract/scopes.ts'
import { FaultError } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { password } from '../../../server/testServer.ts'
import { type ContextOptions, eventsOf, testContext } from '../../testContext.ts'
import { contentByPath, setUpPull, type RunResult, type PullSetup } from '../pull/setUpPull.ts'

export interface ShareSetup extends PullSetup {
  /** Address of the folder's page in the browser. */
  readonly folderAddress: string
  /** A place for files of this disk. */
  readonly localDir: string
  readonly writeLocalFile: (path: string, content: string | Buffer) => Promise<string>
  /** Runs a command that needs the token. */
  readonly runWithToken: (line: readonly string[], contextOptions?: ContextOptions) => Promise<RunResult>
  /** Runs `share` with the password of the key. */
  readonly share: (...line: string[]) => Promise<RunResult>
  readonly listLinks: () => Promise<DownloadLink[]>
}

/** Somebody with a key, a folder, and a token with these scopes. */
export async function setUpShare(setting: Parameters<typeof setUpPull>[0] = {}): Promise<ShareSetup> {
  const setup = await setUpPull({ scopes, ...setting })
  const disk = await scratchFolder()
  const passwordFile = join(disk, '.password')
  await writeFile(passwordFile, password)
  const command: ShareSetup['runWithToken'] = (line, contextOptions = {}) =>
    runCommand(line, {
      ...setup.contextOptions,
      ...contextOptions,
      env: { ...setup.contextOptions.env, ...contextOptions.env },
    })
  return {
    ...setup,
    localDir: disk,
    folderAddress: `${setup.proxy.origin}/folders/view/${setup.folder.id}`,
    writeLocalFile: async (path, content) => {
      await mkdir(dirname(join(disk, path)), { recursive: true })
      await writeFile(join(disk, path), content)
      return join(disk, path)
    },
    runWithToken: command,
    share: (...line) => command(['share', '--password-file', passwordFile, ...line]),
    listLinks: async () =>
      (await setup.owner.browser.get(`/api/download/links/folder/${setup.folder.id}`)).json<DownloadLink[]>(),
  }
}

export async function runCommand(
  line: readonly string[],
  contextOptions: ContextOptions,
): Promise<RunResult> {
  const context = testContext(line, contextOptions)
  const { events } = context
  const run = await commands.find(({ name }) => name === line[0])?.load()
  try {
    return { code: (await run?.(context)) ?? -1, message: '', events, context }
  } catch (error) {
    if (error instanceof CommandError)
      return { code: error.exitCode, message: error.message, events, context }
    if (!(error instanceof FaultError)) throw error
    return { code: exitCodeOf(error.fault), message: faultText(error.fault), events, context }
  }
}

/** The link that was made, and its password. */
export function createdLink(result: RunResult): Extract<ReportEvent, { event: 'shared' }> {
  const [shared, ...more] = eventsOf(result, 'shared')
  if (result.code !== 0 || !shared || more.length > 0)
    throw new Error(`no link: ${result.message} ${JSON.stringify(result.events)}`)
  return shared
}

/** Fetches by a link, with nothing else than the link. @returns the folder */
export async function fetchByLink(link: string, linkPassword: string | null = null): Promise<string> {
  const root = await scratchFolder()
  const dir = join(root, 'got')
  const answers = linkPassword === null ? {} : { answers: [linkPassword] }
  const contextOptions = { env: { XDG_STATE_HOME: join(root, 'state') }, ...answers }
  const result = await runCommand(['get', '--quiet', link, dir], contextOptions)
  if (result.code !== 0) throw new Error(`get: ${result.message} ${JSON.stringify(result.events)}`)
  return dir
}

/** Content by path. */
export const contentByLink = async (link: string, linkPassword: string | null = null) =>
  contentByPath(await fetchByLink(link, linkPassword))
