import { depthFault } from '../../../../core/download/depthFault.ts'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import type { Answer } from '../../../../core/crypto/index.ts'
import { UniqueNames, safeSegment } from '../../../../core/download/safeNames.ts'
import { maxAnswerLength } from '../../../../contract/limits.ts'
import { t } from '../../../../i18n/t.ts'
import type { BatchAnswers } from '../../../../core/keys/answers.ts'

/**
 * [Note: Senders] A file's sender is given by its answers and, if the folder asks for one, the verified
 * address. Files with equal answers and address have one sender, across batches. Answers count only if the
 * file's manifest names them: answers that a server shows beside other files belong to nobody.
 */
export interface Sender {
  /** Unique, without a slash. */
  readonly key: string
  /**
   * 'answered'; 'silent': no answers; 'missing': sealed with answers that are missing or differ;
   * 'later': in the format of a later version;
   * 'left-behind': likewise, and copied from another folder, according to the server; 'closed': not known
   * yet, or the manifest does not open.
   */
  readonly status: 'answered' | 'silent' | 'missing' | 'later' | 'left-behind' | 'closed'
  /** Answers, if `status` is 'answered'. */
  readonly answers: readonly Answer[]
  /** Verified address, according to the server. */
  readonly email: string | null
  readonly title: string
  /** Directory name in archives: safe and unique. */
  readonly directoryName: string
}

/** Contents of the opened manifests and answers. */
export interface OpenedSenderData {
  /** Batch id of files whose manifest was opened; null for files without a manifest. */
  readonly batchOf: Readonly<Record<number, string | null>>
  /** Hash of the sender's answers, for files that have one. */
  readonly answersOf: Readonly<Record<number, string>>
  /** Opened answers, by batch. */
  readonly answers: Readonly<Record<string, BatchAnswers>>
  /** Batches whose answers were requested with the unlocked keys; those not in `answers` do not exist. */
  readonly requestedBatches: Readonly<Record<string, true>>
}

export interface Senders {
  readonly all: readonly Sender[]
  /** Sender by id of the file. */
  readonly byFile: ReadonlyMap<number, Sender>
}

/** Number of files between two points where the work may pause. */
const filesPerStep = 500
const answersInTitle = 2
const maxDirectoryNameLength = 80

/** Determines the senders in time proportional to the files. Yields where the work may pause (timeSlice.ts). */
export function* findSendersInSteps(
  records: readonly FileRecord[],
  openedData: OpenedSenderData,
): Generator<undefined, Senders> {
  const senders = new Map<string, Sender>()
  const byFile = new Map<number, Sender>()
  const directoryNames = new UniqueNames()
  /** Formatted answers, shared by the files of a batch. */
  const formatted = new WeakMap<readonly Answer[], string>()
  for (const [index, record] of records.entries()) {
    const email = record.uploader_email
    const { status, answers } = statusOf(record, openedData)
    const words = formatted.get(answers) ?? JSON.stringify(answers.map(({ label, value }) => [label, value]))
    formatted.set(answers, words)
    const identity = JSON.stringify([status, words, email])
    let sender = senders.get(identity)
    if (!sender) {
      const title = senderTitle({ status, answers, email })
      const key = `@${encodeURIComponent(openedData.batchOf[record.id] ?? '')}:${status}:${encodeURIComponent(email ?? '')}`
      const directoryName = directoryNames.claim(safeSegment(title, maxDirectoryNameLength))
      sender = { key, status, answers, email, title, directoryName }
      senders.set(identity, sender)
    }
    byFile.set(record.id, sender)
    if (index % filesPerStep === filesPerStep - 1) yield
  }
  return { all: [...senders.values()], byFile }
}

const noAnswers: readonly Answer[] = []

function statusOf(
  { id, copied }: FileRecord,
  { batchOf, answersOf, answers, requestedBatches }: OpenedSenderData,
): Pick<Sender, 'status' | 'answers'> {
  const batch = batchOf[id]
  if (batch === undefined) return { status: 'closed', answers: noAnswers }
  const named = answersOf[id]
  if (batch === null || named === undefined) return { status: 'silent', answers: noAnswers }
  const found = answers[batch]
  if (found?.digest === null) return { status: 'later', answers: noAnswers }
  if (found?.digest === named) return { status: 'answered', answers: found.answers }
  if (!(batch in requestedBatches)) return { status: 'closed', answers: noAnswers }
  return { status: copied === true ? 'left-behind' : 'missing', answers: noAnswers }
}

function senderTitle({ status, answers, email }: Pick<Sender, 'status' | 'answers' | 'email'>): string {
  if (status === 'closed') return t('senders.closed')
  if (status === 'left-behind') return t('senders.leftBehind')
  if (status === 'missing') return email === null ? t('senders.missing') : t('senders.missingOf', { email })
  if (status === 'later') return email ?? t('senders.later')
  const values = answers.map(({ value }) => value).filter((value) => value !== '')
  return values.slice(0, answersInTitle).map(truncateAnswer).join(', ') || (email ?? t('senders.silent'))
}

/**
 * Returns the directory of a sender's file in an archive; its own where the sender's would make it too deep to be saved.
 * @param path directory part, '.' for the root
 */
export function archiveDirectoryOf({ directoryName }: Pick<Sender, 'directoryName'>, path: string): string {
  const inSender = path === '.' ? directoryName : `${directoryName}/${path}`
  return depthFault({ path: inSender }) ? path : inSender
}

/** An answer in one line; a long one is cut. */
export function truncateAnswer(value: string): string {
  const line = value.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))
  if (line.length <= maxAnswerLength) return line
  // Half a surrogate pair would be shown as a hidden character.
  return `${line.slice(0, maxAnswerLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}
