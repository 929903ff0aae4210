import { assertDefined } from '../../../contract/assertDefined.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { LinkMaster } from '../../../core/crypto/index.ts'
import { callApi } from '../../api/client.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { folderOwnerSecrets } from '../../trust/folderSecrets.ts'
import { isReturned, type FolderJudgement, type LinkedFolder, verdictOf } from '../../trust/judgedFolder.ts'
import { openJudgedFiles } from '../../trust/openJudgedFiles.ts'
import type { MarkedFile } from '../../../core/trust/seenFiles.ts'
import type { BoundVerdict } from '../../../core/trust/boundVerdict.ts'
import { sealForLink, sealNewLink } from '../../../core/keys/newLink.ts'
import type { OwnFile, OwnKeysOptions, UnopenedOwnFile } from '../../../core/keys/ownFiles.ts'
import { listedName } from '../../../core/keys/storedNames.ts'
import { downloadLinkUrl } from './downloadLinkUrl.ts'
import { resealListedLink } from './listedLink.ts'
import { type LinkProblem, LinkRefusedError } from './linkProblem.ts'

/** Files for a link, and what was checked of them before. */
export interface LinkFilesRequest {
  folder: LinkedFolder
  records: readonly FileRecord[]
  /** SHA-256 of each file, in hex, by id, if this page has sent them: nobody looks at their names before. */
  sent?: ReadonlyMap<number, string>
  /** Marks of the files that the person wants to share though they have no manifest (`OwnFile.mark`). */
  acceptedUnsealed: ReadonlySet<string>
}

export interface LinkRequest extends LinkFilesRequest {
  /** Null for a link that anyone who has it can open. */
  password: string | null
  expiration: string | null
  /** Number of visitors who may use it; null if unlimited. */
  maxDownloads: number | null
  /** Addresses of the people that it is for; null for whoever has it. */
  allowedEmails: readonly string[] | null
  introduction: { title?: string; message?: string }
}

export interface MadeLink {
  /** Address, with the keys in the fragment if there is no password. */
  address: string
  password: string | null
  maxDownloads: number | null
  isNamed: boolean
  title: string | null
  /** ISO time; null: never. */
  expiration: string | null
}

/** Thrown for files that cannot be shared; the person may share the others without them. */
export class UnsharedFilesError extends LinkRefusedError {
  readonly records: readonly FileRecord[]
  constructor(records: readonly FileRecord[], problem: LinkProblem) {
    super(problem)
    this.records = records
  }
}

/** What a person may accept of files: that they have no manifest, or that they are back after they were deleted or missing. */
type FileQuestion = 'unsealed' | 'returned'

/** Thrown for files that a link takes only if the person accepts them. */
export class QuestionedFilesError extends UnsharedFilesError {
  readonly question: FileQuestion
  readonly files: readonly MarkedFile[]
  constructor(files: readonly OwnFile[], question: FileQuestion) {
    super(
      files.map(({ record }) => record),
      {
        text: question === 'unsealed' ? 'share.unsealed' : 'share.returned',
        names: files.map(({ name }) => name),
        values: { count: files.length },
      },
    )
    this.question = question
    this.files = files.map(({ mark, record: { id } }) => ({ id, mark }))
  }
}

export interface MakeOptions {
  signal: AbortSignal
  /** Called for each file twice: when its key is opened, and when it is sealed for the link. */
  onProgress: (done: number) => void
}

/**
 * Opens the keys of files in the workers, seals them for a new link and creates it (core/crypto/FORMAT.md, 6,
 * 10), for exactly the chosen files or none.
 * @throws LinkRefusedError, FaultError, CryptoError, or the signal's reason
 */
export const makeLink =
  (
    linkRequest: LinkRequest,
    unlockedKey: UnlockedKey,
    { signal, onProgress }: MakeOptions,
  ): AppThunk<Promise<MadeLink>> =>
  async (dispatch) => {
    const { folder, records, password, expiration, maxDownloads, allowedEmails, introduction } = linkRequest
    const [owner] = await dispatch(folderOwnerSecrets(folder, unlockedKey))
    const { withKeysWorkers } = await import('../../platform/ownFileOpening.ts')
    const sealed = await withKeysWorkers(async (ports) => {
      const opened = await dispatch(openChecked(linkRequest, unlockedKey, { ...ports, signal, onProgress }))
      return sealNewLink(
        opened,
        { owner: assertDefined(owner), password },
        { ...ports, signal, onProgress: (done) => onProgress(records.length + done) },
      )
    })
    await callApi('createDownloadLink', {
      body: {
        ...sealed.fields,
        expiration_date: expiration,
        ...(maxDownloads !== null && { max_downloads: maxDownloads }),
        ...(allowedEmails !== null && { allowed_emails: [...allowedEmails] }),
        ...introduction,
      },
      signal,
    })
    const address = downloadLinkUrl(sealed.token, sealed.fragment)
    const title = introduction.title ?? null
    return { address, password, maxDownloads, isNamed: allowedEmails !== null, title, expiration }
  }

/** Files that a link does not have. */
export function recordsOutside({ file_ids }: DownloadLink, records: readonly FileRecord[]): FileRecord[] {
  const linked = new Set(file_ids)
  return records.filter(({ id }) => !linked.has(id))
}

/** Adds files to a link under its address, for exactly the chosen files or none. @throws as `makeLink` */
export const addToLink =
  (
    link: DownloadLink,
    request: LinkFilesRequest,
    unlockedKey: UnlockedKey,
    { signal, onProgress }: MakeOptions,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { folder, records } = request
    const { withKeysWorkers } = await import('../../platform/ownFileOpening.ts')
    const body = await withKeysWorkers(async (ports) => {
      const opened = await dispatch(openChecked(request, unlockedKey, { ...ports, signal, onProgress }))
      const onSealed = (done: number) => onProgress(records.length + done)
      const addFiles = (linkMaster: LinkMaster) =>
        sealForLink(opened, linkMaster, { ...ports, signal, onProgress: onSealed })
      const options = { folder, key: unlockedKey, signal, onProgress: () => undefined }
      return dispatch(resealListedLink(link, { addFiles }, options))
    })
    await callApi('updateDownloadLink', { params: { id: link.link_token }, body, signal })
  }

/** Opens files that recipients may get as the person has chosen them. @throws as `makeLink` */
const openChecked =
  (
    { folder, records, sent, acceptedUnsealed }: LinkFilesRequest,
    unlockedKey: UnlockedKey,
    options: Omit<OwnKeysOptions, 'decryptionKeys' | 'remembered' | 'indexed'>,
  ): AppThunk<Promise<OwnFile[]>> =>
  async (dispatch) => {
    const { opened, unopened, judged } = await dispatch(
      openJudgedFiles({ folder, records }, unlockedKey, options),
    )
    refuseUnopened(unopened)
    refuseAltered(opened)
    refuseOthers(opened, sent)
    refuseUnbound(opened, judged)
    refuseUnsealed(opened, acceptedUnsealed)
    refuseReturned(opened, judged)
    return opened
  }

function refuseUnopened(unopened: readonly UnopenedOwnFile[]): void {
  if (unopened.length === 0) return
  const records = unopened.map(({ record }) => record)
  throw new UnsharedFilesError(records, {
    text: 'share.notDecrypted',
    names: records.map(listedName),
    values: { count: unopened.length },
  })
}

/** Refuses files whose manifest differs from the list: recipients would get another than was chosen. */
function refuseAltered(opened: readonly OwnFile[]): void {
  const altered = opened.filter(({ differences }) => differences.length > 0)
  if (altered.length === 0) return
  throw new LinkRefusedError({
    text: 'share.filesAltered',
    names: altered.map(({ name }) => name),
    values: { count: altered.length },
  })
}

/** Refuses files that are not those which this page has sent. */
function refuseOthers(opened: readonly OwnFile[], sent: LinkRequest['sent']): void {
  const others = sent ? opened.filter(({ source }) => source.sha256 !== sent.get(source.id)) : []
  if (others.length > 0) throw new LinkRefusedError({ text: 'share.notAsSent' })
}

/** Refuses files that were not sent to the folder: the server chose them, not the person. */
function refuseUnbound(opened: readonly OwnFile[], folder: FolderJudgement): void {
  const withVerdict = (one: BoundVerdict) => opened.filter((file) => verdictOf(file, folder).verdict === one)
  const unjudged = withVerdict('unjudged')
  if (unjudged.length > 0) throw new LinkRefusedError({ text: 'share.unjudged' })
  const elsewhere = withVerdict('elsewhere')
  if (elsewhere.length === 0) return
  throw new UnsharedFilesError(
    elsewhere.map(({ record }) => record),
    {
      text: 'share.sentElsewhere',
      names: elsewhere.map(({ name }) => name),
      values: { count: elsewhere.length },
    },
  )
}

/** Refuses files whose name and content are the server's word, unless the person has accepted them. */
function refuseUnsealed(opened: readonly OwnFile[], accepted: ReadonlySet<string>): void {
  const unsealed = opened.filter(({ source, mark }) => !source.hasManifest && !accepted.has(mark))
  if (unsealed.length > 0) throw new QuestionedFilesError(unsealed, 'unsealed')
}

/** Refuses files that were deleted or missing and are back, until they are accepted (`acceptReturned`). */
function refuseReturned(opened: readonly OwnFile[], folder: FolderJudgement): void {
  const returned = opened.filter((file) => isReturned(file, folder))
  if (returned.length > 0) throw new QuestionedFilesError(returned, 'returned')
}
