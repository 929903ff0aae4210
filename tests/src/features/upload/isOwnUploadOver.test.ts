import { expect, it } from 'vitest'
import { isOwnUploadOver } from '../../../../src/features/upload/ownFolder/isOwnUploadOver.ts'
import { FileHandover, incomingFilesOf } from '../../../../src/first/incomingFiles.ts'
import { fileOf } from './pageOfUploads.ts'

const over = {
  ...{ isSending: false, hasWaiting: false, isReading: false, isSearching: false },
  ...{ pending: 0, failed: 0, found: 0, hasLeftOut: false },
}

it('is over once nothing is left of it', () => {
  expect(isOwnUploadOver(over)).toBe(true)
})

it.for([
  ['files are being sent', { isSending: true }],
  ['files wait until others are sent', { hasWaiting: true }],
  ['given files are being read', { isReading: true }],
  ['missing files are being searched for', { isSearching: true }],
  ['files are to be sent', { pending: 1 }],
  ['files failed', { failed: 1 }],
  ['files were given to an interrupted upload', { found: 1 }],
  ['given files were not taken', { hasLeftOut: true }],
] as const)('is not over while %s', ([, state]) => {
  expect(isOwnUploadOver({ ...over, ...state })).toBe(false)
})

it('knows of files that were given while none are taken', () => {
  const handover = new FileHandover()
  const unsubscribe = handover.subscribe(() => undefined)
  handover.deliver(incomingFilesOf([fileOf('first')]))
  expect(handover.hasWaiting).toBe(false)
  unsubscribe()
  handover.deliver(incomingFilesOf([fileOf('second')]))
  expect(handover.hasWaiting).toBe(true)
  handover.subscribe(() => undefined)
  expect(handover.hasWaiting).toBe(false)
})
