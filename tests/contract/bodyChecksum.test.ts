import { expect, it } from 'vitest'
import { bodyChecksumOf, createBodyChecksum } from '../../contract/bodyChecksum.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

it('is XXH64 with seed 0, whatever the pieces', async () => {
  expect(await bodyChecksumOf([])).toBe('ef46db3751d8e999')
  expect(await bodyChecksumOf([bytesOf('abc')])).toBe('44bc2cf5ad770999')
  expect(await bodyChecksumOf([bytesOf(''), bytesOf('a'), bytesOf('bc')])).toBe('44bc2cf5ad770999')
})

it('keeps bodies apart that arrive at the same time', async () => {
  const long = bytesOf('x'.repeat(1000))
  const [one, other] = [await createBodyChecksum(), await createBodyChecksum()]
  for (let at = 0; at < 1000; at += 100) {
    one.update(long.subarray(at, at + 100))
    other.update(bytesOf('y'))
  }
  expect(one.hex()).toBe(await bodyChecksumOf([long]))
  expect(other.hex()).toBe(await bodyChecksumOf([bytesOf('y'.repeat(10))]))
})
