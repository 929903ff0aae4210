import { describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/language.ts'
import { updateNotice } from '../../../src/app/updateNotice.ts'

describe('the notice of an update', async () => {
  await loadTexts('upload')
  const version = '0.2.0'

  it.each([
    ['the developers signed it', { state: 'signed', version }, 'info', /0\.2\.0.*match the list/],
    ['this version has no key to judge it by', null, 'info', /is ready\.$/],
    ['it is not signed', { state: 'unsigned' }, 'warning', /did not sign it/],
    ['it is not the signed one', { state: 'altered', version }, 'warning', /not 0\.2\.0 as/],
    ['it is older than this one', { state: 'older', version }, 'warning', /0\.2\.0, which is older/],
    ['it could not be checked', { state: 'unknown' }, 'warning', /could not be checked/],
  ] as const)('says that %s', (_, verdict, severity, text) => {
    const [shownSeverity, message] = updateNotice(verdict)
    expect(shownSeverity).toBe(severity)
    expect(message).toMatch(text)
    expect(message.includes('Ask whoever runs this server before you reload.')).toBe(severity === 'warning')
  })
})
