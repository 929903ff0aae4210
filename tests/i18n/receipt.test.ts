import { describe, expect, it } from 'vitest'
import { formatDateTimeRange } from '../../i18n/format.ts'
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
      ownerName: 'Anna Berger',
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

  it('says first to whom, when and how much, then names, then checksums', () => {
    const times = [Date.UTC(2026, 2, 1, 9, 12), Date.UTC(2026, 2, 1, 9, 30)]
    const files = times.map((receivedAt) => ({ ...file, receivedAt }))
    const head = { title: 'Tax 2026', ownerName: 'Anna Berger', recipient: 'fp' }
    const lines = receiptText([...files, file], createdAt, head).split('\r\n')
    const orderOf = (start: string) => lines.findIndex((line) => line.startsWith(start))
    const starts = [
      'Uploaded to: Tax 2026',
      'Recipient: Anna Berger',
      'Arrived: ',
      'Received: 3 files, 4.5',
      '1. a.pdf',
    ]
    const order = [...starts, 'Total files', '1. ab12'].map(orderOf)
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(lines[orderOf('Arrived: ')]).toContain(formatDateTimeRange(times[0] ?? 0, times[1] ?? 0))
    expect(receiptText([file], createdAt, head)).not.toContain('Arrived')
  })

  it('says the first date at which a file is deleted, if any is', () => {
    const head = { title: null, ownerName: null, recipient: null }
    const dates = ['2026-12-07T10:00:00.000Z', '2026-12-06T10:00:00.000Z']
    const dated = [file, ...dates.map((expiresAt) => ({ ...file, expiresAt }))]
    const lines = receiptText(dated, createdAt, head).split('\r\n')
    expect(lines.filter((line) => line.includes('deleted'))).toEqual([
      expect.stringMatching(/^The files will be deleted from .*\(2026-12-06T10:00:00.000Z\) on, unless/),
    ])
    expect(receiptText([file], createdAt, head)).not.toContain('deleted')
  })

  it('lets no name add lines', () => {
    const text = receiptText([{ ...file, name: 'a\r\n2. forged.pdf' }], createdAt, {
      title: null,
      ownerName: null,
      recipient: null,
    })
    expect(text).toContain('1. a‹U+000D U+000A›2. forged.pdf - ')
    expect(text.split('\r\n').filter((line) => /^\d+\. /.test(line))).toHaveLength(2)
  })
})
