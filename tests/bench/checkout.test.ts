import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireBuilt } from '../../bench/setup/checkout.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

describe('a checkout to measure', () => {
  it('is refused with what is missing, where it was not built', async () => {
    const folder = await scratchFolder()
    expect(() => requireBuilt(folder)).toThrow(
      /no built checkout of the product: dist-server.main\.js is missing/,
    )
    for (const path of ['dist-server/main.js', 'dist/index.html', 'e2e/adminApi.ts']) {
      expect(() => requireBuilt(folder)).toThrow('is missing')
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), '')
    }
    expect(requireBuilt(folder)).toBe(resolve(folder))
  })
})
