import { pause } from '../../core/util/pause.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { type RetryOptions, type Retrying, type Delay, retryUntilAnswered } from '../retry.ts'
import { PartialFiles } from '../download/partialFiles.ts'
import { TargetFolder } from '../download/targetFolder.ts'
import { readToken } from '../account/account.ts'
import { accountCalls, type TokenRights } from '../account/calls.ts'
import { type PullOptions, readPullOptions } from './pullOptions.ts'
import { FolderPoller } from './folderPoller.ts'
import { pinKey, trustMemory } from '../account/trustMemory.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import { PulledFiles } from './pulledFiles.ts'
import { findCommand, ThenCommand } from './thenCommand.ts'
import { errorMessage } from '../texts.ts'

const pullRights: TokenRights = { command: 'pull', scopes: ['files:read', 'key:read'] }

/** Keeps a local folder up to date with one on the server. */
export const pull = (context: Context): Promise<ExitCode> => pullWithDelay(context, pause)

/** @param delay the pause between polls */
export async function pullWithDelay(context: Context, delay: Delay): Promise<ExitCode> {
  const { env, signal } = context
  const pullOptions = readPullOptions(context)
  const rate = rateLimitOf(context)
  const command = pullOptions.then === undefined ? null : await findCommand(pullOptions.then, env)
  const token = await readToken(context)
  const secret = await readKeySecret(context)
  const { isDry } = pullOptions
  const tree = await (
    isDry ? TargetFolder.openReadOnly(pullOptions.dir) : TargetFolder.open(pullOptions.dir)
  ).catch((error: unknown) => {
    throw usageError(`${pullOptions.dir} cannot be used: ${errorMessage(error)}`)
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
      const { known, memory } = trustMemory(env, isDry)
      const { retry, retryIfDiskFull } = retrying(context, pullOptions, delay)
      const calls = accountCalls(server, signal, retry, pullRights)
      const key = await openKey(secret, calls)
      await pinKey(context, pullOptions, known, key)
      const { folder: address, isWatching } = pullOptions
      const poller = new FolderPoller({
        address,
        calls,
        rights: pullRights,
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
      await retryIfDiskFull(() => poller.poll(!isWatching))
      while (isWatching) {
        await delay(pullOptions.everySeconds * 1000, signal)
        await retryIfDiskFull(() => poller.poll(false))
      }
      return poller.failed > 0 ? exitCodes.someFailed : exitCodes.success
    } finally {
      await then?.close()
      pulled.close()
    }
  } finally {
    await partials?.close()
    server.close()
  }
}

/** Retries while the server is unreachable: with --watch without end. */
function retrying(context: Context, { folder: { origin }, isWatching }: PullOptions, delay: Delay) {
  const how: RetryOptions = {
    ...{ origin, delay, report: context.report, signal: context.signal },
    ...(isWatching && { idleTimeoutMs: Infinity }),
  }
  const retry: Retrying = (call) => retryUntilAnswered(how, call)
  const retryIfDiskFull: Retrying = (call) =>
    retryUntilAnswered({ ...how, mayWait: ({ fault }) => isWatching && fault.code === 'device-full' }, call)
  return { retry, retryIfDiskFull }
}
