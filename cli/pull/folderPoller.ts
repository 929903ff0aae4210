import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ResponseOf } from '../../contract/calls.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { maxKeysPerRequest } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { PersonalKey } from '../../core/crypto/index.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { isTemporary } from '../../core/faults/retries.ts'
import { differenceText, unsealedText } from '../../i18n/differenceTexts.ts'
import { Throttle } from '../../core/util/throttle.ts'
import { type BatchAnswers, openOwnAnswers } from '../../core/keys/answers.ts'
import type { FolderLookup } from '../../core/open/targetPath.ts'
import type { SafePaths } from '../../core/download/safeNames.ts'
import { shownOrigin, type ShownOrigin } from '../../core/trust/shownOrigin.ts'
import type { DeviceMemory } from '../../core/trust/trustPorts.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { Context } from '../context.ts'
import { type CommandError } from '../exitCodes.ts'
import { inProcessKeysWorkers } from '../platform/inProcessKeysWorkers.ts'
import { nodeOpeningContext } from '../platform/nodeOpeningPorts.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'
import { fullPath, pathExclusionMatcher, reportedFile, reportedRecord } from '../selectFiles.ts'
import type { Reporter, ReportedFile } from '../reporter.ts'
import { nameFilesForDisk, diskSafePaths, withoutDeepFiles } from '../download/nameFilesForDisk.ts'
import type { PartialFiles } from '../download/partialFiles.ts'
import { saveEntries } from '../download/saveEntries.ts'
import type { TargetFolder } from '../download/targetFolder.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { type AccountCalls, type TokenRights, tokenRefusal } from '../account/accountCalls.ts'
import { RetrySchedule } from './retrySchedule.ts'
import type { FolderAddress } from '../account/folderAddress.ts'
import { type FailedWraps, waitingText } from '../account/failedWraps.ts'
import { tryAnswers } from '../account/tryAnswers.ts'
import { type KnownFiles, localFailedWraps, localKnownFiles } from '../account/trustRecords.ts'
import { createUnlistedFilesReporter } from '../account/unlistedFiles.ts'
import type { KnownFolders } from '../account/knownFolders.ts'
import {
  elsewhereText,
  isBound,
  type JudgedFile,
  notBoundText,
  openFiles,
  returnedText,
  unjudgedText,
  unsaidText,
} from '../account/openFiles.ts'
import { openFolder, type OpenedFolder, rememberFolders } from '../account/openFolder.ts'
import type { PullOptions } from './pullOptions.ts'
import type { PulledFile, PulledFiles } from './pulledFiles.ts'
import { type ThenCommand, fileVariables } from './thenCommand.ts'
import { countText, shownNames } from '../texts.ts'

interface PollerPorts {
  readonly address: FolderAddress
  readonly calls: AccountCalls
  readonly rights: TokenRights
  readonly retry: RetryFunction
  readonly server: ServerClient
  readonly key: PersonalKey
  readonly memory: DeviceMemory
  readonly knownFolders: KnownFolders
  readonly targetFolder: TargetFolder
  /** Null if files are listed only, and nothing is written. */
  readonly partials: PartialFiles | null
  readonly pulled: PulledFiles
  readonly thenCommand: ThenCommand | null
  readonly report: Reporter
  readonly env: Context['env']
  readonly options: Context['options']
  readonly signal: AbortSignal
  /** Options of the command. With --watch there is no limit on waiting for the server. */
  readonly pullOptions: PullOptions
}

const reportIntervalMs = 250
/** Number of batches whose answers are kept for the next round. Each has at most 40 KiB sealed. */
const maxCachedAnswers = 100

/** Polls a folder, and fetches new files. */
export class FolderPoller {
  readonly #ports: PollerPorts
  readonly #retrySchedule = new RetrySchedule()
  /** Batches without readable answers. To find none, all pages of answers are read, so they are remembered. */
  readonly #batchesWithoutAnswers = new Set<string>()
  readonly #answers = new Map<string, BatchAnswers>()
  /** The folder's state after the last complete poll. */
  #lastSnapshot: string | null = null
  /** True once the links of all folders are remembered. */
  #hasSeenFolders = false
  /** Shared by all polls, since a key is tried once a run. */
  #knownFiles: KnownFiles | null = null
  readonly #failedGrants: FailedWraps
  /** The last warnings, which are not repeated. */
  #lastWarnings = ''
  failureCount = 0

  constructor(ports: PollerPorts) {
    this.#ports = ports
    const counted = { keyId: ports.key.fingerprint, folderId: ports.address.id }
    this.#failedGrants = localFailedWraps(ports.env, counted, ports.pullOptions)
  }

  /** Fetches new files. @throws FaultError; CommandError for an unusable folder or token */
  async poll(isLast: boolean): Promise<void> {
    const { address, calls, retry, report, pulled, env, pullOptions } = this.#ports
    const folder = await calls.getFolder(address.id)
    const snapshot = snapshotOf(folder)
    const hasChanged = snapshot !== this.#lastSnapshot || this.#retrySchedule.isAnyDue(Date.now())
    if (hasChanged) {
      const opened = await this.#openConsistently(folder)
      const knownFiles = (this.#knownFiles ??= localKnownFiles(env, opened, pullOptions))
      const recordsToFetch = await retry(() => this.#filesToFetch(knownFiles))
      if (recordsToFetch.length > 0)
        await new FetchRound({
          ...{
            ...this.#ports,
            folder: opened,
            knownFiles,
            retrySchedule: this.#retrySchedule,
            batchesWithoutAnswers: this.#batchesWithoutAnswers,
            answers: this.#answers,
          },
          onFailed: () => this.failureCount++,
        }).fetch(recordsToFetch)
      this.#lastSnapshot = snapshot
    }
    for (const { presentCount, sentCount } of pulled.batches.incompleteAfterPoll(isLast))
      report.emit({
        event: 'note',
        message: `${formatNumber(presentCount)} of ${formatNumber(sentCount)} files of a batch are here. The others failed to arrive, were deleted, or are held back by the server.`,
      })
  }

  /** Opens the folder. If it changed between the calls that are compared, opens it once more. */
  async #openConsistently(folder: ResponseOf<'getFolder'>): Promise<OpenedFolder> {
    const { address, calls, signal } = this.#ports
    try {
      return await this.#openAndWarn(folder)
    } catch (error) {
      signal.throwIfAborted()
      // A lost connection says nothing about the folder.
      if (error instanceof FaultError && isTemporary(error.fault)) throw error
      const current = await calls.getFolder(address.id)
      if (snapshotOf(current) === snapshotOf(folder)) throw error
      return this.#openAndWarn(current)
    }
  }

  async #openAndWarn(folder: ResponseOf<'getFolder'>): Promise<OpenedFolder> {
    const { address, key, knownFolders, report, retry, pullOptions } = this.#ports
    await knownFolders.checkOrStoreKind(address, folder.several?.folder ?? null)
    const ports = {
      ...this.#ports,
      pinnedLink: pullOptions.pinnedLink,
      failedGrants: this.#failedGrants,
    }
    if (!this.#hasSeenFolders) await rememberFolders(folder, key, retry, ports)
    this.#hasSeenFolders = true
    const opened = await openFolder(folder, key, ports)
    const warnings = opened.warnings.join('\n')
    if (warnings !== this.#lastWarnings)
      for (const message of opened.warnings) report.emit({ event: 'warning', message })
    this.#lastWarnings = warnings
    return opened
  }

  /** Lists the files to fetch, each once, by id. */
  async #filesToFetch({ seenFiles }: KnownFiles): Promise<HashedFileRecord[]> {
    const { address, calls, pulled, report } = this.#ports
    const now = Date.now()
    const reportUnlisted = await createUnlistedFilesReporter(seenFiles, calls, address.id, report)
    const listed = new Map<number, string | undefined>()
    const recordsToFetch: HashedFileRecord[] = []
    for await (const records of calls.listFiles(address.id))
      for (const record of records) {
        if (listed.has(record.id)) continue
        listed.set(record.id, record.expires_at)
        if (!pulled.has(record) && this.#retrySchedule.mayTry(record.id, now)) recordsToFetch.push(record)
      }
    this.#retrySchedule.keepOnly(listed)
    await reportUnlisted(listed)
    return recordsToFetch.sort((a, b) => a.id - b.id)
  }
}

/** A text that changes when files or members are added or removed. */
const snapshotOf = ({
  title,
  several,
  file_count,
  total_size,
  last_upload_time,
}: ResponseOf<'getFolder'>): string =>
  JSON.stringify([title, several, file_count, total_size, last_upload_time])

interface RoundPorts extends PollerPorts {
  readonly folder: OpenedFolder
  readonly knownFiles: KnownFiles
  readonly retrySchedule: RetrySchedule
  readonly batchesWithoutAnswers: Set<string>
  /** Opened answers by batch, of this round and some of earlier ones. */
  readonly answers: Map<string, BatchAnswers>
  readonly onFailed: () => void
}

/** Fetches new files: opens their keys, names them, and saves them. */
class FetchRound {
  readonly #ports: RoundPorts
  readonly #throttle = new Throttle(reportIntervalMs)
  #bytes = 0
  #total = 0
  /** Ends the round, since the token is not valid any more. */
  #tokenError: CommandError | null = null
  readonly #namesByOrigin = new Map<ShownOrigin, string[]>()
  readonly #unsealed: string[] = []
  readonly #unsaid: JudgedFile[] = []
  readonly #unjudged: JudgedFile[] = []
  /** Shared by all portions, so that the numbers of equal names do not start over in each. */
  readonly #safePaths: SafePaths
  readonly #isExcluded: (file: JudgedFile) => boolean

  constructor(ports: RoundPorts) {
    this.#ports = ports
    this.#isExcluded = pathExclusionMatcher(ports)
    this.#safePaths = diskSafePaths(ports, (path) => isPulled(path, ports))
  }

  async fetch(records: readonly HashedFileRecord[]): Promise<void> {
    const { report } = this.#ports
    this.#total = records.reduce((sum, { file_size }) => sum + file_size, 0)
    report.emit({ event: 'start', files: records.length, bytes: 0, total: this.#total })
    try {
      // Under rationing the newest or the oldest first, see `FailedWraps.read`.
      const { isRationed, isOldestFirst } = await this.#ports.knownFiles.failedWraps.read()
      const ordered = isRationed && !isOldestFirst ? records.toReversed() : records
      for (let from = 0; from < ordered.length; from += maxKeysPerRequest)
        await this.#fetchPortion(ordered.slice(from, from + maxKeysPerRequest))
    } finally {
      const { answers } = this.#ports
      for (const batch of [...answers.keys()].slice(0, -maxCachedAnswers)) answers.delete(batch)
      // Files that were fetched before an error are not fetched again.
      report.emit({ event: 'progress', bytes: this.#bytes, total: this.#total })
      this.#reportOrigins()
    }
  }

  async #fetchPortion(records: readonly HashedFileRecord[]): Promise<void> {
    const { server, targetFolder, partials, pulled, signal, report } = this.#ports
    const { pullOptions: options } = this.#ports
    const { opened, unopened, waiting } = await openFiles(records, { ...this.#ports, options })
    for (const file of unopened)
      this.#fail(
        reportedFile(file),
        this.#ports.folder.isShared ? faultInSharedFolder(file.fault) : file.fault,
      )
    await this.#letWait(waiting.map((record) => ({ ...reportedRecord(record), id: record.id })))
    const selected = opened.filter((file) => !this.#isExcluded(file) && this.#acceptOrReport(file))
    if (partials === null) {
      for (const file of selected) report.emit({ event: 'listed', ...reportedFile(file) })
      return
    }
    const shallow = withoutDeepFiles(
      selected.filter((file) => this.#isNewOrRecord(file)),
      (file, why) => this.#fail(reportedFile(file), why),
    )
    const files = this.#ports.thenCommand ? await this.#withAnswers(shallow) : shallow
    const entries = await nameFilesForDisk(this.#ports, files, this.#safePaths)
    const fileAt = (index: number) => assertDefined(files[index])
    // A token cannot be renewed here.
    const blockerHandler = new BlockerHandler({
      ...{ report, signal, server },
      ...(this.#ports.pullOptions.isWatching && { idleTimeoutMs: Infinity }),
    })
    try {
      await saveEntries(
        { targetFolder, partials, lookup: lookupBesidePulled(this.#ports) },
        entries,
        nodeOpeningContext(server, blockerHandler),
        {
          onBytes: (bytes) => {
            blockerHandler.onBytes(bytes)
            this.#progress(bytes)
          },
          onSaved: (index, path) => this.#done(fileAt(index), path),
          onFailed: (index, why) => this.#fail(reportedFile(fileAt(index)), why),
          acceptFile: (index, partialPath) => this.#runThenCommand(fileAt(index), partialPath),
        },
      )
    } finally {
      blockerHandler.close()
      pulled.sync()
    }
    if (this.#tokenError) throw this.#tokenError
  }

  /** Returns true for a file that is accepted, and reports any other: see `FileAcceptanceOptions`. */
  #acceptOrReport(file: JudgedFile): boolean {
    const why =
      file.verdict === 'elsewhere'
        ? elsewhereText(file)
        : file.hasReturned
          ? returnedText
          : this.#ports.pullOptions.isBoundOnly && !isBound(file, this.#ports.folder)
            ? notBoundText
            : null
    if (why !== null) this.#fail(reportedFile(file), why)
    return why === null
  }

  /** Returns false for a pulled file, even if its list entry has changed; the change is recorded. */
  #isNewOrRecord(file: JudgedFile): boolean {
    const { pulled } = this.#ports
    const { record, source, batchPosition, name } = file
    this.#reportDifferences(file)
    const pulledFile = pulled.find(record.id)
    if (!pulledFile) return true
    if (pulledFile.sha256 === source.sha256 && pulledFile.size === source.size) {
      pulled.add(this.#pulledAs(file, pulledFile.name, pulledFile.state), batchPosition)
      return false
    }
    this.#warn(
      `${shownText(name)}: the server had another file under this number before. It was restored from a backup, or exchanges files. Both files are kept.`,
    )
    return true
  }

  /** Fetches missing answers of the files' batches. @returns the files without those whose answers have to wait */
  async #withAnswers(files: readonly JudgedFile[]): Promise<JudgedFile[]> {
    const { address, calls, signal, knownFiles, batchesWithoutAnswers } = this.#ports
    const batchIds = files.flatMap(({ answers, batchPosition }) =>
      answers !== null && batchPosition ? [batchPosition.batch] : [],
    )
    const missingBatches = new Set(
      batchIds.filter((batch) => !this.#ports.answers.has(batch) && !batchesWithoutAnswers.has(batch)),
    )
    const waiting = new Set<string>()
    const opened = await openOwnAnswers(missingBatches, {
      ...{ workers: inProcessKeysWorkers(), signal, decryptionKeys: this.#ports.folder.decryptionKeys },
      fetchAnswers: (after) => calls.listAnswers(address.id, after),
      tryBatches: async (batches, open) => {
        const answers = await tryAnswers(knownFiles.failedWraps, batches, open)
        for (const { batch } of answers.waiting) waiting.add(batch)
        return answers.tried
      },
    })
    for (const [batch, answers] of opened) this.#ports.answers.set(batch, answers)
    for (const batch of missingBatches)
      if (!opened.has(batch) && !waiting.has(batch)) batchesWithoutAnswers.add(batch)
    const mustWait = ({ answers, batchPosition }: JudgedFile) =>
      answers !== null && batchPosition && waiting.has(batchPosition.batch)
    await this.#letWait(files.filter(mustWait).map((file) => reportedFile(file)))
    return files.filter((file) => !mustWait(file))
  }

  /** Returns the answers whose digest is in the file's manifest; null if there are none, or the server shows others. */
  #answersOf({ answers, batchPosition }: JudgedFile) {
    const opened = batchPosition ? this.#ports.answers.get(batchPosition.batch) : undefined
    return answers !== null && opened?.digest === answers ? opened.answers : null
  }

  /** Runs the command of --then. @returns true if the file may be put in place */
  async #runThenCommand(file: JudgedFile, partialPath: string): Promise<boolean> {
    const { thenCommand, report, pulled, targetFolder } = this.#ports
    if (!thenCommand) return true
    const verdict = await thenCommand.run(
      partialPath,
      fileVariables({ file: fullPath(file), ...file.source }, this.#answersOf(file)),
    )
    switch (verdict.type) {
      case 'passed':
        if (verdict.isChanged)
          this.#warn(
            `${shownText(file.name)}: the program changed it. The saved file is not the one that was sent.`,
          )
        return true
      case 'taken':
        pulled.add(this.#pulledAs(file, file.name, 'taken'), file.batchPosition)
        this.#reportDone(file)
        return false
      case 'refused': {
        const { path, why } = verdict
        pulled.add(
          this.#pulledAs(file, path === null ? file.name : pathBelow(targetFolder, path), 'refused'),
          file.batchPosition,
        )
        this.#ports.onFailed()
        const where = path === null ? 'The program has removed it' : `It is in ${path}`
        const failureText = `${why}. ${where}, and it is not fetched again.`
        report.emit({
          event: 'failed',
          ...reportedFile(file),
          ...(path !== null && { path }),
          why: failureText,
        })
        return false
      }
    }
  }

  #done(file: JudgedFile, path: string): void {
    const { pulled, targetFolder } = this.#ports
    pulled.add(this.#pulledAs(file, pathBelow(targetFolder, path), 'here'), file.batchPosition)
    this.#reportDone(file, path)
  }

  /** @param path absolute; undefined if a command has taken the file */
  #reportDone(file: JudgedFile, path?: string): void {
    const { record, source, origin, isLate } = file
    this.#ports.retrySchedule.forget(record.id)
    const reportedOrigin = shownOrigin(origin ?? undefined, record, this.#ports.folder)
    if (reportedOrigin)
      this.#namesByOrigin.set(reportedOrigin, [...(this.#namesByOrigin.get(reportedOrigin) ?? []), file.name])
    if (!source.hasManifest) this.#unsealed.push(file.name)
    if (file.verdict === 'unsaid') this.#unsaid.push(file)
    if (file.verdict === 'unjudged') {
      this.#unjudged.push(file)
      // Scripts that look at the exit code must not use these.
      this.#ports.onFailed()
    }
    if (isLate)
      this.#warn(
        `${shownText(file.name)}: it was sealed to a replaced key of this folder, so somebody who was removed may have sent it.`,
      )
    this.#ports.report.emit({
      event: 'done',
      ...reportedFile(file),
      ...(path !== undefined && { path }),
      ...(reportedOrigin && { origin: reportedOrigin }),
    })
  }

  #fail(file: ReportedFile & { id: number }, why: Fault | string): void {
    const code = typeof why === 'string' ? why : why.code
    this.#tokenError ??= tokenRefusal(code, this.#ports.rights)
    if (this.#tokenError || !this.#ports.retrySchedule.recordFailure(file.id, code, Date.now())) return
    this.#reportFailed(file, why)
  }

  /** Lets files wait until new keys may be tried. All wait for the same time, so that newest and oldest alternate. */
  async #letWait(files: readonly (ReportedFile & { id: number })[]): Promise<void> {
    if (files.length === 0) return
    const { nextTryAt } = await this.#ports.knownFiles.failedWraps.read()
    for (const file of files)
      if (this.#ports.retrySchedule.recordWaiting(file.id, waitingText, nextTryAt))
        this.#reportFailed(file, waitingText)
  }

  #reportFailed(file: ReportedFile, why: Fault | string): void {
    this.#ports.onFailed()
    this.#ports.report.emit({ event: 'failed', ...file, why })
  }

  #progress(bytes: number): void {
    this.#bytes += bytes
    if (this.#throttle.tryPass(performance.now()))
      this.#ports.report.emit({ event: 'progress', bytes: this.#bytes, total: this.#total })
  }

  #reportDifferences({ name, differences }: JudgedFile): void {
    if (differences.length === 0) return
    this.#warn(
      `${shownText(name)}: ${differences.map(differenceText).join(', ')}. The file is saved as the sender sealed it.`,
    )
  }

  #reportOrigins(): void {
    const wrongNames = this.#namesByOrigin.get('wrong')
    if (wrongNames)
      this.#warn(
        `The proof of origin of ${filesText(wrongNames)} is wrong: it was made for another folder or another file.`,
      )
    const unprovenNames = this.#namesByOrigin.get('not-proven')
    if (unprovenNames) {
      const message = `Not confirmed by a secret link of this folder: ${filesText(unprovenNames)}.`
      this.#ports.report.emit({ event: 'note', message })
    }
    if (this.#unjudged.length > 0) this.#warn(unjudgedText(this.#unjudged))
    if (this.#unsaid.length > 0) this.#ports.report.emit({ event: 'note', message: unsaidText(this.#unsaid) })
    if (this.#unsealed.length > 0)
      this.#warn(`No manifest came with ${filesText(this.#unsealed)}: ${unsealedText()}.`)
  }

  /** The record of a pulled file. @param name its path below the folder */
  #pulledAs({ record, source }: JudgedFile, name: string, state: PulledFile['state']): PulledFile {
    const { size, sha256 } = source
    const file = { id: record.id, name, size, sha256, state }
    return record.file_hash === sha256 ? file : { ...file, shown: record.file_hash }
  }

  #warn(message: string): void {
    this.#ports.report.emit({ event: 'warning', message })
  }
}

/** True if a pulled file is in this place: it belongs to one file on the server, and to no other, even if equal. */
function isPulled(
  path: string,
  { targetFolder, pulled }: Pick<PollerPorts, 'targetFolder' | 'pulled'>,
): boolean {
  const name = pulled.findName(path)
  return name !== undefined && existsSync(join(targetFolder.root, name))
}

/** A lookup in which names of pulled files are taken, so that equal files each get a path of their own. */
const lookupBesidePulled = (ports: Pick<PollerPorts, 'targetFolder' | 'pulled'>): FolderLookup => ({
  find: (path, name) =>
    isPulled([...path, name].join('/'), ports)
      ? Promise.resolve('taken')
      : ports.targetFolder.find(path, name),
})

/** Replaces a fault whose text advises to restore a personal backup: in a shared folder its members can help. */
const faultInSharedFolder = (why: Fault): Fault =>
  why.code === 'wrong-key' ? fault('folder-key-closed') : why

/** The path below the folder, '/'-separated. */
const pathBelow = ({ root }: TargetFolder, path: string): string => relative(root, path).replaceAll('\\', '/')

const filesText = (names: readonly string[]): string =>
  `${countText(names.length, 'file')} (${shownNames(names)})`
