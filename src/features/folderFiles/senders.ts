import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { Answer } from '../../../core/crypto/index.ts'
import type { BatchAnswers } from '../../../core/keys/answers.ts'
import { FreeNames, safeSegment } from '../../../core/download/safeNames.ts'
import { t } from '../../../i18n/t.ts'

/**
 * [Note: Senders]
 * Who sent a file is what they answered, and the address that they proved where the folder asked for one. Files whose
 * answers and address are the same are of one sender, whatever the number of their batches. Answers count only where the
 * file's manifest names them: what a server shows beside other files is nobody's.
 */
export interface Sender {
  /** Different for each, without a slash. */
  readonly key: string
  /**
   * 'answered'; 'silent': nothing was asked or answered; 'missing': the file was sealed with answers that are not there, or
   * are others; 'left-behind': so it was, and it was copied from another folder, says the server; 'closed': nobody knows yet, or its manifest does not open.
   */
  readonly standing: 'answered' | 'silent' | 'missing' | 'left-behind' | 'closed'
  /** Of 'answered'. */
  readonly answers: readonly Answer[]
  /** The verified address, says the server. */
  readonly email: string | null
  /** In a few words. */
  readonly title: string
  /** Of the folder that an archive has for them: safe, and another for each. */
  readonly folder: string
}

/** What manifests and the answers that were asked for have told. */
export interface KnownSenders {
  /** Files whose manifest was opened, with the batch it names; null for those that have none. */
  readonly batchOf: Readonly<Record<number, string | null>>
  /** Only those that name answers of their sender: their hash. */
  readonly answersOf: Readonly<Record<number, string>>
  /** What senders answered, by batch, as far as it opened. */
  readonly answers: Readonly<Record<string, BatchAnswers>>
  /** Batches whose answers were asked for with the keys at hand: what is not among the answers is not there. */
  readonly askedFor: Readonly<Record<string, true>>
}

export interface Senders {
  readonly all: readonly Sender[]
  /** By the id of a file. */
  readonly of: ReadonlyMap<number, Sender>
}

/** Files that are looked at between two places where the work may pause. */
const filesPerStep = 500
/** Answers that a sender is called by. */
const inTitle = 2
const longestFolder = 80

/** In time proportional to the files. Yields where the work may pause (turns.ts). */
export function* senderSteps(
  records: readonly FileRecord[],
  known: KnownSenders,
): Generator<undefined, Senders> {
  const senders = new Map<string, Sender>()
  const of = new Map<number, Sender>()
  const folders = new FreeNames()
  /** Files of a batch share its answers: each is put into words once. */
  const said = new WeakMap<readonly Answer[], string>()
  for (const [index, record] of records.entries()) {
    const email = record.uploader_email
    const { standing, answers } = standingOf(record, known)
    const words = said.get(answers) ?? JSON.stringify(answers.map(({ label, value }) => [label, value]))
    said.set(answers, words)
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
        folder: folders.claim(safeSegment(title, longestFolder)),
      }
      senders.set(identity, sender)
    }
    of.set(record.id, sender)
    if (index % filesPerStep === filesPerStep - 1) yield
  }
  return { all: [...senders.values()], of }
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
  return values.slice(0, inTitle).join(', ') || (email ?? t('senders.silent'))
}

/** Where an archive has a file of this sender. @param path directory part, '.' for the root */
export const pathOfSender = ({ folder }: Sender, path: string): string =>
  path === '.' ? folder : `${folder}/${path}`
