import { expect, it } from 'vitest'
import ts from 'typescript'
import { apiCodeOf } from '../../contract/errors.ts'
import { lineOf, type Source, sourcesIn, visit } from './sources.ts'

/** What makes the answer to a request that is refused: server/http/errors.ts. */
const errorFactories = new Set([
  ...[
    'HttpError',
    'badRequest',
    'unauthorized',
    'forbidden',
    'notFound',
    'requestTimeout',
    'conflict',
    'gone',
  ],
  ...['contentTooLarge', 'unprocessable', 'insufficientStorage', 'unavailable', 'invalidField'],
])

/** What no page of ours is told: calls that break the rules of the interface, which pages keep to. */
const textsForPrograms = new Set([
  'Not Found',
  'Comes with a sealed link.',
  'Comes with a link token.',
  'Must be of the files of the link, ascending by id.',
  'Must be those of the link, without some or with more, ascending by id.',
  'A link gets a new address if it gets or loses its password, and only then.',
  'A link without a password needs none.',
  'Not a password verifier.',
  'Must say how the verifier was derived.',
  'This server takes derived password verifiers only.',
  'The password is not a verifier.',
  'The form is malformed or incomplete.',
  'The form has no boundary.',
  'The form has too many parts.',
  'The form has too many files.',
  'A part of the form has too long a head.',
  'The fields are too long.',
  'A field is too long.',
  'This is more than is tried.',
  'The form has a file where none is expected.',
  'Field required.',
  'Must be 16 bytes in base64url.',
  'Must be the sealed answers of a batch that has an id.',
  'Must be a fingerprint in base64url.',
  'Must be different numbers.',
  'This call takes no files.',
  'This call takes no body.',
  'The body comes in too many small chunks.',
  'A file is named twice.',
  'All files of a link must be in the same folder.',
  'The requested range does not exist.',
  'Must be an RSA public key of 2048, 3072 or 4096 bits, exponent 65537.',
  'No encrypted file has this length.',
  'Parts of this file come to this server.',
  'An encrypted key is malformed.',
])

/** Sentences that stand where the request is refused. */
function sentencesOf(source: Source): { line: string; text: string }[] {
  const found: { line: string; text: string }[] = []
  visit(source.tree, (node) => {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return
    if (!errorFactories.has(node.expression.getText(source.tree))) return
    for (const argument of node.arguments ?? [])
      if (ts.isStringLiteralLike(argument) && /[ .]/.test(argument.text))
        found.push({ line: lineOf(source, node), text: argument.text })
  })
  return found
}

it('what the server refuses has a code, by which pages say it in the language of their reader', () => {
  const sentences = sourcesIn(['server']).flatMap(sentencesOf)
  expect(
    sentences.filter(({ text }) => apiCodeOf(text) === undefined && !textsForPrograms.has(text)),
  ).toEqual([])
  const stale = [...textsForPrograms].filter((text) => !sentences.some((one) => one.text === text))
  expect(stale).toEqual([])
})
