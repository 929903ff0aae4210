import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { maxSentBytesOf } from '../../contract/fileLimits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import { type Answer, type SealedAnswers, sealAnswers, sealedSize } from '../../core/crypto/index.ts'
import { receiptName, receiptText } from '../../i18n/receipt.ts'
import { arrivedBytes } from '../../core/upload/arrivedBytes.ts'
import { originKeyOf } from '../../core/upload/uploadLinkFragment.ts'
import type { Recipient } from '../../core/upload/recipient.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes, type ExitCode } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { nodeUploadCalls } from '../platform/uploadCalls.ts'
import type { BatchFolder, StoredBatchFile } from '../platform/batchFolder.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { defaultIdleTimeoutMs, type Retrying, type Delay, retryUntilAnswered } from '../retry.ts'
import { collectAnswers } from './collectAnswers.ts'
import { ArrivedFiles, maxArrivedFiles } from './arrivedFiles.ts'
import { resumedBatch, newBatch, newBatchId, type SendBatch, unstoredBatch } from './batch.ts'
import { reportStorage } from './reportStorage.ts'
import { partition, type Partition, storedFileOf, type KnownBatch } from './partition.ts'
import { passGates } from './gates.ts'
import { type SendOptions, readSendOptions } from './sendOptions.ts'
import { type StoredBatches, lockBatches } from './storedBatches.ts'
import { isReceipt, writeReceipt } from './receiptFile.ts'
import { fetchRecipient } from './recipient.ts'
import { sendBatch, type SendContext } from './sendBatch.ts'
import { spool } from './spool.ts'
import { SendProgress } from './sendProgress.ts'
import { findFiles, type FoundFile, pathOf } from './walk.ts'
import { countText, errorMessage } from '../texts.ts'

/** What a command takes from its process, besides the context; replaced by tests. */
export interface ProcessInputs {
  readonly stdin: Readable
  /** Base of relative paths. */
  readonly folder: string
  /** Folder to spool standard input in. */
  readonly temporary: string
  /** How long to wait for a lost network. */
  readonly idleTimeoutMs: number
  /** The pause between retries. */
  readonly delay?: Delay
}

/** The inputs of this process. */
export const processInputs = (): ProcessInputs => ({
  ...{ stdin: process.stdin, folder: process.cwd(), temporary: tmpdir() },
  idleTimeoutMs: defaultIdleTimeoutMs,
})

export const send = (context: Context): Promise<ExitCode> => sendWithInputs(context, processInputs())

/** @throws CommandError */
export async function sendWithInputs(context: Context, inputs: ProcessInputs): Promise<ExitCode> {
  const rate = rateLimitOf(context)
  const options = await readSendOptions(context, inputs.folder)
  const { link, roots } = options
  const directory = (kind: 'uploads' | 'arrived') => stateDirectory(kind, context.env)
  const openStored = () => lockBatches(directory('uploads'), { ...link, roots })
  const openArrived = () => ArrivedFiles.open(directory('arrived'), link)
  const stored = options.isKept ? await orNull(openStored, cannotKeepText, context) : null
  const arrived = options.isRemembered ? await orNull(openArrived, cannotRememberText, context) : null
  const server = new ServerClient(link.origin, context.env, undefined, rate)
  try {
    return await new SendRun(context, inputs, { options, stored, arrived }, server).run()
  } catch (error) {
    if (!context.signal.aborted) throw error
    throw new CommandError(exitCodes.network, `Broken off. ${stored ? resumeHint(options) : notResumable}`, {
      cause: error,
    })
  } finally {
    server.close()
    await stored?.release()
  }
}

/** The command line without --again and --anew, which would send files twice. */
const sameCommand = ({ isAgain, isAnew }: SendOptions): string =>
  isAgain ? `same command without ${isAnew ? '--anew' : '--again'}` : 'same command again'

const resumeHint = (options: SendOptions): string =>
  `What has arrived stays there: run the ${sameCommand(options)} to go on.`
const notResumable = 'Nothing was kept to go on with: the same command sends all of it anew.'

/** Null, with a warning, if this disk is not writable. @throws CommandError if another process has it */
async function orNull<T>(
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
  `What arrives cannot be remembered, and would be sent again: ${errorMessage(error)}`

const forgottenText = (files: number): string =>
  `Of one link the ${countText(maxArrivedFiles, 'file')} that were seen last are remembered: ${countText(files, 'older one')} would be sent again.`

const cannotKeepText = (error: unknown): string =>
  `This upload cannot be gone on with if it is broken off: ${errorMessage(error)}`

/** Files examined concurrently. */
const maxConcurrent = 64

/** The job, and local knowledge about it; null if nothing is stored. */
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
  readonly #batches: SendBatch[] = []
  /** The folder's questions. */
  #questions: UploadStatus['sender_fields'] = []
  /** Asked once, for the first new batch. */
  #answers: Promise<Answer[] | null> | undefined

  /** Completed files of earlier runs, and of batches resumed in this one. */
  #earlierFiles: StoredBatchFile[] = []
  /** Number of files not sent because they have arrived. */
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
    reportStorage(this.#server, this.#context)
    if (this.#options.isAnew && !this.#options.isDry) await this.#abandon()
    const status = await this.#passGates()
    this.#questions = status.sender_fields
    const recipient = await this.#recipient()
    if (this.#options.isDry) return this.#list(maxSentBytesOf(status))
    const spooled = pipedName === null ? null : await this.#spool(maxSentBytesOf(status))
    try {
      const found = await this.#find(maxSentBytesOf(status))
      if (spooled && pipedName !== null)
        found.push({ file: spooled.file, name: pipedName, folder: '.', given: 'piped' })
      await this.#assignFiles(found, recipient)
      this.#start(found, status)
      const calls = nodeUploadCalls(this.#server, link.linkToken)
      signal.throwIfAborted()
      await this.#send(
        {
          ...{ context: this.#context, server: this.#server, calls, progress: this.#progress },
          recipient: recipient.key,
          originKey: link.originSecret === null ? null : await originKeyOf(link.originSecret),
          checkTypes: status.perform_mime_check,
          passGates: () => this.#passGatesAgain(),
          idleTimeoutMs: this.#inputs.idleTimeoutMs,
        },
        recipient,
      )
      return await this.#end(status, recipient)
    } catch (error) {
      // Without storage nobody else knows what was stored.
      if (!this.#stored && this.#progress.received.length > 0) await this.#writeReceipt(status, recipient)
      throw error instanceof CommandError && this.#stored
        ? new CommandError(error.exitCode, `${error.message} ${resumeHint(this.#options)}`)
        : error
    } finally {
      await this.#remember()
      for (const batch of this.#batches) await batch.release().catch(() => undefined)
      await spooled?.remove()
    }
  }

  #passGates(): Promise<UploadStatus> {
    const { linkToken } = this.#options.link
    return passGates({ context: this.#context, retry: this.#retrying, server: this.#server, linkToken })
  }

  readonly #retrying: Retrying = (call) => {
    const { delay, idleTimeoutMs } = this.#inputs
    const { origin } = this.#options.link
    return retryUntilAnswered({ ...this.#context, origin, idleTimeoutMs, delay }, call)
  }

  async #passGatesAgain(): Promise<void> {
    const { report } = this.#context
    report.emit({ event: 'wait', message: 'The link asks again before it takes more.' })
    await this.#passGates()
    report.emit({ event: 'resume', message: 'The link takes files again.' })
  }

  get #earlierBatches(): readonly BatchFolder[] {
    return this.#options.isAnew ? [] : (this.#stored?.batches ?? [])
  }

  async #recipient(): Promise<Recipient> {
    const { link, words } = this.#options
    const [begun] = this.#earlierBatches
    const wanted = { link, words, begunFor: begun?.head.recipient ?? null }
    const recipient = await fetchRecipient(this.#server, wanted, {
      retry: this.#retrying,
      signal: this.#context.signal,
    })
    const message = `Encrypting for the key with these words: ${recipient.fingerprint.words.join(' ')}`
    this.#context.report.emit({ event: 'note', message })
    return recipient
  }

  /** Lists what would be sent; starts, forgets and writes nothing. */
  async #list(maxFileBytes: number): Promise<ExitCode> {
    const found = await this.#find(maxFileBytes)
    const { resumed, newFiles } = this.#partition(found, knownBatches(this.#earlierBatches))
    const files = [...resumed.flat(), ...(await this.#withoutReceipts(newFiles))]
    for (const one of files)
      this.#context.report.emit({
        event: 'listed',
        file: pathOf(one),
        id: null,
        sha256: null,
        bytes: one.file.size,
        path: one.file.path.toString(),
      })
    if (this.#arrivedCount > 0)
      this.#context.report.emit({ event: 'note', message: endText(0, this.#arrivedCount) })
    return this.#progress.exitCode
  }

  #spool(maxFileBytes: number) {
    const message =
      'Standard input is written to a temporary file first. It cannot be gone on with if it is broken off.'
    this.#context.report.emit({ event: 'note', message })
    return spool(this.#inputs.stdin, maxFileBytes, this.#context.signal, this.#inputs.temporary)
  }

  /** Abandons unfinished batches. */
  async #abandon(): Promise<void> {
    const calls = nodeUploadCalls(this.#server, this.#options.link.linkToken)
    for (const folder of this.#stored?.batches ?? []) {
      const batch = await resumedBatch(folder, [])
      for (const uploadId of await batch.giveUp(new Set(folder.records.keys()))) calls.abort(uploadId)
      await batch.finish()
    }
  }

  #find(maxFileBytes: number): Promise<FoundFile[]> {
    return findFiles(this.#context, this.#options.roots, maxFileBytes, ({ path, onDisk, why }) =>
      this.#progress.unread(path, onDisk, why),
    )
  }

  #partition(found: readonly FoundFile[], known: readonly KnownBatch[]): Partition {
    const { isAgain } = this.#options
    const hasArrived = (file: DiskFile) => this.#arrived?.has(file) === true
    const partitioned = partition(found, known, { isAgain, hasArrived })
    this.#arrivedCount = partitioned.arrived
    return partitioned
  }

  /** Assigns files to earlier batches and a new one. */
  async #assignFiles(found: readonly FoundFile[], recipient: Recipient): Promise<void> {
    const folders = this.#earlierBatches
    const known = knownBatches(folders)
    const { resumed, newFiles, abandoned, missing } = this.#partition(found, known)
    this.#earlierFiles = known.flatMap(({ files, ended }) => files.filter((_, index) => ended.has(index)))
    const unsent = await this.#withoutReceipts(newFiles)
    const calls = nodeUploadCalls(this.#server, this.#options.link.linkToken)
    for (const [at, folder] of folders.entries()) {
      const batch = await resumedBatch(folder, resumed[at] ?? [])
      this.#batches.push(batch)
      for (const uploadId of await batch.giveUp(abandoned[at] ?? new Set())) calls.abort(uploadId)
    }
    for (const one of missing) {
      const message = `${shownText(pathOf(one))} was begun, and is not there any more: left out.`
      this.#context.report.emit({ event: 'warning', message })
    }
    if (unsent.length > 0) await this.#begin(unsent, recipient)
  }

  /** Leaves out receipts below folders, which nobody means to send. */
  async #withoutReceipts(files: readonly FoundFile[]): Promise<FoundFile[]> {
    const unsent: FoundFile[] = []
    for (let from = 0; from < files.length; from += maxConcurrent) {
      const some = files.slice(from, from + maxConcurrent)
      const areReceipts = await Promise.all(
        some.map(async ({ file, given }) => given === undefined && (await isReceipt(file))),
      )
      for (const [i, one] of some.entries()) {
        const message = `Left out: ${shownText(pathOf(one))} is a receipt.`
        if (areReceipts[i] === true) this.#context.report.emit({ event: 'warning', message })
        else unsent.push(one)
      }
    }
    return unsent
  }

  /** Piped data cannot be sent again by its path. */
  async #remember(): Promise<void> {
    const now = this.#progress.arrived.filter(({ given }) => given !== 'piped').map(storedFileOf)
    const { signal, report } = this.#context
    try {
      const forgotten = (await this.#arrived?.add([...this.#earlierFiles, ...now], signal)) ?? 0
      if (forgotten > 0) report.emit({ event: 'note', message: forgottenText(forgotten) })
    } catch (error) {
      report.emit({ event: 'warning', message: cannotRememberText(error) })
    }
  }

  async #begin(files: readonly FoundFile[], recipient: Recipient): Promise<SendBatch> {
    this.#answers ??= collectAnswers(this.#context, this.#questions)
    const plainAnswers = await this.#answers
    const batchId = newBatchId()
    const answers = plainAnswers && (await sealAnswers(recipient.key, batchId, plainAnswers))
    const batch = await this.#newBatch(files, batchId, { recipient: recipient.fingerprint.b64u, answers })
    this.#batches.push(batch)
    return batch
  }

  async #newBatch(
    files: readonly FoundFile[],
    batchId: string,
    { recipient, answers }: { recipient: string; answers: SealedAnswers | null },
  ): Promise<SendBatch> {
    const { origin, linkToken } = this.#options.link
    const unstored = () => unstoredBatch(batchId, answers, files)
    if (!this.#stored) return unstored()
    const { path } = this.#stored
    const head = { origin, linkToken, recipient, ...(answers && { answers }) }
    const open = () => newBatch(path, batchId, head, files)
    return (await orNull(open, cannotKeepText, this.#context)) ?? unstored()
  }

  #start(found: readonly FoundFile[], { room_left }: UploadStatus): void {
    const total = found.reduce((sum, { file }) => sum + file.size, 0)
    const toSend = this.#batches.flatMap((batch) =>
      batch.files.map((file) => ({ file, record: batch.record(file.index) })),
    )
    const left = toSend.reduce((sum, { file }) => sum + file.file.size, 0)
    const arrived = new Map(
      toSend.flatMap(({ file, record }) =>
        record ? [[file, Math.min(file.file.size, arrivedBytes(record))] as const] : [],
      ),
    )
    const bytesThere = total - left + [...arrived.values()].reduce((sum, bytes) => sum + bytes, 0)
    this.#progress.start({ files: found.length, bytes: bytesThere, total }, arrived)
    const sealed = toSend.reduce((sum, { file }) => sum + sealedSize(file.file.size), 0)
    if (room_left !== null && sealed > room_left) {
      const message = `The link takes ${room_left} bytes more, and these are ${sealed}: not all of them will be stored.`
      this.#context.report.emit({ event: 'warning', message })
    }
  }

  async #send(sending: SendContext, recipient: Recipient): Promise<void> {
    const changed: FoundFile[] = []
    for (const batch of this.#batches)
      if (batch.files.length > 0) changed.push(...(await sendBatch(batch, sending)))
    if (changed.length === 0) return
    // The server may have the earlier content at their indexes; the changed files get new ones.
    const last = await sendBatch(await this.#begin(changed, recipient), sending)
    for (const one of last) this.#progress.failed(one, 'The server says that it has stored something else.')
  }

  async #end(status: UploadStatus, recipient: Recipient): Promise<ExitCode> {
    const { report } = this.#context
    this.#progress.reportProgress()
    const isWritten = await this.#writeReceipt(status, recipient)
    const { failures } = this.#progress
    const stored = this.#received().length
    if (failures > 0) {
      const again = this.#stored
        ? ` Run the ${sameCommand(this.#options)} to try those once more; the others are not sent twice.`
        : ''
      report.emit({
        event: 'warning',
        message: `${countText(stored, 'file')} stored, ${formatNumber(failures)} not.${again}`,
      })
    } else report.emit({ event: 'note', message: endText(stored, this.#arrivedCount) })
    // Without a receipt the batches stay, so that the same command can write it.
    if (failures === 0 && isWritten) await this.#finish()
    return this.#progress.exitCode
  }

  #received() {
    return [...this.#batches.flatMap(({ received }) => received), ...this.#progress.received]
  }

  /** @returns true if it was written, or none was requested */
  async #writeReceipt({ title }: UploadStatus, { fingerprint }: Recipient): Promise<boolean> {
    const { receipt } = this.#options
    const received = this.#received()
    if (receipt === null || received.length === 0) return true
    const now = new Date()
    const text = receiptText(received, now, { title, recipient: fingerprint.b64u })
    try {
      const path = await writeReceipt(receipt, receiptName(now), text)
      this.#context.report.emit({ event: 'wrote', path, message: 'Receipt:' })
      return true
    } catch (error) {
      const again = this.#stored
        ? ` Run the ${sameCommand(this.#options)} to have it written; nothing is sent twice.`
        : ''
      const message = `The receipt could not be written: ${errorMessage(error)}.${again}`
      this.#context.report.emit({ event: 'warning', message })
      return false
    }
  }

  async #finish(): Promise<void> {
    // What cannot be removed now is removed when it expires.
    for (const batch of this.#batches.splice(0)) await batch.finish().catch(() => undefined)
  }
}

const knownBatches = (folders: readonly BatchFolder[]) =>
  folders.map(({ head, ended }) => ({ files: head.files, ended: new Set(ended.map(({ index }) => index)) }))

function endText(stored: number, known: number): string {
  const before = `${countText(known, 'file')} had arrived before, and ${known === 1 ? 'is' : 'are'} as sent: --again sends ${known === 1 ? 'it' : 'them'} once more.`
  if (stored === 0) return known === 0 ? 'There was no file to send.' : `Nothing new. ${before}`
  return `${countText(stored, 'file')} stored.${known === 0 ? '' : ` ${before}`}`
}
