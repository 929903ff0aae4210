import { maxBytesInParts, maxSentBytesOf } from '../../contract/fileLimits.ts'
import { maxFilesPerLink } from '../../contract/limits.ts'
import { getUploadStatus, type UploadStatus } from '../../contract/schemas/uploads.ts'
import { type OriginKey, sealedSize } from '../../core/crypto/index.ts'
import type { ReceivedFile } from '../../i18n/receiptText.ts'
import type { Context } from '../context.ts'
import { CommandError, refusedError, usageError } from '../exitCodes.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { nodeUploadCalls } from '../platform/nodeUploadCalls.ts'
import { callJson } from '../platform/callJson.ts'
import { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'
import { newBatchId, unstoredBatch } from '../send/outgoingBatch.ts'
import { orCommandError } from '../commandErrors.ts'
import type { LocalFiles } from '../send/localFiles.ts'
import { reportStoreOrigin } from '../send/reportStoreOrigin.ts'
import type { ProcessInputs } from '../send/send.ts'
import { sendBatch } from '../send/sendBatch.ts'
import { spoolInput } from '../send/spoolInput.ts'
import { readUnsizedFiles } from '../send/unsizedFiles.ts'
import { SendProgress } from '../send/sendProgress.ts'
import { findFiles, type FoundFile, sentPathOf } from '../send/findFiles.ts'
import { countText } from '../texts.ts'

interface FolderUpload {
  readonly context: Context
  readonly inputs: ProcessInputs
  readonly retry: RetryFunction
  readonly origin: string
  /** Token of the folder's upload link, or the address of an own upload. */
  readonly linkToken: string
  /** For an own upload; calls of upload links take none. */
  readonly apiToken?: string
  /** b64u(t) of the link, as it is remembered. */
  readonly linkTag: string
  /** True if the server must not learn names, whatever its link says. */
  readonly hidesNames: boolean
  /** The folder's newest key. */
  readonly recipient: CryptoKey
  /** Proves that the owner of the folder sent the files. */
  readonly originKey: OriginKey
  readonly files: LocalFiles
  /** The files, if they were looked for; null otherwise. */
  readonly found: FoundFile[] | null
  readonly isDry: boolean
}

export interface SentBatch {
  readonly batchId: string
  readonly received: readonly ReceivedFile[]
}

/**
 * Sends files of this disk to a folder of one's own. If any of them fails, the command ends.
 * @returns null for a dry run
 * @throws CommandError, also if a gate of the link is closed
 */
export async function sendToFolder(upload: FolderUpload): Promise<SentBatch | null> {
  const { context, inputs, origin, files, retry, isDry } = upload
  const { signal } = context
  const server = new ServerClient(origin, context.env, upload.apiToken, rateLimiterOption(context))
  reportStoreOrigin(server, context)
  try {
    const params = { link_token: upload.linkToken }
    const status = await orCommandError(retry(() => callJson(server, getUploadStatus, { params, signal })))
    if (status.requires_password || status.requires_email) throw refusedError(gatedText)
    const maxFileBytes = maxSentBytesOf(status)
    const found = upload.found ?? (await findSharedFiles(context, files, maxFileBytes))
    if (isDry) {
      reportFound(context, found)
      return null
    }
    const sized = await readUnsizedFiles(found, { maxFileBytes, signal, folder: inputs.tempFolder })
    try {
      return await sendWithPiped(upload, server, { found: sized.found, status })
    } finally {
      await sized.remove()
    }
  } finally {
    server.close()
  }
}

/** Sends files, and standard input if it is named. */
async function sendWithPiped(
  upload: FolderUpload,
  server: ServerClient,
  { found, status }: { found: FoundFile[]; status: UploadStatus },
): Promise<SentBatch> {
  const { context, inputs, files } = upload
  const { pipedName: name } = files
  const spooled =
    name === null
      ? null
      : await spoolInput(inputs.stdin, maxSentBytesOf(status), context.signal, inputs.tempFolder)
  try {
    if (spooled && name !== null) found.push({ file: spooled.file, name, folder: '.', given: 'piped' })
    requireRoom(found, status)
    return await sendFound(upload, server, { found, status })
  } finally {
    await spooled?.remove()
  }
}

const gatedText =
  'The upload link of this folder asks senders for a password or a code. Choose a folder whose link does not; nobody else needs to know that link.'

/**
 * Finds all files.
 * @throws CommandError 'usage' if there is none, and if one of them cannot be sent, since a link is made for all or none
 */
export async function findSharedFiles(
  context: Context,
  files: LocalFiles,
  maxFileBytes = maxBytesInParts,
): Promise<FoundFile[]> {
  let failedCount = 0
  const found = await findFiles(context, files.roots, maxFileBytes, ({ path: file, onDisk: path, why }) => {
    failedCount++
    const localPath = path !== undefined && { path }
    context.report.emit({ event: 'failed', file, id: null, sha256: null, bytes: null, ...localPath, why })
  })
  if (failedCount > 0) throw usageError('Nothing was sent, and no link was made.')
  const count = found.length + (files.pipedName === null ? 0 : 1)
  if (count === 0) throw usageError('There is no file to share.')
  if (count > maxFilesPerLink) throw usageError(`A link has at most ${maxFilesPerLink} files.`)
  return found
}

export function reportFound({ report }: Context, found: readonly FoundFile[]): void {
  for (const one of found)
    report.emit({ event: 'listed', file: sentPathOf(one), id: null, sha256: null, bytes: one.file.size })
}

/** @throws CommandError 'refused' if the files do not fit into the folder */
function requireRoom(found: readonly FoundFile[], { room_left }: UploadStatus): void {
  const sealed = found.reduce((sum, { file }) => sum + sealedSize(file.size), 0)
  if (room_left !== null && sealed > room_left)
    throw refusedError(
      `The folder accepts only ${room_left} more bytes, and these files have ${sealed}. Nothing was sent.`,
    )
}

async function sendFound(
  { context, inputs, linkToken, linkTag, hidesNames, recipient, originKey }: FolderUpload,
  server: ServerClient,
  { found, status }: { found: readonly FoundFile[]; status: UploadStatus },
): Promise<SentBatch> {
  const { report } = context
  const progress = new SendProgress(report)
  const total = found.reduce((sum, { file }) => sum + file.size, 0)
  progress.start({ files: found.length, bytes: 0, total }, new Map())
  const batch = unstoredBatch(newBatchId(), null, found)
  const changed = await sendBatch(batch, {
    ...{ context, server, progress, recipient, originKey, linkTag },
    checkTypes: status.perform_mime_check,
    privateNames: hidesNames || status.private_names === true,
    calls: nodeUploadCalls(server, linkToken),
    passGates: () => Promise.reject(refusedError(gatedText)),
    idleTimeoutMs: inputs.idleTimeoutMs,
  })
  for (const foundFile of changed) progress.failed(foundFile, 'The server has stored other content for it.')
  progress.reportProgress()
  const { failures, received, exitCode } = progress
  if (failures > 0)
    throw new CommandError(
      exitCode,
      `No link was made: ${countText(failures, 'file')} could not be sent. ${countText(received.length, 'file')} are in the folder.`,
    )
  return { batchId: batch.batchId, received }
}
