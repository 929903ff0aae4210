import { afterEach, expect, it, vi } from 'vitest'
import { sheetFileText } from '../../../../src/features/profile/recoveryCode/recoverySheetFile.ts'
import { loadSheetLogo } from '../../../../src/features/profile/recoveryCode/RecoverySheetDialog.tsx'

const logo = { path: `/look/logo-${'a'.repeat(32)}.png`, width: 320, height: 32 }
afterEach(() => void vi.unstubAllGlobals())

it('the logo is within the recovery sheet, as large as on pages, and the file may show it and load nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(Uint8Array.of(1, 2, 3))))
  const { src, width, height } = await loadSheetLogo(logo)
  expect([src, width, height]).toEqual(['data:image/png;base64,AQID', 160, 16])
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(sheetFileText('', 'Acme'))?.[1]
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
})

it('a logo that does not arrive is none', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
  await expect(loadSheetLogo(logo)).rejects.toThrow()
})
