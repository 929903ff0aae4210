import { maxFieldLabelLength, maxFieldOptions, maxLongAnswers, maxSenderFields } from '../limits.ts'
import { shownText } from '../shownText.ts'
import { z } from './zod.ts'

/**
 * [Note: What senders are asked for]
 * The server stores the questions of a folder and shows them to anybody with the upload link, but enforces none:
 * answers arrive sealed. Questions are single lines without hidden characters (see [Note: Names that deceive]): the
 * server refuses others, and so does a sender's page, in case its server does not.
 */
const visibleText = z
  .string()
  // In no Unicode form has it more characters; what is longer is not normalized.
  .max(4 * maxFieldLabelLength, { abort: true })
  .normalize('NFC')
  .trim()
  .min(1, 'Field required.')
  .max(maxFieldLabelLength)
  .refine((text) => shownText(text) === text, 'Has characters that cannot be seen, or spaces in a row.')

export const senderFieldKinds = ['text', 'long_text', 'email', 'choice', 'date'] as const
export type SenderFieldKind = (typeof senderFieldKinds)[number]

/** Ignores case: options that look alike would be confused. */
export const areDistinct = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.normalize('NFC').trim().toLowerCase())).size === texts.length

export const senderField = z
  .object({
    label: visibleText.describe('The question.'),
    kind: z
      .enum(senderFieldKinds)
      .describe('`long_text`: of several lines, at most 8000 characters; of two fields at most.'),
    required: z.boolean(),
    options: z
      .array(visibleText)
      .min(1)
      .max(maxFieldOptions)
      .refine(areDistinct, 'An option stands there twice.')
      .optional()
      .describe('Of a choice, and of nothing else.'),
  })
  .refine(({ kind, options }) => (kind === 'choice') === (options !== undefined), {
    path: ['options'],
    message: 'A choice has options, and nothing else has.',
  })
export type SenderField = z.output<typeof senderField>

/** True if no more fields ask for a long answer than fit into sealed answers. */
export const hasFewLongTexts = (fields: readonly Pick<SenderField, 'kind'>[]): boolean =>
  fields.filter(({ kind }) => kind === 'long_text').length <= maxLongAnswers

export const senderFields = z
  .array(senderField)
  .max(maxSenderFields)
  .refine((fields) => areDistinct(fields.map(({ label }) => label)), 'Two fields have the same question.')
  .refine((fields) => hasFewLongTexts(fields), 'At most two fields ask for long text.')
