import { describe, expect, it } from 'vitest'
import {
  initialToggles,
  isDirectoryOpen,
  withToggledDirectory,
  withTyped,
} from '../../../../src/features/download/directoryToggles.ts'

describe.each([true, false])('directories of a list that starts expanded: %s', (startOpen) => {
  const isOpen = (toggles: typeof initialToggles) => isDirectoryOpen(toggles, 'Plans', startOpen)

  it('are closed and opened again by hand, also during a search, which expands all', () => {
    expect(isOpen(initialToggles)).toBe(startOpen)
    expect(isOpen(withToggledDirectory(initialToggles, 'Plans'))).toBe(!startOpen)
    const found = withTyped(initialToggles, 'page')
    expect(isOpen(found)).toBe(true)
    const closed = withToggledDirectory(found, 'Plans')
    expect(isOpen(closed)).toBe(false)
    expect(isOpen(withToggledDirectory(closed, 'Plans'))).toBe(true)
  })

  it('have the state from before a search after it', () => {
    for (const before of [initialToggles, withToggledDirectory(initialToggles, 'Plans')]) {
      const closed = withToggledDirectory(withTyped(before, 'page'), 'Plans')
      expect(isOpen(withTyped(closed, ''))).toBe(isOpen(before))
    }
  })

  it('are expanded by other words', () => {
    const closed = withToggledDirectory(withTyped(initialToggles, 'page'), 'Plans')
    expect(isOpen(withTyped(closed, 'page 2'))).toBe(true)
  })
})
