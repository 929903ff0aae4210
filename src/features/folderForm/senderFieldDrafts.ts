import {
  areDistinct,
  hasFewLongTexts,
  senderField,
  type SenderField,
  type SenderFieldKind,
} from '../../../contract/schemas/senderFields.ts'
import { defaultIssueMessage } from '../../forms/schemaIssues.ts'
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
  for (const [index, draft] of drafts.entries()) {
    const { error } = senderField.safeParse(fieldOf(draft), { error: defaultIssueMessage })
    for (const { path, message } of error?.issues ?? []) {
      const name = `senderFields.${index}.${path[0] === 'options' ? 'options' : 'label'}`
      problems[name] ??=
        path[0] === 'options' && parseOptions(draft.options).length === 0 ? t('senders.noOptions') : message
    }
    if (draft.kind === 'long_text' && !hasFewLongTexts(drafts.slice(0, index + 1)))
      problems[`senderFields.${index}.kind`] = t('senders.tooManyLong')
    const isDuplicate = drafts.slice(0, index).some(({ label }) => !areDistinct([label, draft.label]))
    if (isDuplicate) problems[`senderFields.${index}.label`] ??= t('senders.twin')
  }
  return problems
}
