import { expect, it } from 'vitest'
import { archiveName } from '../../../../src/features/download/saveFiles.ts'

it.each([
  ['Plans of Gartenstraße 12', 'Plans of Gartenstraße 12.zip'],
  ['a/b\\c: "d"', 'a_b_c_ _d_.zip'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe.zip'],
  ['con', '_con.zip'],
  ['\u202E\u200B', 'download-archive.zip'],
  ['???', 'download-archive.zip'],
  [undefined, 'download-archive.zip'],
])('an archive of a link with the title %j is called %s', (title, name) => {
  expect(archiveName(title)).toBe(name)
})

it('is no longer than names may be', () => {
  expect(archiveName('ß'.repeat(500)).length).toBeLessThan(130)
})
