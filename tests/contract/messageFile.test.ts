import { describe, expect, it } from 'vitest'
import { maxTextBytes, maxTextUnits } from '../../contract/limits.ts'
import { messageProblem, readMessage } from '../../contract/messageFile.ts'
import { shownMessage } from '../../contract/shownText.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('a message', () => {
  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['a', null],
    ['x'.repeat(maxTextUnits), null],
    ['x'.repeat(maxTextUnits + 1), 'too-long'],
    ['\u20AC'.repeat(maxTextBytes / 3 + 1), 'too-long'],
  ])('%# is sent, or why not', (text, problem) => expect(messageProblem(text)).toBe(problem))

  it('is read as it was written, and only if it is one', () => {
    expect(readMessage(bytesOf('zwei\nZeilen ä €'))).toBe('zwei\nZeilen ä €')
    expect(readMessage(new Uint8Array([0xff]))).toBeNull()
    expect(readMessage(bytesOf('x'.repeat(maxTextUnits + 1)))).toBeNull()
    expect(readMessage(new Uint8Array(maxTextBytes + 1))).toBeNull()
  })

  it('is shown with its lines and spaces, and every hidden character', () => {
    expect(shownMessage('a\r\n  b\u00A0\u00A0c\n\u202Ed\u0000')).toBe('a\n  b  c\n‹U+202E›d‹U+0000›')
  })
})
