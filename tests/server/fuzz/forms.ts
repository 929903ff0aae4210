import fc from '../../fastCheck.ts'
import { createHash } from 'node:crypto'
import { apiBase } from '../../../contract/call.ts'
import { addresses, frameRequest, framings, senders, type Framing, type Sender } from './requests.ts'
import type { RawRequest } from './rawRequest.ts'
import { oddText } from './schemaArbitrary.ts'
import { uploadParts } from '../uploads.ts'
import { canary, Placeholder, fillPlaceholders, type FuzzWorld } from './world.ts'

/** An upload whose form is broken in at least one place. */
interface FormPlan {
  link: unknown
  sizes: number[]
  batchId: string | undefined
  fieldsFirst: boolean
  gates: Record<string, unknown>
  edits: Edit[]
  bytes: ByteEdit | undefined
  contentType: string | undefined
  sender: Sender
  framing: Framing
  address: string
}

/** One part as bytes: its head without the empty line that ends it, and its body. */
interface RawPart {
  head: Buffer
  body: Buffer
}

/** Changes the list of parts in place; `at` says which one. */
interface Edit {
  name: string
  at: number
  text: string
}

type ByteEdit = { name: (typeof byteEdits)[number]; at: number; text: string }

const boundary = '----FuzzBoundary+a'

const headEdits: Record<string, (text: string) => string> = {
  'no disposition': () => 'Content-Type: text/plain',
  'no name': () => 'Content-Disposition: form-data',
  'empty name': () => 'Content-Disposition: form-data; name=""',
  'odd name': (text) => `Content-Disposition: form-data; name="${text}"`,
  'bare name': (text) => `Content-Disposition: form-data; name=${text}`,
  'NUL in name': () => 'Content-Disposition: form-data; name="fi\0les"; filename="a\0b"',
  'line break in name': () => 'Content-Disposition: form-data; name="files\r\nX-A: b"; filename="a\r\nb"',
  'two names': (text) => `Content-Disposition: form-data; name="files"; name="${text}"; filename="a"`,
  'open quote': () => 'Content-Disposition: form-data; name="files"; filename="a',
  'quotes within': () => 'Content-Disposition: form-data; name="files"; filename="a"b"c\\"',
  'odd file name': (text) => `Content-Disposition: form-data; name="files"; filename="${text}"`,
  'empty file name': () => 'Content-Disposition: form-data; name="files"; filename=""',
  'no file name': () => 'Content-Disposition: form-data; name="files"',
  'file as field': (text) => `Content-Disposition: form-data; name="encrypted_keys"; filename="${text}"`,
  'extended name': () => 'Content-Disposition: form-data; name="files"; filename*=UTF-8\'\'%ff%00',
  'dots as file name': () => 'Content-Disposition: form-data; name="files"; filename="../../.."',
  'other disposition': () => 'Content-Disposition: attachment; name="files"; filename="a"',
  'two dispositions': (text) =>
    `Content-Disposition: form-data; name="files"; filename="a"\r\nContent-Disposition: form-data; name="${text}"`,
  'no colon': () => 'Content-Disposition form-data; name="files"',
  'only a colon': () => ':',
  'giant header': () => `Content-Disposition: form-data; name="files"; filename="${'x'.repeat(20_000)}"`,
  'large header': () => `Content-Disposition: form-data; name="files"; filename="${'"; '.repeat(1500)}"`,
  'blanks for ever': () => `Content-Disposition: form-data; name="files"${' \t'.repeat(2000)}; filename="a"`,
  'many headers': () =>
    `Content-Disposition: form-data; name="files"; filename="a"\r\n${'a: b\r\n'.repeat(2000)}`,
  'base64 encoding': () =>
    'Content-Disposition: form-data; name="files"; filename="a"\r\nContent-Transfer-Encoding: base64',
  'a reference to nothing': (text) =>
    `Content-Disposition: form-data; name="files"; filename="${text}"\r\nContent-Type: application/vnd.sealpost.upload-reference`,
  'folded header': () => 'Content-Disposition: form-data;\r\n name="files"; filename="a"',
  empty: () => '',
}

const partListEdits: Record<string, (parts: RawPart[], at: number) => void> = {
  dropped: (parts, at) => parts.splice(at, 1),
  repeated: (parts, at) => parts.splice(at, 0, ...parts.slice(at, at + 1)),
  'repeated often': (parts, at) => {
    const [part] = parts.slice(at)
    if (part) parts.splice(at, 0, ...Array<RawPart>(part.body.length > 10_000 ? 5 : 1200).fill(part))
  },
  'moved to the end': (parts, at) => parts.push(...parts.splice(at, 1)),
  'moved to the front': (parts, at) => parts.unshift(...parts.splice(at, 1)),
  reversed: (parts) => parts.reverse(),
  emptied: (parts) => parts.splice(0),
}

const bodyEdits: Record<string, (body: Buffer, text: string) => Buffer> = {
  'odd body': (_body, text) => Buffer.from(text),
  'empty body': () => Buffer.alloc(0),
  'long body': () => Buffer.alloc(40_000, 'A'),
  'very long body': () => Buffer.alloc(3_000_000, 'A'),
  'cut body': (body) => body.subarray(0, body.length >> 1),
  'NUL body': () => Buffer.alloc(100),
  'nearly a delimiter': (body) => Buffer.concat([body, Buffer.from(`\r\n--${boundary.slice(0, -1)}`), body]),
  'invalid UTF-8': () => Buffer.from([0xff, 0xfe, 0x80, 0xc0]),
}

const byteEdits = [
  'cut',
  'no last delimiter',
  'flipped byte',
  'inserted bytes',
  'removed bytes',
  'line feeds alone',
  'preamble',
  'epilogue',
  'twice',
  'delimiters alone',
  'nothing',
  'noise',
] as const

const contentTypes = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(71)}`,
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary="${boundary}"`,
  `multipart/form-data; boundary="${boundary.slice(0, -3)}"`,
  `MULTIPART/FORM-DATA; charset=utf-16; BOUNDARY=${boundary}`,
  `multipart/mixed; boundary=${boundary}`,
  `multipart/form-data; boundary=${boundary}; boundary=other`,
  'multipart/form-data; boundary=(.*)+$',
  'multipart/form-data; boundary=-',
  'multipart/form-data; boundary=\xff',
  'application/octet-stream',
  'application/json',
  '',
]

const editNames = [...Object.keys(headEdits), ...Object.keys(partListEdits), ...Object.keys(bodyEdits)]
const fractionArbitrary = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const editArbitrary: fc.Arbitrary<Edit> = fc.record({
  name: fc.constantFrom(...editNames),
  at: fractionArbitrary,
  text: oddText,
})
const byteEditArbitrary: fc.Arbitrary<ByteEdit> = fc.record({
  name: fc.oneof({ weight: 3, arbitrary: fc.constant('cut' as const) }, fc.constantFrom(...byteEdits)),
  at: fractionArbitrary,
  text: oddText,
})

const formPlanArbitrary = (changes: {
  edits?: fc.Arbitrary<Edit[]>
  bytes?: fc.Arbitrary<ByteEdit>
  contentType?: fc.Arbitrary<string>
  framing?: fc.Arbitrary<Framing>
}): fc.Arbitrary<FormPlan> =>
  fc.record({
    link: fc.oneof(
      { weight: 6, arbitrary: fc.constant(new Placeholder('folderToken')) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(new Placeholder('lockedToken'), new Placeholder('mailedToken')),
      },
      { weight: 1, arbitrary: fc.constant(canary) },
    ),
    sizes: fc.array(fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(16, 5000, 70_000, 300_000)), {
      maxLength: 5,
    }),
    batchId: fc.option(fc.constantFrom('A'.repeat(22), 'B'.repeat(22), canary), { nil: undefined }),
    fieldsFirst: fc.boolean(),
    gates: fc.oneof(
      fc.constant({}),
      fc.constant({ link_password: new Placeholder('folderPassword') }),
      fc.record({ link_password: oddText, uploader_email: oddText, verification_code: oddText }),
    ),
    edits: changes.edits ?? fc.array(editArbitrary, { maxLength: 2 }),
    bytes: changes.bytes ?? fc.constant(undefined),
    contentType: changes.contentType ?? fc.constant(undefined),
    sender: senders,
    framing: changes.framing ?? framings,
    address: addresses,
  })

export const formPlans: fc.Arbitrary<FormPlan> = fc.oneof(
  {
    weight: 5,
    arbitrary: formPlanArbitrary({ edits: fc.array(editArbitrary, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: formPlanArbitrary({ bytes: byteEditArbitrary }) },
  { weight: 1, arbitrary: formPlanArbitrary({ contentType: fc.constantFrom(...contentTypes) }) },
  {
    weight: 1,
    arbitrary: formPlanArbitrary({
      framing: fc.constantFrom<Framing>('too long', 'too short', 'cut chunks'),
    }),
  },
)

export function encodeFormPlan(form: FormPlan, world: FuzzWorld): RawRequest {
  const gates = fillPlaceholders(form.gates, world.reals) as Record<string, string>
  const parts = uploadParts({
    files: form.sizes.map((size, i) => ({ name: `file ${i}`, bytes: pseudoCiphertext(size, i) })),
    ...(form.batchId !== undefined && { batchId: form.batchId }),
    fieldsFirst: form.fieldsFirst,
    gates,
  }).map(({ name, filename, type, body }): RawPart => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const typeLine = type === undefined ? '' : `\r\nContent-Type: ${type}`
    return { head: Buffer.from(`Content-Disposition: form-data; name="${name}"${file}${typeLine}`), body }
  })
  for (const change of form.edits) applyEdit(change, parts)
  const whole = Buffer.concat([
    ...parts.flatMap(({ head, body }) => [
      Buffer.from(`--${boundary}\r\n`),
      head,
      Buffer.from('\r\n\r\n'),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return frameRequest(
    {
      ...form,
      method: 'POST',
      target: `${apiBase}/upload/${String(fillPlaceholders(form.link, world.reals))}`,
      headers: [],
      contentType: form.contentType ?? `multipart/form-data; boundary=${boundary}`,
      body: form.bytes ? editBytes(whole, form.bytes) : whole,
    },
    world,
  )
}

function applyEdit({ name, at, text }: Edit, parts: RawPart[]): void {
  const place = Math.floor(at * parts.length)
  partListEdits[name]?.(parts, place)
  const part = parts[place]
  if (!part) return
  const head = headEdits[name]
  const body = bodyEdits[name]
  if (head) parts[place] = { ...part, head: Buffer.from(head(text)) }
  if (body) parts[place] = { ...part, body: body(part.body, text) }
}

function editBytes(bytes: Buffer, { name, at, text }: ByteEdit): Buffer {
  const place = Math.floor(at * bytes.length)
  const before = bytes.subarray(0, place)
  const delimiter = Buffer.from(`--${boundary}\r\n`)
  switch (name) {
    case 'cut':
      return before
    case 'no last delimiter':
      return bytes.subarray(0, bytes.lastIndexOf('--', -6))
    case 'flipped byte':
      return Buffer.concat([before, Buffer.from([(bytes[place] ?? 0) ^ 0x20]), bytes.subarray(place + 1)])
    case 'inserted bytes':
      return Buffer.concat([before, Buffer.from(text), bytes.subarray(place)])
    case 'removed bytes':
      return Buffer.concat([before, bytes.subarray(place + 1 + Math.floor(at * 40))])
    case 'line feeds alone':
      return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    case 'preamble':
      return Buffer.concat([Buffer.from(`${text}\r\n`), bytes])
    case 'epilogue':
      return Buffer.concat([bytes, Buffer.from(text), bytes])
    case 'twice':
      return Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('--')), Buffer.from('\r\n'), bytes])
    case 'delimiters alone':
      return Buffer.concat(Array<Buffer>(Math.ceil(at * 10_000)).fill(delimiter))
    case 'nothing':
      return Buffer.alloc(0)
    case 'noise':
      return pseudoCiphertext(Math.ceil(at * 100_000), 0)
  }
}

/** Bytes that look like ciphertext, the same in every run. */
function pseudoCiphertext(size: number, seed: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, i) =>
    createHash('sha256').update(`${seed} ${i}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, size)
}
