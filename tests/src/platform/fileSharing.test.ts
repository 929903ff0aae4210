import { afterEach, expect, it, vi } from 'vitest'
import { canShareFile, maxSharedFileBytes, sharedType } from '../../../src/platform/fileSharing.ts'

afterEach(() => vi.unstubAllGlobals())

/** A device with this pointer and these parts of `navigator`. */
function device(pointer: 'coarse' | 'fine', parts: object) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  vi.stubGlobal('navigator', parts)
}

const asked: string[] = []
const takesAll = {
  canShare: ({ files }: { files: File[] }) => {
    asked.push(...files.map(({ name, type }) => `${name} ${type}`))
    return true
  },
}

it('a file is offered to the share sheet of touch devices that take it', () => {
  device('coarse', takesAll)
  expect(canShareFile('a.JPG', 1)).toBe(true)
  expect(asked).toEqual(['a.JPG image/jpeg'])
  device('coarse', { canShare: () => false })
  expect(canShareFile('a.jpg', 1)).toBe(false)
  device('coarse', {})
  expect(canShareFile('a.jpg', 1)).toBe(false)
  device('fine', takesAll)
  expect(canShareFile('a.jpg', 1)).toBe(false)
})

it('none above the limit is', () => {
  device('coarse', takesAll)
  expect(canShareFile('a.mp4', maxSharedFileBytes)).toBe(true)
  expect(canShareFile('a.mp4', maxSharedFileBytes + 1)).toBe(false)
})

it('types that Chromium refuses in the end are not offered there', () => {
  device('coarse', { ...takesAll, userAgentData: {} })
  expect(canShareFile('a.zip', 1)).toBe(false)
  expect(canShareFile('a.pdf', 1)).toBe(true)
  device('coarse', takesAll)
  expect(canShareFile('a.zip', 1)).toBe(true)
})

it('a type goes by the last extension alone', () => {
  expect(sharedType('a.pdf.exe')).toBe('application/octet-stream')
  expect(sharedType('.png')).toBe('application/octet-stream')
  expect(sharedType('archive.tar.png')).toBe('image/png')
})
