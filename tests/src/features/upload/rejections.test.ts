import type { FileRejection } from 'react-dropzone'
import { describe, expect, it } from 'vitest'
import { checkName, rejectionTexts } from '../../../../src/features/upload/rejections.ts'

type Rejected = FileRejection['file']

function sized(name: string, size: number): Rejected {
  const file = new File([], name)
  const paths = { path: { value: name }, relativePath: { value: name } }
  return Object.defineProperties(file, { size: { value: size }, ...paths }) as Rejected
}

const tooLarge = { code: 'file-too-large', message: '' }

describe('rejected files', () => {
  it('are told with the limit and their own size', () => {
    const file = sized('film.mov', 6 * 1024 ** 3)
    expect(rejectionTexts([{ file, errors: [tooLarge] }])).toEqual([
      'Files too large (max 5120 MB): film.mov (6144.00 MB)',
    ])
  })

  it('are told with their reasons when size is not the matter', () => {
    const file = sized('x'.repeat(1025), 1)
    const error = checkName(file)
    expect(error).not.toBeNull()
    expect(rejectionTexts([{ file, errors: error ? [error] : [] }])[0]).toBe(
      `Other rejected files: ${file.name}: File name is longer than 1,024 characters`,
    )
  })

  it('are not listed without end', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      file: sized(`${index}`, 6e9),
      errors: [tooLarge],
    }))
    expect(rejectionTexts(many)[0]).toMatch(/ and 4 more$/)
  })
})
