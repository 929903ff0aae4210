import { pause } from '../../core/util/pause.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode } from '../exitCodes.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { ServerClient } from '../platform/serverClient.ts'
import {
  type RetryOptions,
  type RetryFunction,
  type DelayFunction,
  retryUntilAnswered,
} from '../retryUntilAnswered.ts'
import { openTargetFolder, openTargetFolderReadOnly } from '../download/openTargetFolder.ts'
import { readToken } from '../account/accountClient.ts'
import { accountCalls, type TokenRights } from '../account/accountCalls.ts'
import { type PullOptions, readPullOptions } from './pullOptions.ts'
import { FolderPoller } from './folderPoller.ts'
import { pinKey, localTrustRecords } from '../account/trustRecords.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import { PulledFiles } from './pulledFiles.ts'
import { findCommand, ThenCommand } from './thenCommand.ts'

const pullRights: TokenRights = { command: 'pull', scopes: ['files:read', 'key:read'] }

/** `sealpost pull`: keeps a local folder up to date with one on the server. */
export const pull = (context: Context): Promise<ExitCode> => pullWithDelay(context, pause)

/** @param delay the pause between polls */
export async function pullWithDelay(context: Context, delay: DelayFunction): Promise<ExitCode> {
  const { env, signal } = context
  const pullOptions = readPullOptions(context)
  const rateLimiter = rateLimiterOption(context)
  const command = pullOptions.then === undefined ? null : await findCommand(pullOptions.then, env)
  const token = await readToken(context)
  const secret = await readKeySecret(context)
  const { isDry } = pullOptions
  const { targetFolder, partials } = isDry
    ? { targetFolder: await openTargetFolderReadOnly(pullOptions.dir), partials: null }
    : await openTargetFolder(pullOptions.dir)
  const server = new ServerClient(pullOptions.folder.origin, env, token, rateLimiter)
  server.isAddressRight = pullOptions.isWatching
  try {
    const pulled = await PulledFiles.open(targetFolder.root, pullOptions.folder, isDry)
    let thenCommand: ThenCommand | null = null
    try {
      if (command !== null && !isDry)
        thenCommand = await ThenCommand.open({
          command,
          targetFolder,
          limitSeconds: pullOptions.thenLimitSeconds,
          env,
          signal,
        })
      if (pullOptions.shouldRefetchMissing) await pulled.forgetMissing(targetFolder.root)
      const { knownFolders, memory } = localTrustRecords(env, isDry)
      const { retry, retryIfDiskFull } = createRetries(context, pullOptions, delay)
      const calls = accountCalls(server, signal, retry, pullRights)
      const key = await openKey(secret, calls)
      await pinKey(context, pullOptions, knownFolders, key)
      const { folder: address, isWatching } = pullOptions
      const poller = new FolderPoller({
        address,
        calls,
        rights: pullRights,
        retry,
        server,
        key,
        memory,
        knownFolders,
        targetFolder,
        partials,
        pulled,
        thenCommand,
        pullOptions,
        ...context,
      })
      await retryIfDiskFull(() => poller.poll(!isWatching))
      while (isWatching) {
        await delay(pullOptions.everySeconds * 1000, signal)
        await retryIfDiskFull(() => poller.poll(false))
      }
      return poller.failureCount > 0 ? exitCodes.someFailed : exitCodes.success
    } finally {
      await thenCommand?.close()
      pulled.close()
    }
  } finally {
    await partials?.close()
    server.close()
  }
}

/** Retries while the server is unreachable; with --watch without a limit, and also while the disk is full. */
function createRetries(
  context: Context,
  { folder: { origin }, isWatching }: PullOptions,
  delay: DelayFunction,
) {
  const retryOptions: RetryOptions = {
    ...{ origin, delay, report: context.report, signal: context.signal },
    ...(isWatching && { idleTimeoutMs: Infinity }),
  }
  const retry: RetryFunction = (call) => retryUntilAnswered(retryOptions, call)
  const retryIfDiskFull: RetryFunction = (call) =>
    retryUntilAnswered(
      { ...retryOptions, shouldRetry: ({ fault }) => isWatching && fault.code === 'device-full' },
      call,
    )
  return { retry, retryIfDiskFull }
}
