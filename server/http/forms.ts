import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { assertDefined } from '../../contract/assertDefined.ts'
import { KiB } from '../../contract/limits.ts'
import { badRequest, validationError } from './errors.ts'
import { maxBodyBytes } from './requestLimits.ts'
import { formBoundary, readFormData } from './multipart.ts'
import { unwrapOptional, isWrapper } from './validation.ts'

/** Texts of a form in their original order. */
export class FormTexts {
  readonly fields = new Map<string, string[]>()

  add(name: string, text: string): void {
    const texts = this.fields.get(name)
    if (texts) texts.push(text)
    else this.fields.set(name, [text])
  }
}

/** True if a body was sent as a form, whose unknown fields are ignored. */
export const isForm = (body: unknown): boolean => body instanceof FormTexts

/** Limits of a multipart form that is no upload. */
const smallFormLimits = { maxParts: 1000, maxHeadBytes: KiB, maxBytes: maxBodyBytes }
/** Maximum number of fields of a urlencoded form: fields take time to parse, and ten times their bytes in memory. */
export const maxFormFields = 20_000

/** Accepts urlencoded and multipart forms besides JSON for small calls; `valuesOfForm` converts them to one shape. */
export function registerFormParsers(app: FastifyInstance): void {
  app.register(formbody, {
    bodyLimit: maxBodyBytes,
    parser: (text) => {
      if (occursMoreThan(text, '&', maxFormFields - 1))
        throw validationError(['body'], 'The form has too many fields.')
      const form = new FormTexts()
      for (const [name, value] of new URLSearchParams(text)) form.add(name, value)
      return form as unknown as Record<string, unknown>
    },
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      const form = new FormTexts()
      const boundary = formBoundary(request.headers['content-type'])
      await readFormData(oneChunk(body), boundary, smallFormLimits, (head) => {
        if (head.filename !== undefined) throw badRequest('This call takes no files.')
        const pieces: Buffer[] = []
        return {
          write: (bytes) => void pieces.push(bytes),
          end: () => {
            form.add(head.name, Buffer.concat(pieces).toString())
            return undefined
          },
        }
      })
      return form
    },
  )
}

function occursMoreThan(text: string, character: string, maxCount: number): boolean {
  let count = 0
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1))
    if (++count > maxCount) return true
  return false
}

// oxlint-disable-next-line typescript/require-await -- the parser reads asynchronous sources
async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Converts a form to the types of the schema: a repeated field becomes a list, and a blank text becomes null, or an
 * empty list, if the field allows it. A text that cannot be converted stays one and is refused by the schema. JSON
 * bodies are returned unchanged.
 */
export function valuesOfForm(body: unknown, schema: z.ZodType): unknown {
  if (!(body instanceof FormTexts)) return body
  const type = unwrapOptional(schema)
  const shape: Record<string, unknown> = type instanceof z.ZodObject ? type.shape : {}
  return Object.fromEntries([...body.fields].map(([name, texts]) => [name, fieldValueOf(texts, shape[name])]))
}

function fieldValueOf(texts: readonly string[], fieldType: unknown): unknown {
  const type = unwrapOptional(fieldType)
  const isBlank = texts.every((text) => text === '')
  if (isBlank && isNullable(fieldType)) return null
  if (type instanceof z.ZodArray) {
    return isBlank ? [] : texts.map((text) => convertText(text, unwrapOptional(type.element)))
  }
  // The last one counts, as in most frameworks.
  return convertText(assertDefined(texts.at(-1)), type)
}

function convertText(text: string, type: unknown): unknown {
  if (type instanceof z.ZodNumber) return /^-?[0-9]+$/.test(text) ? Number(text) : text
  if (type instanceof z.ZodBoolean) {
    if (['true', '1', 'on'].includes(text)) return true
    if (['false', '0', ''].includes(text)) return false
  }
  return text
}

function isNullable(type: unknown): boolean {
  let inner = type
  while (isWrapper(inner) && !(inner instanceof z.ZodNullable)) inner = inner.unwrap()
  return inner instanceof z.ZodNullable
}
