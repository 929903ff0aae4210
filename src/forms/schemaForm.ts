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
import { translateSchemaMessage } from '../../i18n/translateSchemaMessage.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { defaultIssueMessage } from './schemaIssues.ts'

export type FormOf<Fields extends FieldValues> = UseFormReturn<Fields, unknown, Fields>

/** A schema for a form: its input and output are the fields. */
export type FormSchema<Fields extends FieldValues> = z.ZodType<Fields, Fields>

/** A form that is validated on submit. Fields with errors are validated again while they change. */
export function useSchemaForm<Fields extends FieldValues>(
  schema: FormSchema<Fields>,
  initial: NoInfer<Fields>,
): FormOf<Fields> {
  const form = useForm<Fields, unknown, Fields>({
    resolver: resolverOf(schema),
    defaultValues: initial as DefaultValues<Fields>,
    // `submitHandler` focuses by the order of the page instead of that of registration.
    shouldFocusError: false,
  })
  const { control, getValues, getFieldState, setError, trigger } = form
  const language = useLanguage()
  // Translates shown errors when the language changes.
  useEffect(() => {
    const names = Object.keys(getValues()) as FieldPath<Fields>[]
    const wrong = names.filter((name) => getFieldState(name).error !== undefined)
    const isRefused = (name: FieldPath<Fields>) => getFieldState(name).error?.type === refusedType
    const invalid = wrong.filter((name) => !isRefused(name))
    if (invalid.length > 0) void trigger(invalid)
    for (const name of wrong.filter(isRefused))
      setError(name, { type: refusedType, message: refusals.get(control)?.get(name)?.() ?? '' })
  }, [language, control, getValues, getFieldState, setError, trigger])
  return form
}

function resolverOf<Fields extends FieldValues>(
  schema: FormSchema<Fields>,
): Resolver<Fields, unknown, Fields> {
  const resolve = zodResolver(schema, { error: defaultIssueMessage })
  return async (...args) => {
    const result = await resolve(...args)
    translateErrors(result.errors)
    return result
  }
}

/** Recurses into errors of lists. `ref` is a DOM element. */
function translateErrors(errors: object): void {
  for (const [key, error] of Object.entries(errors) as [string, unknown][]) {
    if (key === 'ref' || typeof error !== 'object' || error === null) continue
    if ('message' in error && typeof error.message === 'string')
      error.message = translateSchemaMessage(error.message)
    else translateErrors(error)
  }
}

const refusedType = 'refused'

/** Per form: errors set outside of its schema, by field. */
const refusals = new WeakMap<object, Map<string, () => string>>()

/** A form's `onSubmit`: passes valid fields to `send`, otherwise focuses the page's first invalid field. */
export const submitHandler =
  <Fields extends FieldValues>(form: FormOf<Fields>, send: (fields: Fields) => void | Promise<void>) =>
  (event: SubmitEvent<HTMLFormElement>) => {
    const page = event.currentTarget
    void form.handleSubmit(send, (errors) => revealField(firstInvalidField(page, errors)))(event)
  }

function revealField(field: HTMLElement | null): void {
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

const firstInvalidField = (page: HTMLFormElement, errors: FieldErrors) =>
  page.querySelector<HTMLElement>(
    invalidFieldNames(errors)
      .map((name) => `[name="${name}"]`)
      .join(),
  )

/** Names of all inputs with errors, nested ones in lists included. */
function invalidFieldNames(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    const name = `${above}${key}`
    return 'type' in error ? [name] : invalidFieldNames(error, `${name}.`)
  })
}

/** Sets an error that the schema does not know; `message` is called again when the language changes. */
export function setFieldError<Fields extends FieldValues>(
  form: FormOf<Fields>,
  name: FieldPath<Fields>,
  message: () => string,
): void {
  const ofForm = refusals.get(form.control) ?? new Map<string, () => string>()
  refusals.set(form.control, ofForm.set(name, message))
  form.setError(name, { type: refusedType, message: message() })
}

/** Like `setFieldError`, and selects the field's text, so that typing replaces it. */
export function rejectField<Fields extends FieldValues>(
  ...[form, name, message]: Parameters<typeof setFieldError<Fields>>
): void {
  setFieldError(form, name, message)
  form.setFocus(name, { shouldSelect: true })
}
