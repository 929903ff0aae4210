import { afterEach, expect, it } from 'vitest'
import { changeLanguage } from '../../../../i18n/language.ts'
import { sentFolderPayload } from '../../../../src/features/share/sendFiles.ts'

const at = new Date(2026, 10, 30, 9, 5)

afterEach(() => changeLanguage('en'))

it('a folder for what is sent is titled by its time in the language of its owner, and hides names', async () => {
  expect(sentFolderPayload(at)).toMatchObject({ kind: 'sent', private_names: true })
  expect(sentFolderPayload(at).title).toMatch(/^Sent .*2026.*9:05/)
  await changeLanguage('de')
  expect(sentFolderPayload(at).title).toMatch(/^Gesendet .*30\.11\.2026.*09:05/)
})
