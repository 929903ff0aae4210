import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { unsealedText } from '../../i18n/differenceTexts.ts'
import { type AccountClient, withAccountClient } from '../account/accountClient.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { waitingText } from '../account/failedWraps.ts'
import { type JudgedFile, openFiles, type OpeningPorts } from '../account/openFiles.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import type { PinKeyOptions } from '../account/trustRecords.ts'
import { type UnlockedFolder, unlockFolder } from '../account/unlockFolder.ts'
import type { Context } from '../context.ts'
import { flagOption, textOption } from '../optionValues.ts'
import type { Reporter } from '../reporter.ts'
import { type ListedFile, reportedFile, reportedRecord } from '../selectFiles.ts'
import { countText, shownNames } from '../texts.ts'

/** A listed file, and its fields in events. */
export interface NamedFile<R extends HashedFileRecord = HashedFileRecord> {
  readonly record: R
  readonly reported: ListedFile
  /** Mark of its key; absent if that was not opened. */
  readonly mark?: string | undefined
}

/** Says the names of listed files. */
export interface FileNames {
  /** @returns the files in their order @throws CommandError, FaultError */
  read<R extends HashedFileRecord>(records: readonly R[]): Promise<NamedFile<R>[]>
  /** Warns of files whose names are not those that were sealed, or not known. */
  report(report: Reporter): void
  /** What to do about files without a name. */
  readonly hint: string
}

/** Names as the server shows them. Hidden ones are not known. */
const serverNames: FileNames = {
  read: (records) => Promise.resolve(records.map((record) => ({ record, reported: reportedRecord(record) }))),
  report: () => undefined,
  hint: 'Open your key with --with-key, or name those files by their numbers, with --id.',
}

interface NamesOptions extends Pick<PinKeyOptions, 'folder' | 'isDry'> {
  readonly rights: TokenRights
  /** True for files in the trash: they do not count as seen in the folder. */
  readonly isTrash?: boolean
}

/** Runs `work` with names as the server shows them or, by --with-key, as they were sealed. @throws CommandError, FaultError */
export async function withFileNames<T>(
  context: Context,
  { folder, isDry, rights, isTrash = false }: NamesOptions,
  work: (account: AccountClient, names: FileNames) => Promise<T>,
): Promise<T> {
  const secret = flagOption(context, 'with-key') ? await readKeySecret(context) : null
  const scopes = [...rights.scopes, ...(secret ? ['key:read' as const] : [])]
  const client = { origin: folder.origin, rights: { ...rights, scopes } }
  return withAccountClient(context, client, async (account) => {
    if (!secret) return work(account, serverNames)
    const unlocked = await unlockFolder(context, await openKey(secret, account.calls), account, {
      ...{ folder, isDry, acceptKey: textOption(context, 'accept-key'), pinnedLink: null },
      triesAllKeys: flagOption(context, 'accept-unopened'),
    })
    const options = { acceptsReturned: false }
    const knownFiles = { ...unlocked.knownFiles, ...(isTrash && { seenFiles: null }) }
    return work(account, new OpenedNames({ ...unlocked, knownFiles }, { ...account, ...context, options }))
  })
}

/** Names as their senders sealed them. */
export class OpenedNames implements FileNames {
  readonly hint = 'Name those files by their numbers, with --id.'
  readonly #ports: OpeningPorts
  readonly #hidesNames: boolean
  readonly #isOpened: (record: HashedFileRecord) => boolean
  /** Files by problem and id, since a list may be read again after an error. */
  readonly #found = new Map<string, Map<number, string>>()

  /** @param isOpened false for files whose names are taken as the server shows them */
  constructor(
    { opened, knownFiles }: UnlockedFolder,
    ports: Pick<OpeningPorts, 'calls' | 'signal' | 'options' | 'report'>,
    isOpened: (record: HashedFileRecord) => boolean = () => true,
  ) {
    this.#ports = { ...ports, folder: opened, knownFiles }
    this.#hidesNames = opened.hidesNames !== false
    this.#isOpened = isOpened
  }

  async read<R extends HashedFileRecord>(records: readonly R[]): Promise<NamedFile<R>[]> {
    const { opened, unopened, waiting } = await openFiles(records.filter(this.#isOpened), this.#ports)
    for (const { record } of unopened) this.#add('did not open with your key', record)
    for (const record of waiting) this.#add(`not tried. ${waitingText} They are`, record)
    const named = new Map(
      opened.map((file) => [file.record.id, { reported: this.#reported(file), mark: file.mark }]),
    )
    return records.map((record) => ({
      record,
      ...(named.get(record.id) ?? { reported: reportedRecord(record) }),
    }))
  }

  #reported(file: JudgedFile): ListedFile {
    const { record, differences, name, namesVerdict, source } = file
    if (!source.hasManifest) this.#add(`without a manifest (${unsealedText()})`, record)
    else if (differences.length > 0) this.#add('shown by the server otherwise than sealed', record, name)
    if (this.#hidesNames && namesVerdict === 'open')
      this.#add('came with open names into this folder, which hides them', record, name)
    // Of equal paths the server numbers those that it knows.
    const isAsListed = !source.hasManifest || (namesVerdict === 'open' && differences.length === 0)
    return isAsListed ? reportedRecord(record) : reportedFile(file)
  }

  #add(problem: string, { id }: HashedFileRecord, name?: string): void {
    const files = this.#found.get(problem) ?? new Map<number, string>()
    this.#found.set(problem, files.set(id, name === undefined ? `number ${id}` : `${name} (number ${id})`))
  }

  report(report: Reporter): void {
    for (const [problem, files] of this.#found) {
      const message = `${countText(files.size, 'file')} ${problem}: ${shownNames([...files.values()])}.`
      report.emit({ event: 'warning', message })
    }
  }
}
