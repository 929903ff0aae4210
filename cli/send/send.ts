import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { maxSentBytesOf } from '../../contract/fileLimits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import {
  type Answer,
  type SealedAnswers,
  sealAnswers,
  sealedSize,
  uploadLinkTag,
} from '../../core/crypto/index.ts'
import { receiptName, receiptText } from '../../i18n/receiptText.ts'
import { firstExpiry } from '../../core/upload/storedAs.ts'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { originKeyOf } from '../../core/upload/uploadLinkFragment.ts'
import type { Recipient } from '../../core/upload/recipient.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes, type ExitCode } from '../exitCodes.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { nodeUploadCalls } from '../platform/nodeUploadCalls.ts'
import type { BatchFolder, StoredBatchFile } from '../platform/batchFolder.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import {
  defaultIdleTimeoutMs,
  type RetryFunction,
  type DelayFunction,
  retryUntilAnswered,
} from '../retryUntilAnswered.ts'
import { collectAnswers } from './collectAnswers.ts'
import { ArrivedFiles, maxArrivedFiles } from './arrivedFiles.ts'
import { resumeBatch, createBatch, newBatchId, type OutgoingBatch, unstoredBatch } from './outgoingBatch.ts'
import { reportStoreOrigin } from './reportStoreOrigin.ts'
import { assignToBatches, type BatchAssignment, storedFileOf, type EarlierBatch } from './assignToBatches.ts'
import { passUploadGates } from './passUploadGates.ts'
import { type SendOptions, readSendOptions } from './sendOptions.ts'
import { type StoredBatches, lockBatches } from './storedBatches.ts'
import { isReceipt, writeReceipt } from './receiptFile.ts'
import { fetchRecipient } from './fetchRecipient.ts'
import { sendBatch, type SendContext } from './sendBatch.ts'
import { KnownRecipients } from './knownRecipients.ts'
import { spoolInput } from './spoolInput.ts'
import { readUnsizedFiles, type SizedFiles } from './unsizedFiles.ts'
import { SendProgress } from './sendProgress.ts'
import { asMessage, readMessageFile } from './readMessageFile.ts'
import { findFiles, type FoundFile, sentPathOf } from './findFiles.ts'
import { countText, errorMessage, minuteText, retentionText } from '../texts.ts'

/** What a command takes from its process, besides the context; replaced by tests. */
export interface ProcessInputs {
  readonly stdin: Readable
  /** Base of relative paths. */
  readonly cwd: string
  /** Folder to spool standard input in. */
  readonly tempFolder: string
  /** How long to wait for a lost network. */
  readonly idleTimeoutMs: number
  /** The pause between retries. */
  readonly delay?: DelayFunction
}

/** The inputs of this process. */
export const processInputs = (): ProcessInputs => ({
  ...{ stdin: process.stdin, cwd: process.cwd(), tempFolder: tmpdir() },
  idleTimeoutMs: defaultIdleTimeoutMs,
})

export const send = (context: Context): Promise<ExitCode> => sendWithInputs(context, processInputs())

/** @throws CommandError */
export async function sendWithInputs(context: Context, inputs: ProcessInputs): Promise<ExitCode> {
  const rate = rateLimiterOption(context)
  const options = await readSendOptions(context, inputs.cwd)
  const { link, roots, message } = options
  const directory = (kind: 'uploads' | 'arrived') => stateDirectory(kind, context.env)
  const allRoots = message === null || message === '-' ? roots : [...roots, message]
  const openStored = () => lockBatches(directory('uploads'), { ...link, roots: allRoots })
  const openArrived = () => ArrivedFiles.open(directory('arrived'), link)
  const stored = options.shouldKeepBatches ? await openOrWarn(openStored, cannotKeepText, context) : null
  const arrived = options.shouldRemember ? await openOrWarn(openArrived, cannotRememberText, context) : null
  const server = new ServerClient(link.origin, context.env, undefined, rate)
  try {
    return await new SendRun(context, inputs, { options, stored, arrived }, server).run()
  } catch (error) {
    if (!context.signal.aborted) throw error
    throw new CommandError(
      exitCodes.network,
      `Interrupted. ${stored ? resumeHintText(options) : notResumableText}`,
      {
        cause: error,
      },
    )
  } finally {
    server.close()
    await stored?.release()
  }
}

/**
 * The command line without --again and --anew, which would send files twice.
 * @param hasReceipt its receipt is written, and the same name would be refused
 */
function sameCommandText(
  { shouldResend, shouldStartAnew, receiptTarget }: SendOptions,
  hasReceipt = false,
): string {
  const changes = [
    ...(shouldResend ? [`without ${shouldStartAnew ? '--anew' : '--again'}`] : []),
    ...(hasReceipt && receiptTarget && 'path' in receiptTarget ? ['with another name for --receipt'] : []),
  ]
  return `same command ${changes.join(' and ') || 'again'}`
}

const resumeHintText = (options: SendOptions): string =>
  `What has arrived is kept. To resume, run the ${sameCommandText(options)}.`
const notResumableText = 'Nothing was stored to resume with. The same command sends everything again.'

/** Opens something on this disk. @returns null, with a warning, if it is not writable @throws CommandError of `open` */
async function openOrWarn<T>(
  open: () => Promise<T>,
  warning: (error: unknown) => string,
  { report }: Context,
): Promise<T | null> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof CommandError) throw error
    report.emit({ event: 'warning', message: warning(error) })
    return null
  }
}

const cannotRememberText = (error: unknown): string =>
  `What arrives cannot be remembered, and will be sent again: ${errorMessage(error)}`

const cannotRememberKeyText = (error: unknown): string =>
  `The key of this link cannot be remembered, so the next send will not notice another one: ${errorMessage(error)}`

const forgottenText = (forgottenCount: number): string =>
  `Only the latest ${countText(maxArrivedFiles, 'file')} of a link are remembered. ${countText(forgottenCount, 'older one')} will be sent again.`

const cannotKeepText = (error: unknown): string =>
  `This upload cannot be resumed if it is interrupted: ${errorMessage(error)}`

/** Number of files that are examined concurrently. */
const maxConcurrentReads = 64

/** The options of a run, and what is stored for it; null if nothing is. */
interface SendJob {
  readonly options: SendOptions
  readonly stored: StoredBatches | null
  readonly arrived: ArrivedFiles | null
}

/** One run of the command, after its options are read. */
class SendRun {
  readonly #context: Context
  readonly #inputs: ProcessInputs
  readonly #options: SendOptions
  readonly #stored: StoredBatches | null
  readonly #arrived: ArrivedFiles | null
  readonly #server: ServerClient
  readonly #progress: SendProgress
  readonly #batches: OutgoingBatch[] = []
  /** Who says that the server does not learn names: the link, or else the server; null if nobody does. */
  #privateNames: 'link' | 'server' | null = null
  /** The folder's questions. */
  #questions: UploadStatus['sender_fields'] = []
  /** Collected once, for the first new batch. */
  #answers: Promise<Answer[] | null> | undefined

  /** Completed files of earlier runs, and of batches resumed in this one. */
  #earlierFiles: StoredBatchFile[] = []
  /** Number of files that are not sent because they have arrived. */
  #arrivedCount = 0

  constructor(
    context: Context,
    inputs: ProcessInputs,
    { options, stored, arrived }: SendJob,
    server: ServerClient,
  ) {
    this.#context = context
    this.#inputs = inputs
    this.#options = options
    this.#stored = stored
    this.#arrived = arrived
    this.#server = server
    this.#progress = new SendProgress(context.report)
  }

  async run(): Promise<ExitCode> {
    const { link, pipedName } = this.#options
    const { signal } = this.#context
    reportStoreOrigin(this.#server, this.#context)
    if (this.#options.shouldStartAnew && !this.#options.isDry) await this.#abandonBatches()
    const status = await this.#passGates()
    this.#questions = status.sender_fields
    this.#privateNames = link.privateNames ? 'link' : status.private_names === true ? 'server' : null
    const recipient = await this.#fetchRecipient()
    if (status.retention_days !== undefined) {
      const message = `The folder ${retentionText(status.retention_days)}. Its owner may keep them longer.`
      this.#context.report.emit({ event: 'note', message })
    }
    if (this.#options.isDry) return this.#listFiles(maxSentBytesOf(status))
    const maxFileBytes = maxSentBytesOf(status)
    const spooled = pipedName === null ? null : await this.#spoolInput(maxFileBytes)
    let temporary: SizedFiles | undefined
    try {
      const sized = await this.#readUnsizedFiles(await this.#findFiles(maxFileBytes), maxFileBytes)
      temporary = sized
      const { found } = sized
      if (spooled && this.#options.message === '-')
        found.push(await asMessage(spooled.file, { name: 'Standard input', given: 'piped' }))
      else if (spooled && pipedName !== null)
        found.push({ file: spooled.file, name: pipedName, folder: '.', given: 'piped' })
      await this.#openBatches(found, recipient)
      this.#startProgress(found, status)
      const calls = nodeUploadCalls(this.#server, link.linkToken)
      signal.throwIfAborted()
      await this.#sendBatches(
        {
          ...{ context: this.#context, server: this.#server, calls, progress: this.#progress },
          recipient: recipient.key,
          originKey: link.originSecret === null ? null : await originKeyOf(link.originSecret),
          linkTag: await uploadLinkTag(link.linkToken),
          checkTypes: status.perform_mime_check,
          privateNames: this.#privateNames !== null,
          passGates: () => this.#passGatesAgain(),
          idleTimeoutMs: this.#inputs.idleTimeoutMs,
        },
        recipient,
      )
      return await this.#reportEnd(status, recipient)
    } catch (error) {
      // Without stored batches, a later run could not list these files in its receipt.
      if (!this.#stored && this.#progress.received.length > 0) await this.#writeReceipt(status, recipient)
      throw error instanceof CommandError && this.#stored
        ? new CommandError(error.exitCode, `${error.message} ${resumeHintText(this.#options)}`)
        : error
    } finally {
      await this.#rememberArrived()
      for (const batch of this.#batches) await batch.release().catch(() => undefined)
      await spooled?.remove()
      await temporary?.remove()
    }
  }

  /** @returns the status of the link, with its gates passed */
  #passGates(): Promise<UploadStatus> {
    const { linkToken } = this.#options.link
    return passUploadGates({ context: this.#context, retry: this.#retry, server: this.#server, linkToken })
  }

  readonly #retry: RetryFunction = (call) => {
    const { delay, idleTimeoutMs } = this.#inputs
    const { origin } = this.#options.link
    return retryUntilAnswered({ ...this.#context, origin, idleTimeoutMs, delay }, call)
  }

  async #passGatesAgain(): Promise<void> {
    const { report } = this.#context
    report.emit({ event: 'wait', message: 'The link asks again for its password or a code.' })
    await this.#passGates()
    report.emit({ event: 'resume', message: 'The link accepts files again.' })
  }

  get #earlierBatches(): readonly BatchFolder[] {
    return this.#options.shouldStartAnew ? [] : (this.#stored?.batches ?? [])
  }

  async #fetchRecipient(): Promise<Recipient> {
    const { link, fingerprintWords, acceptedWords, shouldRemember, isDry } = this.#options
    const { env, signal } = this.#context
    const [earlierBatch] = this.#earlierBatches
    const knownRecipients = new KnownRecipients(stateDirectory('recipients', env))
    const known = await knownRecipients.read(link)
    const requirements = {
      link,
      words: fingerprintWords,
      begunFor: earlierBatch?.head.recipient ?? null,
      known,
    }
    const recipient = await fetchRecipient(
      this.#server,
      { ...requirements, acceptedWords },
      { retry: this.#retry, signal },
    )
    const { b64u } = recipient.fingerprint
    if (b64u !== known && shouldRemember && !isDry)
      await openOrWarn(() => knownRecipients.write(link, b64u), cannotRememberKeyText, this.#context)
    const message = `Encrypting for the key with these words: ${recipient.fingerprint.words.join(' ')}`
    this.#context.report.emit({ event: 'note', message })
    if (this.#privateNames)
      this.#context.report.emit({ event: 'note', message: hiddenNamesText[this.#privateNames] })
    return recipient
  }

  /** Lists what would be sent; starts, forgets and writes nothing. */
  async #listFiles(maxFileBytes: number): Promise<ExitCode> {
    const found = await this.#findFiles(maxFileBytes)
    const { resumed, newFiles } = this.#assignToBatches(found, filesOfBatches(this.#earlierBatches))
    const files = [...resumed.flat(), ...(await this.#withoutReceipts(newFiles))]
    for (const foundFile of files)
      this.#context.report.emit({
        event: 'listed',
        file: sentPathOf(foundFile),
        id: null,
        sha256: null,
        bytes: foundFile.file.size,
        path: foundFile.file.path.toString(),
      })
    if (this.#arrivedCount > 0)
      this.#context.report.emit({ event: 'note', message: endText(0, this.#arrivedCount) })
    return this.#progress.exitCode
  }

  #readUnsizedFiles(found: readonly FoundFile[], maxFileBytes: number): Promise<SizedFiles> {
    const { signal } = this.#context
    return readUnsizedFiles(found, { maxFileBytes, signal, folder: this.#inputs.tempFolder })
  }

  #spoolInput(maxFileBytes: number) {
    const message =
      'Standard input is written to a temporary file first. It cannot be resumed if it is interrupted.'
    this.#context.report.emit({ event: 'note', message })
    return spoolInput(this.#inputs.stdin, maxFileBytes, this.#context.signal, this.#inputs.tempFolder)
  }

  /** Drops unfinished batches, here and on the server. */
  async #abandonBatches(): Promise<void> {
    const calls = nodeUploadCalls(this.#server, this.#options.link.linkToken)
    for (const folder of this.#stored?.batches ?? []) {
      const batch = await resumeBatch(folder, [])
      for (const uploadId of await batch.dropFiles(new Set(folder.records.keys()))) calls.abort(uploadId)
      await batch.finish()
    }
  }

  async #findFiles(maxFileBytes: number): Promise<FoundFile[]> {
    const { roots, message } = this.#options
    const files = await findFiles(this.#context, roots, maxFileBytes, ({ path, onDisk, why }) =>
      this.#progress.unreadable(path, onDisk, why),
    )
    return message === null || message === '-' ? files : [await readMessageFile(message), ...files]
  }

  #assignToBatches(found: readonly FoundFile[], earlier: readonly EarlierBatch[]): BatchAssignment {
    const { shouldResend } = this.#options
    const hasArrived = (file: DiskFile, key: string) => this.#arrived?.recognize(file, key) === true
    const assignment = assignToBatches(found, earlier, { shouldResend, hasArrived })
    this.#arrivedCount = assignment.arrivedCount
    return assignment
  }

  /** Assigns files to earlier batches and a new one. */
  async #openBatches(found: readonly FoundFile[], recipient: Recipient): Promise<void> {
    const folders = this.#earlierBatches
    const earlier = filesOfBatches(folders)
    const { resumed, newFiles, abandoned, missing } = this.#assignToBatches(found, earlier)
    this.#earlierFiles = earlier.flatMap(({ files, completed }) =>
      files.filter((_, index) => completed.has(index)),
    )
    const unsent = await this.#withoutReceipts(newFiles)
    const calls = nodeUploadCalls(this.#server, this.#options.link.linkToken)
    for (const [index, folder] of folders.entries()) {
      const batch = await resumeBatch(folder, resumed[index] ?? [])
      this.#batches.push(batch)
      for (const uploadId of await batch.dropFiles(abandoned[index] ?? new Set())) calls.abort(uploadId)
    }
    for (const missingFile of missing) {
      const message = `${shownText(sentPathOf(missingFile))} was not completed before, and does not exist any more. It is left out.`
      this.#context.report.emit({ event: 'warning', message })
    }
    if (unsent.length > 0) await this.#beginBatch(unsent, recipient)
  }

  /** Leaves out receipts below folders, which are there by accident. */
  async #withoutReceipts(files: readonly FoundFile[]): Promise<FoundFile[]> {
    const unsent: FoundFile[] = []
    for (let from = 0; from < files.length; from += maxConcurrentReads) {
      const portion = files.slice(from, from + maxConcurrentReads)
      const areReceipts = await Promise.all(
        portion.map(async ({ file, given }) => given === undefined && (await isReceipt(file))),
      )
      for (const [index, foundFile] of portion.entries()) {
        const message = `Left out: ${shownText(sentPathOf(foundFile))} is a receipt.`
        if (areReceipts[index] === true) this.#context.report.emit({ event: 'warning', message })
        else unsent.push(foundFile)
      }
    }
    return unsent
  }

  /** Remembers the files that arrived. Piped data has no path to recognize it by. */
  async #rememberArrived(): Promise<void> {
    const arrived = this.#progress.arrived.filter(({ given }) => given !== 'piped').map(storedFileOf)
    const { signal, report } = this.#context
    try {
      const forgottenCount = (await this.#arrived?.add([...this.#earlierFiles, ...arrived], signal)) ?? 0
      if (forgottenCount > 0) report.emit({ event: 'note', message: forgottenText(forgottenCount) })
    } catch (error) {
      report.emit({ event: 'warning', message: cannotRememberText(error) })
    }
  }

  async #beginBatch(files: readonly FoundFile[], recipient: Recipient): Promise<OutgoingBatch> {
    this.#answers ??= collectAnswers(this.#context, this.#questions)
    const plainAnswers = await this.#answers
    const batchId = newBatchId()
    const answers = plainAnswers && (await sealAnswers(recipient.key, batchId, plainAnswers))
    const batch = await this.#createBatch(files, batchId, { recipient: recipient.fingerprint.b64u, answers })
    this.#batches.push(batch)
    return batch
  }

  async #createBatch(
    files: readonly FoundFile[],
    batchId: string,
    { recipient, answers }: { recipient: string; answers: SealedAnswers | null },
  ): Promise<OutgoingBatch> {
    const { origin, linkToken } = this.#options.link
    const unstored = () => unstoredBatch(batchId, answers, files)
    if (!this.#stored) return unstored()
    const { path } = this.#stored
    const head = {
      origin,
      linkToken,
      recipient,
      ...(answers && { answers }),
      privateNames: this.#privateNames !== null,
    }
    const open = () => createBatch(path, batchId, head, files)
    return (await openOrWarn(open, cannotKeepText, this.#context)) ?? unstored()
  }

  #startProgress(found: readonly FoundFile[], { room_left }: UploadStatus): void {
    const total = found.reduce((sum, { file }) => sum + file.size, 0)
    const toSend = this.#batches.flatMap((batch) =>
      batch.files.map((file) => ({ file, record: batch.record(file.index) })),
    )
    const unsentBytes = toSend.reduce((sum, { file }) => sum + file.file.size, 0)
    const arrived = new Map(
      toSend.flatMap(({ file, record }) =>
        record ? [[file, Math.min(file.file.size, arrivedBytes(record))] as const] : [],
      ),
    )
    const bytesThere = total - unsentBytes + [...arrived.values()].reduce((sum, bytes) => sum + bytes, 0)
    this.#progress.start({ files: found.length, bytes: bytesThere, total }, arrived)
    const sealed = toSend.reduce((sum, { file }) => sum + sealedSize(file.file.size), 0)
    if (room_left !== null && sealed > room_left) {
      const message = `The link accepts only ${room_left} more bytes, and these files have ${sealed}. Not all of them will be stored.`
      this.#context.report.emit({ event: 'warning', message })
    }
  }

  async #sendBatches(sending: SendContext, recipient: Recipient): Promise<void> {
    const changed: FoundFile[] = []
    for (const batch of this.#batches)
      if (batch.files.length > 0) changed.push(...(await sendBatch(batch, sending)))
    if (changed.length === 0) return
    // The server may have the earlier content at their indexes; the changed files get new ones.
    const last = await sendBatch(await this.#beginBatch(changed, recipient), sending)
    for (const batchFile of last)
      this.#progress.failed(batchFile, 'The server has stored other content for it.')
  }

  async #reportEnd(status: UploadStatus, recipient: Recipient): Promise<ExitCode> {
    const { report } = this.#context
    this.#progress.reportProgress()
    const isWritten = await this.#writeReceipt(status, recipient)
    const { failures } = this.#progress
    const storedCount = this.#receivedFiles().length
    if (failures > 0) {
      const retryText = this.#stored
        ? ` Run the ${sameCommandText(this.#options, isWritten && storedCount > 0)} to send those once more; the others are not sent twice.`
        : ''
      report.emit({
        event: 'warning',
        message: `${countText(storedCount, 'file')} stored, ${formatNumber(failures)} not.${retryText}`,
      })
    } else report.emit({ event: 'note', message: endText(storedCount, this.#arrivedCount) })
    const expiry = firstExpiry(this.#receivedFiles().map(({ expiresAt }) => expiresAt))
    if (expiry !== null) {
      const message = `Files of this upload will be deleted from ${minuteText(expiry)} on, unless the owner keeps them longer.`
      report.emit({ event: 'note', message })
    }
    // Without a receipt the batches stay, so that the same command can write it.
    if (failures === 0 && isWritten) await this.#finishBatches()
    return this.#progress.exitCode
  }

  #receivedFiles() {
    return [...this.#batches.flatMap(({ received }) => received), ...this.#progress.received]
  }

  /** Writes the receipt. @returns true if it was written, or none was requested */
  async #writeReceipt({ title, owner_name }: UploadStatus, { fingerprint }: Recipient): Promise<boolean> {
    const { receiptTarget } = this.#options
    const received = this.#receivedFiles()
    if (receiptTarget === null || received.length === 0) return true
    const now = new Date()
    const text = receiptText(received, now, {
      title,
      ownerName: owner_name ?? null,
      recipient: fingerprint.b64u,
      privateNames: this.#privateNames,
    })
    try {
      const path = await writeReceipt(receiptTarget, receiptName(now), text)
      this.#context.report.emit({ event: 'wrote', path, message: 'Receipt:' })
      return true
    } catch (error) {
      const retryText = this.#stored
        ? ` Run the ${sameCommandText(this.#options)} to write it; nothing is sent twice.`
        : ''
      const message = `The receipt could not be written: ${errorMessage(error)}.${retryText}`
      this.#context.report.emit({ event: 'warning', message })
      return false
    }
  }

  async #finishBatches(): Promise<void> {
    // A batch that cannot be removed now is removed when it expires.
    for (const batch of this.#batches.splice(0)) await batch.finish().catch(() => undefined)
  }
}

const hiddenNamesText = {
  link: 'The server does not learn the names of the files.',
  server: 'The server says that it does not learn the names of the files.',
}

const filesOfBatches = (folders: readonly BatchFolder[]) =>
  folders.map(({ head, completed }) => ({
    files: head.files,
    completed: new Set(completed.map(({ index }) => index)),
  }))

function endText(storedCount: number, arrivedCount: number): string {
  const arrivedText = `${countText(arrivedCount, 'file')} had arrived before, and ${arrivedCount === 1 ? 'is' : 'are'} unchanged: --again sends ${arrivedCount === 1 ? 'it' : 'them'} once more.`
  if (storedCount === 0)
    return arrivedCount === 0 ? 'There was no file to send.' : `Nothing new. ${arrivedText}`
  return `${countText(storedCount, 'file')} stored.${arrivedCount === 0 ? '' : ` ${arrivedText}`}`
}
