import { expect, it } from 'vitest'
import { fileTypeOf } from '../../../../src/features/folderFiles/tree/fileType.ts'

it.each([
  ['IMG_2041.JPG', 'image'],
  ['Soil survey.pdf', 'pdf'],
  ['Notes #3 – really final?.txt', 'text'],
  ['Area schedule.csv', 'table'],
  ['Talk.pptx', 'slides'],
  ['Walk.MOV', 'video'],
  ['Statement.m4a', 'audio'],
  ['plans.tar.gz', 'archive'],
  ['export.json', 'code'],
  ['As-built scan.e57', 'other'],
  ['README', 'other'],
  ['.pdf', 'other'],
  ['constructor', 'other'],
  ['invoice.pdf.', 'other'],
])('%s has the icon of type %s', (name, type) => {
  expect(fileTypeOf(name)).toBe(type)
})
