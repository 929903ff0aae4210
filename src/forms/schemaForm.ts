import { zodResolver } from '@hookform/resolvers/zod'
import type { SubmitEvent } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { sentenceOfIssue } from './problems.ts'

export type FormOf<Fields extends FieldValues> = UseFormReturn<Fields, unknown, Fields>

/** What a form is checked by: takes its fields, and hands back fields. */
export type FormSchema<Fields extends FieldValues> = z.ZodType<Fields, Fields>

/**
 * A form that is checked when it is sent. What was complained of is judged anew while it is mended; what was not, is left
 * in peace.
 */
export const useSchemaForm = <Fields extends FieldValues>(
  schema: FormSchema<Fields>,
  initial: NoInfer<Fields>,
) =>
  useForm<Fields, unknown, Fields>({
    resolver: zodResolver(schema, { error: sentenceOfIssue }),
    defaultValues: initial as DefaultValues<Fields>,
    // The order of the page decides what is first, not that in which fields came and went: see `submitting`.
    shouldFocusError: false,
  })

/** A form's `onSubmit`: fields without errors go to `send`, else the first wrong one of the page has the focus. */
export const submitting =
  <Fields extends FieldValues>(form: FormOf<Fields>, send: (fields: Fields) => void | Promise<void>) =>
  (event: SubmitEvent<HTMLFormElement>) => {
    // A dialog's form that is asked from another is inside that to React, though not on the page.
    event.stopPropagation()
    const page = event.currentTarget
    void form.handleSubmit(send, (errors) => firstWrong(page, errors)?.focus())(event)
  }

const firstWrong = (page: HTMLFormElement, errors: FieldErrors) =>
  page.querySelector<HTMLElement>(
    Object.keys(errors)
      .map((name) => `[name="${name}"]`)
      .join(),
  )

/** Says what is against a field beside what the schema knows, and selects it, so that typing replaces it. */
export function refuse<Fields extends FieldValues>(
  form: FormOf<Fields>,
  name: FieldPath<Fields>,
  message: string,
): void {
  form.setError(name, { type: 'refused', message })
  form.setFocus(name, { shouldSelect: true })
}
