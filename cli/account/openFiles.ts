import type { FileKeys, HashedFileRecord } from '../../contract/schemas/folders.ts'
import { maxKeysPerRequest } from '../../contract/limits.ts'
import { type Fault, fault } from '../../core/faults/fault.ts'
import { openOwnFiles, type OwnFile, type UnopenedOwnFile } from '../../core/keys/ownFiles.ts'
import { type BoundVerdict, boundVerdict, isOfFolder } from '../../core/trust/boundVerdict.ts'
import {
  folderOfMark,
  noSeenFiles,
  returnsIn,
  type SeenFiles,
  withReturned,
  withSeen,
} from '../../core/trust/seenFiles.ts'
import { inProcessKeysWorkers } from '../platform/inProcessKeysWorkers.ts'
import { fileLabel, type Reporter } from '../reporter.ts'
import { reportedRecord } from '../selectFiles.ts'
import { countText, shownNames } from '../texts.ts'
import type { AccountCalls } from './accountCalls.ts'
import type { FileAcceptanceOptions } from './fileAcceptanceOptions.ts'
import { hashOfWrap, type Wrap } from './failedWraps.ts'
import type { OpenedFolder } from './openFolder.ts'
import type { KnownFiles } from './trustRecords.ts'

/** An opened file, and whether it belongs to the folder. */
export interface JudgedFile extends OwnFile<HashedFileRecord> {
  readonly verdict: BoundVerdict
  /** The folder that a file with the verdict 'elsewhere' belongs to; null if not known. */
  readonly belongsTo: number | null
  /** True if it, or another in its place, was deleted before, and --accept-returned was not given. */
  readonly hasReturned: boolean
}

export interface OpeningPorts {
  readonly calls: Pick<AccountCalls, 'getFileKeys'>
  readonly folder: OpenedFolder
  readonly knownFiles: KnownFiles
  readonly options: Pick<FileAcceptanceOptions, 'acceptsReturned'>
  readonly signal: AbortSignal
  readonly report: Reporter
}

interface UntriedFile extends Wrap {
  readonly record: HashedFileRecord
  readonly key: FileKeys
}

interface OpenedFiles {
  readonly opened: JudgedFile[]
  readonly unopened: UnopenedOwnFile<HashedFileRecord>[]
  /** Not tried yet, since too many keys have failed. */
  readonly waiting: HashedFileRecord[]
}

/**
 * Opens and judges files, in their order, and remembers those of the folder as seen.
 * @throws FaultError, CommandError; the signal's reason
 */
export async function openFiles(
  records: readonly HashedFileRecord[],
  ports: OpeningPorts,
): Promise<OpenedFiles> {
  const result: OpenedFiles = { opened: [], unopened: [], waiting: [] }
  for (let from = 0; from < records.length; from += maxKeysPerRequest) {
    const portion = await openPortion(records.slice(from, from + maxKeysPerRequest), ports)
    result.opened.push(...portion.opened)
    result.unopened.push(...portion.unopened)
    result.waiting.push(...portion.waiting)
  }
  return result
}

/** True for a file whose key is not tried: a former key pair must not open what the server wraps for it. */
const isForFormerKey = ({ sealed_to }: FileKeys, { isShared, keyId }: OpenedFolder): boolean =>
  !isShared && sealed_to !== '' && sealed_to !== keyId

async function openPortion(records: readonly HashedFileRecord[], ports: OpeningPorts): Promise<OpenedFiles> {
  const { calls, folder, options, report } = ports
  const { failedWraps, seenFiles } = ports.knownFiles
  const seen = (await seenFiles?.read()) ?? noSeenFiles
  const returnOf = returnsIn(seen, folder.id)
  const keys = new Map((await calls.getFileKeys(records.map(({ id }) => id))).map((key) => [key.id, key]))
  const results = new Map<number, JudgedFile | Fault>()
  const untried: UntriedFile[] = []
  for (const record of records) {
    const key = keys.get(record.id)
    if (!key)
      results.set(record.id, fault('key-not-sent', { values: { name: fileLabel(reportedRecord(record)) } }))
    else if (isForFormerKey(key, folder)) results.set(record.id, fault('wrong-key'))
    else {
      const hash = hashOfWrap(key.encrypted_key)
      const earlierFault = failedWraps.faultOf(hash)
      if (earlierFault) results.set(record.id, earlierFault)
      else untried.push({ record, key, hash })
    }
  }
  untried.sort((a, b) => a.record.id - b.record.id)
  await failedWraps.tryAllowed(untried, async (files) => {
    const { opened, unopened } = await openKeys(files, ports)
    for (const file of opened) results.set(file.record.id, judgedFile(file, ports, { seen, returnOf }))
    const faults = new Map(unopened.map(({ record, fault: wrapFault }) => [record.id, wrapFault]))
    for (const [id, wrapFault] of faults) results.set(id, wrapFault)
    return new Map(
      files.flatMap(({ record: { id }, hash }) => {
        const wrapFault = faults.get(id)
        return wrapFault ? [[hash, wrapFault]] : []
      }),
    )
  })
  const opened = records.flatMap(({ id }) => {
    const result = results.get(id)
    return result && 'source' in result ? [result] : []
  })
  const belonging = opened.filter(({ verdict }) => isOfFolder(verdict))
  const shown = belonging.map(({ mark, record: { id, expires_at: expires } }) => ({ id, mark, expires }))
  await seenFiles?.update((files) =>
    withSeen(options.acceptsReturned ? withReturned(files, folder.id, shown) : files, folder.id, shown),
  )
  const { length: restored } = shown.filter((file) => returnOf(file) === 'restored')
  if (restored > 0)
    report.emit({ event: 'note', message: `${countText(restored, 'file')} restored from the trash.` })
  return {
    opened,
    unopened: records.flatMap((record) => {
      const result = results.get(record.id)
      return result && !('source' in result) ? [{ record, fault: result }] : []
    }),
    waiting: records.filter(({ id }) => !results.has(id)),
  }
}

const openKeys = (files: readonly Pick<UntriedFile, 'record' | 'key'>[], { folder, signal }: OpeningPorts) =>
  openOwnFiles(
    files.map(({ record }) => record),
    {
      decryptionKeys: folder.decryptionKeys,
      remembered: folder.links?.remembered,
      fetchKeys: () => Promise.resolve(files.map(({ key }) => key)),
      ...{ workers: inProcessKeysWorkers(), signal, onProgress: () => undefined },
    },
  )

function judgedFile(
  file: OwnFile<HashedFileRecord>,
  { folder: { id, links, trust }, options }: OpeningPorts,
  { seen, returnOf }: { seen: SeenFiles; returnOf: ReturnType<typeof returnsIn> },
): JudgedFile {
  const { hasManifest } = file.source
  const judged = { ...file, hasManifest, seenIn: folderOfMark(seen, file.mark) }
  const { verdict, belongsTo } = boundVerdict(judged, { id, links, trust })
  const hasReturned =
    returnOf({ id: file.record.id, mark: file.mark }) === 'returned' && !options.acceptsReturned
  return { ...file, verdict, belongsTo, hasReturned }
}

/** True if the file itself, or its key, says that it was sent by a link of the folder. */
export const isBound = ({ verdict, sentTo }: JudgedFile, { id }: OpenedFolder): boolean =>
  verdict === 'by-key' || ((verdict === 'here' || verdict === 'proven') && sentTo === id)

/** Why a file that is 'elsewhere' is not taken. */
export const elsewhereText = ({ belongsTo }: JudgedFile): string =>
  `It was not sent to this folder${belongsTo === null ? '' : `, but to folder ${belongsTo}`}: the server moved it, or its sender made it look so. No option accepts it. Look at it in the browser.`

export const returnedText =
  'It was deleted before and is back, or is another in the place of a deleted one: somebody restored it, or the server shows it. --accept-returned accepts it.'

export const notBoundText =
  'It does not say that it was sent by a link of this folder, which --bound-only requires.'

export const unsaidText = (files: readonly JudgedFile[]): string =>
  `${countText(files.length, 'file')} (${shownNames(files.map(({ name }) => name))}) were sent by an older page or another program, which does not say by which link.`

export const unjudgedText = (files: readonly JudgedFile[]): string =>
  `It is not certain that these files were sent to this folder: ${numberedNames(files)}.`

/** Names of files with their numbers on the server. */
export const numberedNames = (files: readonly Pick<JudgedFile, 'name' | 'record'>[]): string =>
  shownNames(files.map(({ name, record }) => `${name} (number ${record.id})`))
