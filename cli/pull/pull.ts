import { pause } from '../../core/util/pause.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, CommandError } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { type RetryOptions, type Retrying, type Rest, untilAnswered } from '../retry.ts'
import { PartialFiles } from '../download/partialFiles.ts'
import { TargetFolder } from '../download/targetFolder.ts'
import { firstLine, textOption } from '../secrets.ts'
import { pullCalls } from './calls.ts'
import { type Choices, readChoices } from './choices.ts'
import { KnownFolders } from './knownFolder.ts'
import { FolderPoller } from './folderPoller.ts'
import { openKey, takeKeySecret } from './privateKey.ts'
import { PulledFiles } from './pulledFiles.ts'
import { findCommand, ThenCommand } from './thenCommand.ts'
import { trustFile, withoutWriting } from './trustFile.ts'
import { wordsOf } from '../words.ts'

/** Keeps a local folder up to date with one on the server. */
export const pull = (context: Context): Promise<ExitCode> => pullWithDelay(context, pause)

/** @param rest the pause between polls */
export async function pullWithDelay(context: Context, rest: Rest): Promise<ExitCode> {
  const { env, signal } = context
  const choices = readChoices(context)
  const rate = rateLimitOf(context)
  const command = choices.then === undefined ? null : await findCommand(choices.then, env)
  const token = await takeToken(context)
  const secret = await takeKeySecret(context)
  const { isDry } = choices
  const tree = await (isDry ? TargetFolder.openReadOnly(choices.dir) : TargetFolder.open(choices.dir)).catch(
    (error: unknown) => {
      throw new CommandError(exitCodes.usage, `${choices.dir} cannot be used: ${wordsOf(error)}`)
    },
  )
  const partials = isDry ? null : await PartialFiles.open(tree.root)
  if (!partials && !isDry)
    throw new CommandError(
      exitCodes.usage,
      `Another sealpost is filling ${choices.dir}. Wait until it has ended.`,
    )
  const server = new ServerClient(choices.folder.origin, env, token, rate)
  try {
    const pulled = await PulledFiles.open(tree.root, choices.folder, isDry)
    const then =
      command === null || isDry
        ? null
        : await ThenCommand.open({ command, tree, seconds: choices.thenLimit, env, signal })
    try {
      if (choices.again) await pulled.forgetMissing(tree.root)
      const { known, memory } = remembered(env, isDry)
      const { patient, withRoom } = retrying(context, choices, rest)
      const calls = pullCalls(server, signal, patient)
      const key = await openKey(secret, calls)
      await meetKey(context, choices, known, key)
      const { folder: address, isWatching } = choices
      const looks = new FolderPoller({
        address,
        calls,
        patient,
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
      await withRoom(() => looks.look(!isWatching))
      while (isWatching) {
        await rest(choices.everySeconds * 1000, signal)
        await withRoom(() => looks.look(false))
      }
      return looks.failed > 0 ? exitCodes.someFailed : exitCodes.all
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
    throw new CommandError(
      exitCodes.usage,
      'That is no API token: they begin with sealpost_. Make one in your profile.',
    )
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

async function meetKey(
  { report }: Context,
  { folder, acceptKey, isDry }: Choices,
  known: KnownFolders,
  key: Parameters<KnownFolders['checkKey']>[1],
): Promise<void> {
  if (!(await known.checkKey(folder, key, acceptKey)) || isDry) return
  report.tell({
    event: 'note',
    message: `Your private key is open. Compare its words once with those in your profile; from now on no other is taken: ${key.fingerprintWords.join(' ')}`,
  })
}

/** Retries while the server is unreachable: with --watch without end. */
function retrying(context: Context, { folder: { origin }, isWatching }: Choices, rest: Rest) {
  const how: RetryOptions = {
    ...{ origin, rest, report: context.report, signal: context.signal },
    ...(isWatching && { milliseconds: Infinity }),
  }
  const patient: Retrying = (call) => untilAnswered(how, call)
  const withRoom: Retrying = (look) =>
    untilAnswered({ ...how, mayWait: ({ fault }) => isWatching && fault.code === 'device-full' }, look)
  return { patient, withRoom }
}
