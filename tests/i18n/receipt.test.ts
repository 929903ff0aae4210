import { describe, expect, it } from 'vitest'
import { receiptName, receiptText } from '../../i18n/receiptText.ts'

const createdAt = new Date('2026-03-01T09:30:05.123Z')
const file = { name: 'a.pdf', relativePath: '.', size: 1_572_864, fileHash: 'ab12', fileId: 41 }

describe('the receipt', () => {
  it('has a name that every system takes', () => {
    expect(receiptName(createdAt)).toBe('Upload_Receipt_Cumulative_2026-03-01T09-30-05.txt')
  })

  it('numbers names and sizes, with the checksum of each, and the total', () => {
    const text = receiptText([file, { ...file, name: 'b.txt', relativePath: 'x/y', size: 0 }], createdAt, {
      title: 'Tax 2026',
      recipient: 'fp',
    })
    expect(text).toContain('Generated on: ')
    expect(text).toContain('2026-03-01T09:30:05.123Z')
    expect(text).toContain('1. a.pdf - 1.50 MB\r\n')
    expect(text.indexOf('1. ab12 #41\r\n2. ab12 #41\r\n')).toBeGreaterThan(text.indexOf('Total files: 2'))
    expect(text).toContain('Encrypted for the key with the fingerprint: fp')
    expect(text).toContain('2. x/y/b.txt - 0.00 MB (0 B)\r\n')
    expect(text).toContain('Total files: 2')
  })

  it('lets no name add lines', () => {
    const text = receiptText([{ ...file, name: 'a\r\n2. forged.pdf' }], createdAt, {
      title: null,
      recipient: null,
    })
    expect(text).toContain('1. a‹U+000D U+000A›2. forged.pdf - ')
    expect(text.split('\r\n').filter((line) => /^\d+\. /.test(line))).toHaveLength(2)
  })
})
