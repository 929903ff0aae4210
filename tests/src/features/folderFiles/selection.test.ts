import { describe, expect, it } from 'vitest'
import { checkState, toggled } from '../../../../src/features/folderFiles/selection.ts'

describe('a checkbox for many files', () => {
  it.each([
    [[], 'unchecked'],
    [[1], 'indeterminate'],
    [[3], 'indeterminate'],
    [[2, 3], 'indeterminate'],
    [[1, 2, 3], 'checked'],
    [[1, 2, 3, 4], 'checked'],
    [[4], 'unchecked'],
  ] as const)('with %j selected of three is %s', (selected, state) => {
    expect(checkState([1, 2, 3], new Set(selected))).toBe(state)
  })

  it('without files is unchecked', () => {
    expect(checkState([], new Set([1]))).toBe('unchecked')
  })

  it('selects all, and none once all are selected', () => {
    const some = toggled(new Set([2, 9]), [1, 2, 3])
    expect([...some].sort()).toEqual([1, 2, 3, 9])
    expect([...toggled(some, [1, 2, 3])]).toEqual([9])
  })
})
