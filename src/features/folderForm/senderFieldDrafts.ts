import {
  areDistinct,
  hasFewLongTexts,
  senderField,
  type SenderField,
  type SenderFieldKind,
} from '../../../contract/schemas/senderFields.ts'
import { issueMessage } from '../../forms/schemaProblems.ts'
import { t } from '../../../i18n/t.ts'

/** A question to senders, as typed. */
export interface SenderFieldDraft {
  label: string
  kind: SenderFieldKind
  required: boolean
  /** Options of a choice, one on each line. */
  options: string
}

export const newDraft: SenderFieldDraft = { label: '', kind: 'text', required: false, options: '' }

export const draftOf = ({ label, kind, required, options }: SenderField): SenderFieldDraft => ({
  label,
  kind,
  required,
  options: options?.join('\n') ?? '',
})

export const parseOptions = (typed: string): string[] =>
  typed
    .split('\n')
    .map((option) => option.trim())
    .filter((option) => option !== '')

/** Converts a draft; values of other kinds are dropped. */
export const fieldOf = ({ label, kind, required, options }: SenderFieldDraft): SenderField => ({
  label: label.trim(),
  kind,
  required,
  ...(kind === 'choice' && { options: parseOptions(options) }),
})

/** Returns the errors of the contract's rules, by name of the input. */
export function draftProblems(drafts: readonly SenderFieldDraft[]): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [at, draft] of drafts.entries()) {
    const { error } = senderField.safeParse(fieldOf(draft), { error: issueMessage })
    for (const { path, message } of error?.issues ?? []) {
      const name = `senderFields.${at}.${path[0] === 'options' ? 'options' : 'label'}`
      problems[name] ??=
        path[0] === 'options' && parseOptions(draft.options).length === 0 ? t('senders.noOptions') : message
    }
    if (draft.kind === 'long_text' && !hasFewLongTexts(drafts.slice(0, at + 1)))
      problems[`senderFields.${at}.kind`] = t('senders.tooManyLong')
    const isDuplicate = drafts.slice(0, at).some(({ label }) => !areDistinct([label, draft.label]))
    if (isDuplicate) problems[`senderFields.${at}.label`] ??= t('senders.twin')
  }
  return problems
}
