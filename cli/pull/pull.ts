import { pause } from '../../core/util/pause.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { type RetryOptions, type Retrying, type Delay, untilAnswered } from '../retry.ts'
import { PartialFiles } from '../download/partialFiles.ts'
import { TargetFolder } from '../download/targetFolder.ts'
import { firstLine, textOption } from '../secrets.ts'
import { pullCalls } from './calls.ts'
import { type PullOptions, readPullOptions } from './pullOptions.ts'
import { KnownFolders } from './knownFolder.ts'
import { FolderPoller } from './folderPoller.ts'
import { openKey, takeKeySecret } from './privateKey.ts'
import { PulledFiles } from './pulledFiles.ts'
import { findCommand, ThenCommand } from './thenCommand.ts'
import { trustFile, withoutWriting } from './trustFile.ts'
import { wordsOf } from '../words.ts'

/** Keeps a local folder up to date with one on the server. */
export const pull = (context: Context): Promise<ExitCode> => pullWithDelay(context, pause)

/** @param delay the pause between polls */
export async function pullWithDelay(context: Context, delay: Delay): Promise<ExitCode> {
  const { env, signal } = context
  const pullOptions = readPullOptions(context)
  const rate = rateLimitOf(context)
  const command = pullOptions.then === undefined ? null : await findCommand(pullOptions.then, env)
  const token = await takeToken(context)
  const secret = await takeKeySecret(context)
  const { isDry } = pullOptions
  const tree = await (
    isDry ? TargetFolder.openReadOnly(pullOptions.dir) : TargetFolder.open(pullOptions.dir)
  ).catch((error: unknown) => {
    throw usageError(`${pullOptions.dir} cannot be used: ${wordsOf(error)}`)
  })
  const partials = isDry ? null : await PartialFiles.open(tree.root)
  if (!partials && !isDry)
    throw usageError(`Another sealpost is filling ${pullOptions.dir}. Wait until it has ended.`)
  const server = new ServerClient(pullOptions.folder.origin, env, token, rate)
  try {
    const pulled = await PulledFiles.open(tree.root, pullOptions.folder, isDry)
    let then: ThenCommand | null = null
    try {
      if (command !== null && !isDry)
        then = await ThenCommand.open({ command, tree, seconds: pullOptions.thenLimit, env, signal })
      if (pullOptions.again) await pulled.forgetMissing(tree.root)
      const { known, memory } = remembered(env, isDry)
      const { retry, withRoom } = retrying(context, pullOptions, delay)
      const calls = pullCalls(server, signal, retry)
      const key = await openKey(secret, calls)
      await checkKey(context, pullOptions, known, key)
      const { folder: address, isWatching } = pullOptions
      const poller = new FolderPoller({
        address,
        calls,
        retry,
        server,
        key,
        memory,
        known,
        tree,
        partials,
        pulled,
        then,
        isWatching,
        ...context,
      })
      await withRoom(() => poller.poll(!isWatching))
      while (isWatching) {
        await delay(pullOptions.everySeconds * 1000, signal)
        await withRoom(() => poller.poll(false))
      }
      return poller.failed > 0 ? exitCodes.someFailed : exitCodes.all
    } finally {
      await then?.close()
      pulled.close()
    }
  } finally {
    await partials?.close()
    server.close()
  }
}

async function takeToken(context: Context): Promise<string> {
  const file = textOption(context, 'token-file')
  const given =
    file === undefined
      ? (context.env.SEALPOST_TOKEN ?? (await context.terminal.ask('API token:', true)))
      : await firstLine(file)
  const token = given.trim()
  if (!/^sealpost_[\w-]+$/.test(token))
    throw usageError('That is no API token: they begin with sealpost_. Make one in your profile.')
  return token
}

/** Local state of a user. */
function remembered(env: Context['env'], isDry: boolean) {
  const memory = trustFile(stateDirectory('trust', env))
  return {
    known: new KnownFolders(stateDirectory('folders', env), isDry),
    memory: isDry ? withoutWriting(memory) : memory,
  }
}

async function checkKey(
  { report }: Context,
  { folder, acceptKey, isDry }: PullOptions,
  known: KnownFolders,
  key: Parameters<KnownFolders['checkKey']>[1],
): Promise<void> {
  if (!(await known.checkKey(folder, key, acceptKey)) || isDry) return
  report.emit({
    event: 'note',
    message: `Your private key is open. Compare its words once with those in your profile; from now on no other is taken: ${key.fingerprintWords.join(' ')}`,
  })
}

/** Retries while the server is unreachable: with --watch without end. */
function retrying(context: Context, { folder: { origin }, isWatching }: PullOptions, delay: Delay) {
  const how: RetryOptions = {
    ...{ origin, delay, report: context.report, signal: context.signal },
    ...(isWatching && { idleTimeoutMs: Infinity }),
  }
  const retry: Retrying = (call) => untilAnswered(how, call)
  const withRoom: Retrying = (look) =>
    untilAnswered({ ...how, mayWait: ({ fault }) => isWatching && fault.code === 'device-full' }, look)
  return { retry, withRoom }
}
