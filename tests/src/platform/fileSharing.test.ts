import { afterEach, expect, it, vi } from 'vitest'
import { canShareFile, maxSharedFileBytes, sharedType } from '../../../src/platform/fileSharing.ts'

afterEach(() => vi.unstubAllGlobals())

/** A device with this pointer and these parts of `navigator`. */
function stubDevice(pointer: 'coarse' | 'fine', parts: object) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  vi.stubGlobal('navigator', parts)
}

const offeredFiles: string[] = []
const sharesAllFiles = {
  canShare: ({ files }: { files: File[] }) => {
    offeredFiles.push(...files.map(({ name, type }) => `${name} ${type}`))
    return true
  },
}

it('a file is offered to the share sheet of touch devices that take it', () => {
  stubDevice('coarse', sharesAllFiles)
  expect(canShareFile('a.JPG', 1)).toBe(true)
  expect(offeredFiles).toEqual(['a.JPG image/jpeg'])
  stubDevice('coarse', { canShare: () => false })
  expect(canShareFile('a.jpg', 1)).toBe(false)
  stubDevice('coarse', {})
  expect(canShareFile('a.jpg', 1)).toBe(false)
  stubDevice('fine', sharesAllFiles)
  expect(canShareFile('a.jpg', 1)).toBe(false)
})

it('none above the limit is', () => {
  stubDevice('coarse', sharesAllFiles)
  expect(canShareFile('a.mp4', maxSharedFileBytes)).toBe(true)
  expect(canShareFile('a.mp4', maxSharedFileBytes + 1)).toBe(false)
})

it('types that Chromium refuses in the end are not offered there', () => {
  stubDevice('coarse', { ...sharesAllFiles, userAgentData: {} })
  expect(canShareFile('a.zip', 1)).toBe(false)
  expect(canShareFile('a.pdf', 1)).toBe(true)
  stubDevice('coarse', sharesAllFiles)
  expect(canShareFile('a.zip', 1)).toBe(true)
})

it('a type goes by the last extension alone', () => {
  expect(sharedType('a.pdf.exe')).toBe('application/octet-stream')
  expect(sharedType('.png')).toBe('application/octet-stream')
  expect(sharedType('archive.tar.png')).toBe('image/png')
})
