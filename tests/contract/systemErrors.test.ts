import { expect, it } from 'vitest'
import { errorCode, isCertificateError } from '../../contract/systemErrors.ts'

const withCode = (code: unknown) => Object.assign(new Error('no'), { code })

it.each([
  ['CERT_HAS_EXPIRED', true],
  ['CRL_HAS_EXPIRED', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['ERROR_IN_CRL_NEXT_UPDATE_FIELD', true],
  ['HOSTNAME_MISMATCH', true],
  ['INVALID_CA', true],
  ['INVALID_PURPOSE', true],
  ['PATH_LENGTH_EXCEEDED', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['ECONNREFUSED', false],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', false],
  ['', false],
])('%s is an error of a certificate: %s', (code, expected) => {
  expect(isCertificateError(withCode(code))).toBe(expected)
})

it.each([
  [withCode('ENOENT'), 'ENOENT'],
  [withCode(7), ''],
  [new Error('no'), ''],
  [{ code: 'ENOENT' }, ''],
])('the code of %o is "%s"', (error, code) => {
  expect(errorCode(error)).toBe(code)
})
