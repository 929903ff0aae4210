import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ownSentence } from '../../i18n/forms.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { sentenceOfIssue } from './problems.ts'

export type FormOf<Fields extends FieldValues> = UseFormReturn<Fields, unknown, Fields>

/** What a form is checked by: takes its fields, and hands back fields. */
export type FormSchema<Fields extends FieldValues> = z.ZodType<Fields, Fields>

/**
 * A form that is checked when it is sent. What was complained of is judged anew while it is mended; what was not, is left
 * in peace.
 */
export function useSchemaForm<Fields extends FieldValues>(
  schema: FormSchema<Fields>,
  initial: NoInfer<Fields>,
): FormOf<Fields> {
  const form = useForm<Fields, unknown, Fields>({
    resolver: resolverOf(schema),
    defaultValues: initial as DefaultValues<Fields>,
    // The order of the page decides what is first, not that in which fields came and went: see `submitting`.
    shouldFocusError: false,
  })
  const { control, getValues, getFieldState, setError, trigger } = form
  const language = useLanguage()
  // What is complained of is said anew in another language, by the schema or by whoever refused it.
  useEffect(() => {
    const names = Object.keys(getValues()) as FieldPath<Fields>[]
    const wrong = names.filter((name) => getFieldState(name).error !== undefined)
    const isRefused = (name: FieldPath<Fields>) => getFieldState(name).error?.type === refused
    const unfit = wrong.filter((name) => !isRefused(name))
    if (unfit.length > 0) void trigger(unfit)
    for (const name of wrong.filter(isRefused))
      setError(name, { type: refused, message: refusals.get(control)?.get(name)?.() ?? '' })
  }, [language, control, getValues, getFieldState, setError, trigger])
  return form
}

/** Sentences of the contract's schemas are said in the language of the page. */
function resolverOf<Fields extends FieldValues>(
  schema: FormSchema<Fields>,
): Resolver<Fields, unknown, Fields> {
  const resolve = zodResolver(schema, { error: sentenceOfIssue })
  return async (...args) => {
    const result = await resolve(...args)
    sayOwn(result.errors)
    return result
  }
}

/** Those of lists lie deeper. `ref` is an element of the page. */
function sayOwn(errors: object): void {
  for (const [key, error] of Object.entries(errors) as [string, unknown][]) {
    if (key === 'ref' || typeof error !== 'object' || error === null) continue
    if ('message' in error && typeof error.message === 'string') error.message = ownSentence(error.message)
    else sayOwn(error)
  }
}

const refused = 'refused'

/** Of each form, what was said against its fields besides the schema. */
const refusals = new WeakMap<object, Map<string, () => string>>()

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
    namesIn(errors)
      .map((name) => `[name="${name}"]`)
      .join(),
  )

/** Of all inputs with errors: those of a list lie deeper. */
function namesIn(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    const name = `${above}${key}`
    return 'type' in error ? [name] : namesIn(error, `${name}.`)
  })
}

/** Says what is against a field beside what the schema knows, in the language of whenever it is read. */
export function complain<Fields extends FieldValues>(
  form: FormOf<Fields>,
  name: FieldPath<Fields>,
  say: () => string,
): void {
  const ofForm = refusals.get(form.control) ?? new Map<string, () => string>()
  refusals.set(form.control, ofForm.set(name, say))
  form.setError(name, { type: refused, message: say() })
}

/** The same, and selects the field, so that typing replaces what is in it. */
export function refuse<Fields extends FieldValues>(
  ...[form, name, say]: Parameters<typeof complain<Fields>>
): void {
  complain(form, name, say)
  form.setFocus(name, { shouldSelect: true })
}
