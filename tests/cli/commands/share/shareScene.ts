import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
import { testContext, type Situation } from '../../testContext.ts'
import { contentByPath, pullScene, type RunResult, type PullScene } from '../pull/pullScene.ts'

type Event<E extends ReportEvent['event']> = Extract<ReportEvent, { event: E }>

export interface ShareScene extends PullScene {
  /** Of the folder, in the browser. */
  readonly address: string
  /** A place for files of this disk. */
  readonly disk: string
  readonly put: (path: string, content: string | Buffer) => Promise<string>
  /** Runs a command that needs the token. */
  readonly command: (line: readonly string[], situation?: Situation) => Promise<RunResult>
  /** Runs `share` with the password of the key. */
  readonly share: (...line: string[]) => Promise<RunResult>
  readonly links: () => Promise<DownloadLink[]>
}

/** Somebody with a key, a folder, and a token with these scopes. */
export async function shareScene(setting: Parameters<typeof pullScene>[0] = {}): Promise<ShareScene> {
  const here = await pullScene({ scopes, ...setting })
  const disk = await scratchFolder()
  const passwordFile = join(disk, '.password')
  await writeFile(passwordFile, password)
  const command: ShareScene['command'] = (line, situation = {}) =>
    runCommand(line, { ...here.situation, ...situation, env: { ...here.situation.env, ...situation.env } })
  return {
    ...here,
    disk,
    address: `${here.front.origin}/folders/view/${here.folder.id}`,
    put: async (path, content) => {
      await mkdir(dirname(join(disk, path)), { recursive: true })
      await writeFile(join(disk, path), content)
      return join(disk, path)
    },
    command,
    share: (...line) => command(['share', '--password-file', passwordFile, ...line]),
    links: async () =>
      (await here.owner.browser.get(`/api/download/links/folder/${here.folder.id}`)).json<DownloadLink[]>(),
  }
}

export async function runCommand(line: readonly string[], situation: Situation): Promise<RunResult> {
  const context = testContext(line, situation)
  const { told } = context
  const run = await commands.find(({ name }) => name === line[0])?.load()
  try {
    return { code: (await run?.(context)) ?? -1, message: '', told, context }
  } catch (error) {
    if (error instanceof CommandError) return { code: error.exitCode, message: error.message, told, context }
    if (!(error instanceof FaultError)) throw error
    return { code: exitCodeOf(error.fault), message: faultText(error.fault), told, context }
  }
}

export const eventsOf = <E extends ReportEvent['event']>({ told }: RunResult, event: E): Event<E>[] =>
  told.filter((one): one is Event<E> => one.event === event)

/** The link that was made, and its password. */
export function createdLink(ran: RunResult): Event<'shared'> {
  const [made, ...more] = eventsOf(ran, 'shared')
  if (ran.code !== 0 || !made || more.length > 0)
    throw new Error(`no link: ${ran.message} ${JSON.stringify(ran.told)}`)
  return made
}

/** Fetches by a link, with nothing else than the link. @returns the folder */
export async function fetchByLink(link: string, linkPassword: string | null = null): Promise<string> {
  const root = await scratchFolder()
  const dir = join(root, 'got')
  const answers = linkPassword === null ? {} : { answers: [linkPassword] }
  const situation = { env: { XDG_STATE_HOME: join(root, 'state') }, ...answers }
  const got = await runCommand(['get', '--quiet', link, dir], situation)
  if (got.code !== 0) throw new Error(`get: ${got.message} ${JSON.stringify(got.told)}`)
  return dir
}

/** Content by path. */
export const contentByLink = async (link: string, linkPassword: string | null = null) =>
  contentByPath(await fetchByLink(link, linkPassword))

export const hashOfFile = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
