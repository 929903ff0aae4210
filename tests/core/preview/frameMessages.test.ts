import { expect, it } from 'vitest'
import { answerCodes, readFrameAnswer } from '../../../core/preview/frameMessages.ts'

it('a frame says whole numbers that mean something', () => {
  expect(readFrameAnswer([answerCodes.shown, 40, 30])).toEqual({ type: 'shown', width: 40, height: 30 })
  expect(readFrameAnswer([answerCodes.alive])).toEqual({ type: 'alive' })
  expect(readFrameAnswer([answerCodes.escape])).toEqual({ type: 'escape' })
})

it.each([
  [null],
  ['<b>hello</b>'],
  [{ type: 'escape' }],
  [[]],
  [[99]],
  [['0']],
  [[answerCodes.escape, 1]],
  [[answerCodes.shown]],
  [[answerCodes.shown, 1.5, 1]],
  [[answerCodes.shown, -1, 1]],
  [[answerCodes.shown, Infinity, 1]],
  [[answerCodes.shown, 1e15, 1]],
  [[answerCodes.shown, '1', 1]],
  [[answerCodes.shown, 1, 1, 1]],
])('%j is nothing that it says', (data) => {
  expect(readFrameAnswer(data)).toBeNull()
})
