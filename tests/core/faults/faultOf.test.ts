import { describe, expect, it } from 'vitest'
import { apiCodeOf, errorDetails } from '../../../contract/errors.ts'
import { CryptoError } from '../../../core/crypto/index.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { faultOfResponse } from '../../../core/faults/faultOfResponse.ts'
import { faultOfAnswer, isRedirectOrPage } from '../../../core/faults/otherAnswer.ts'

const responseHead = (status: number, statusText = '') => ({ status, statusText })

describe('an answer that is not a success', () => {
  it('is named by its code', () => {
    expect(faultOfResponse(responseHead(507), { detail: 'Voll.', code: 'linkQuota' })).toEqual({
      code: 'linkQuota',
      status: 507,
      said: 'Voll.',
    })
  })
  it('is named by its text where the server sends no code, or one of a later version', () => {
    for (const code of [undefined, 'ofTomorrow', 'toString', 7, null]) {
      expect(faultOfResponse(responseHead(410), { detail: 'Link invalid/expired.', code }).code).toBe(
        'linkInvalid',
      )
    }
  })
  it('says the end of a session in whatever words stand around it, and of no other status', () => {
    expect(faultOfResponse(responseHead(401), { detail: 'Your Session expired today' }).code).toBe(
      'sessionExpired',
    )
    expect(faultOfResponse(responseHead(409), { detail: 'Your Session expired today' }).code).toBe('refused')
  })
  it('is refused with what the server says, without secrets of addresses', () => {
    expect(faultOfResponse(responseHead(400), { detail: 'No /download/tok#7:c2VjcmV0 here' })).toEqual({
      code: 'refused',
      status: 400,
      said: 'No /download/tok here',
    })
  })
  it.each([[null], ['text'], [{}], [{ detail: '' }], [{ detail: [] }], [{ detail: 7 }], [[]]])(
    'says nothing of %j but its status',
    (body) => {
      expect(faultOfResponse(responseHead(502, 'Bad Gateway'), body)).toEqual({
        code: 'refused',
        status: 502,
        values: { statusText: 'Bad Gateway' },
      })
    },
  )
  it('bears a list whose items are anything', () => {
    const detail = [{ loc: ['body', 'files', 2, 'name'], msg: 'Too long.' }, { msg: 'No.' }, 7, null]
    expect(faultOfResponse(responseHead(422), { detail }).said).toBe(
      'files.2.name: Too long.; No.; Invalid value.; Invalid value.',
    )
  })
  it('says when to come again', () => {
    expect(faultOfResponse({ ...responseHead(429), retryAfter: 0 }, null).after).toBe(0)
    expect(faultOfResponse({ ...responseHead(429), retryAfter: null }, null)).not.toHaveProperty('after')
  })
})

describe('an answer in the place of the server', () => {
  it.each([302, 400, 401, 403, 407, 511])(
    'is a refusal without what the server says in each: %i',
    (status) => {
      for (const body of [null, {}, 'Forbidden', { error: 'Forbidden' }])
        expect(faultOfAnswer(responseHead(status), body)).toEqual({ code: 'other-answer', status })
      expect(faultOfAnswer(responseHead(status), { detail: 'No.' }).code).toBe('refused')
    },
  )
  it.each([404, 408, 413, 429, 500, 502, 503, 504])(
    'is not told where the status says enough: %i',
    (status) => {
      expect(faultOfAnswer(responseHead(status), null)).toMatchObject({ code: 'refused', status })
    },
  )
  it('is a page, or the way to one', () => {
    const response = (status: number, type: string) =>
      new Response('x', { status, headers: { 'content-type': type } })
    expect(isRedirectOrPage(response(200, 'text/html; charset=utf-8'))).toBe(true)
    expect(isRedirectOrPage(response(200, 'application/json'))).toBe(false)
    expect(isRedirectOrPage(response(503, 'text/html'))).toBe(false)
  })
})

it('finds each text of the contract under its code', () => {
  for (const [code, text] of Object.entries(errorDetails)) expect(apiCodeOf(text)).toBe(code)
  expect(apiCodeOf('Another sentence')).toBeUndefined()
})

describe('what is thrown', () => {
  it('is the fault that it carries, or the code of a format', () => {
    const inside = fault('no-sink', { values: { bytes: 7 } })
    expect(faultOf(new FaultError(inside))).toBe(inside)
    expect(faultOf(new CryptoError('bad-key'))).toEqual({ code: 'bad-key', status: null })
  })
  it('is a missing part of the application, in the words of each browser, also as a cause', () => {
    const words = [
      'Failed to fetch dynamically imported module: https://a.example/assets/x.js',
      'error loading dynamically imported module: https://a.example/assets/x.js',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/FileName-AAAAAAAA.css',
    ]
    for (const text of words) {
      expect(faultOf(new TypeError(text)).code).toBe('part-missing')
      expect(faultOf(new Error('outside', { cause: new TypeError(text) })).code).toBe('part-missing')
    }
  })
  it('is unexpected otherwise, with words that hold no secret', () => {
    expect(faultOf(new Error('at /d/t#1:AAAA'))).toEqual({
      code: 'unexpected',
      status: null,
      said: 'at /d/t',
    })
    expect(faultOf('a text')).toEqual({ code: 'unexpected', status: null })
  })
})
