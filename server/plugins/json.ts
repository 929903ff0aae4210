import type { FastifyInstance } from 'fastify'
import { validationError } from '../http/errors.ts'
import { exceededBound } from '../../contract/jsonBounds.ts'

const messageOfBound = { depth: 'The JSON is nested too deeply.', values: 'The JSON has too many values.' }

/** Parses JSON bodies, within limits that are checked before. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bound = exceededBound(body)
    if (bound !== undefined) done(validationError(['body'], messageOfBound[bound]))
    else void parse(request, body.toString(), done)
  })
}
