import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { Answer } from '../../../core/crypto/index.ts'
import type { BatchAnswers } from '../../../core/keys/answers.ts'
import { UniqueNames, safeSegment } from '../../../core/download/safeNames.ts'
import { truncateAnswer } from './truncateAnswer.ts'
import { t } from '../../../i18n/t.ts'

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
   * 'left-behind': likewise, and copied from another folder, according to the server; 'closed': not known
   * yet, or the manifest does not open.
   */
  readonly standing: 'answered' | 'silent' | 'missing' | 'left-behind' | 'closed'
  /** Answers, if `standing` is 'answered'. */
  readonly answers: readonly Answer[]
  /** Verified address, according to the server. */
  readonly email: string | null
  /** Short title. */
  readonly title: string
  /** Directory name in archives: safe and unique. */
  readonly folder: string
}

/** Data from manifests and from the answers that were requested. */
export interface KnownSenders {
  /** Batch id of files whose manifest was opened; null for files without a manifest. */
  readonly batchOf: Readonly<Record<number, string | null>>
  /** Hash of the sender's answers, for files that have one. */
  readonly answersOf: Readonly<Record<number, string>>
  /** Opened answers, by batch. */
  readonly answers: Readonly<Record<string, BatchAnswers>>
  /** Batches whose answers were requested with the unlocked keys; those not in `answers` do not exist. */
  readonly askedFor: Readonly<Record<string, true>>
}

export interface Senders {
  readonly all: readonly Sender[]
  /** Sender by id of the file. */
  readonly of: ReadonlyMap<number, Sender>
}

/** Number of files between two points where the work may pause. */
const filesPerStep = 500
/** Number of answers in a sender's title. */
const answersInTitle = 2
const maxFolderLength = 80

/** Determines the senders in time proportional to the files. Yields where the work may pause (timeSlice.ts). */
export function* findSendersInSteps(
  records: readonly FileRecord[],
  known: KnownSenders,
): Generator<undefined, Senders> {
  const senders = new Map<string, Sender>()
  const byFile = new Map<number, Sender>()
  const folders = new UniqueNames()
  /** Formatted answers, shared by the files of a batch. */
  const formatted = new WeakMap<readonly Answer[], string>()
  for (const [index, record] of records.entries()) {
    const email = record.uploader_email
    const { standing, answers } = standingOf(record, known)
    const words = formatted.get(answers) ?? JSON.stringify(answers.map(({ label, value }) => [label, value]))
    formatted.set(answers, words)
    const identity = JSON.stringify([standing, words, email])
    let sender = senders.get(identity)
    if (!sender) {
      const title = titleOf({ standing, answers, email })
      const key = `@${encodeURIComponent(known.batchOf[record.id] ?? '')}:${standing}:${encodeURIComponent(email ?? '')}`
      sender = {
        key,
        standing,
        answers,
        email,
        title,
        folder: folders.claim(safeSegment(title, maxFolderLength)),
      }
      senders.set(identity, sender)
    }
    byFile.set(record.id, sender)
    if (index % filesPerStep === filesPerStep - 1) yield
  }
  return { all: [...senders.values()], of: byFile }
}

const nothing: readonly Answer[] = []

function standingOf(
  { id, copied }: FileRecord,
  { batchOf, answersOf, answers, askedFor }: KnownSenders,
): Pick<Sender, 'standing' | 'answers'> {
  const batch = batchOf[id]
  if (batch === undefined) return { standing: 'closed', answers: nothing }
  const named = answersOf[id]
  if (batch === null || named === undefined) return { standing: 'silent', answers: nothing }
  const found = answers[batch]
  if (found?.digest === named) return { standing: 'answered', answers: found.answers }
  if (!(batch in askedFor)) return { standing: 'closed', answers: nothing }
  return { standing: copied === true ? 'left-behind' : 'missing', answers: nothing }
}

function titleOf({ standing, answers, email }: Pick<Sender, 'standing' | 'answers' | 'email'>): string {
  if (standing === 'closed') return t('senders.closed')
  if (standing === 'left-behind') return t('senders.leftBehind')
  if (standing === 'missing') return email === null ? t('senders.missing') : t('senders.missingOf', { email })
  const values = answers.map(({ value }) => value).filter((value) => value !== '')
  return values.slice(0, answersInTitle).map(truncateAnswer).join(', ') || (email ?? t('senders.silent'))
}

/** Returns the directory of a sender's file in an archive. @param path directory part, '.' for the root */
export const pathOfSender = ({ folder }: Sender, path: string): string =>
  path === '.' ? folder : `${folder}/${path}`
