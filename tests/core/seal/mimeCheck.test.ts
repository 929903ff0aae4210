import { describe, expect, it } from 'vitest'
import { checkFileType, contradictsExtension } from '../../../core/seal/mimeCheck.ts'
import { LocalPorts } from './localPorts.ts'

const paddedBytes = (...values: number[]) => Uint8Array.from([...values, ...new Array<number>(64).fill(0)])
const utf8Bytes = (content: string) => new TextEncoder().encode(content)
const exe = paddedBytes(0x4d, 0x5a)
const pdf = utf8Bytes('%PDF-1.7\n')
const zip = paddedBytes(0x50, 0x4b, 3, 4, 20)
const jpg = paddedBytes(0xff, 0xd8, 0xff, 0xe0)

describe('the type check before encryption', () => {
  it.each([
    ['invoice.pdf', exe],
    ['holiday.jpg', pdf],
    ['HOLIDAY.JPG', pdf],
    ['table.xlsx', exe],
    ['program.exe', pdf],
    ['archive.tgz', exe],
  ])('refuses %s with the content of another type', async (name, head) => {
    expect(await contradictsExtension(name, head)).toBe(true)
  })

  it.each([
    ['invoice.pdf', pdf],
    ['holiday.jpeg', jpg],
    ['letter.docx', zip],
    ['setup.dll', exe],
    ['notes.txt', utf8Bytes('hello')],
    ['notes.txt', exe],
    ['empty.png', new Uint8Array()],
    ['README', pdf],
    ['data.unknown', jpg],
    ['picture.jpg', utf8Bytes('not known by any beginning')],
  ])('lets %s pass: it is what it says, or nobody can tell', async (name, head) => {
    expect(await contradictsExtension(name, head)).toBe(false)
  })

  it('says so by its code', async () => {
    const file = { name: 'invoice.pdf', bytes: exe, lastModified: 0 }
    await expect(checkFileType(new LocalPorts().source(file))).rejects.toMatchObject({
      fault: { code: 'type-mismatch' },
    })
  })
})
