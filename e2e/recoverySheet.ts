import type { Locator, Page } from '@playwright/test'

/** The recovery code as it stands on the sheet, screen or paper. */
export const codeOnSheet = async (sheet: Locator): Promise<string> =>
  (await sheet.locator('.code').innerText()).replace(/\s/g, '')

/** The code with another last character, which is of the check alone: it does not pass. */
export const mistypedCode = (code: string): string => code.slice(0, -1) + (code.endsWith('7') ? '8' : '7')

/** Counts the pages that the printer gets, on A4 and on Letter. */
export async function countPrintedPages(page: Page): Promise<number[]> {
  const counts: number[] = []
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, preferCSSPageSize: false })
    counts.push(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0)
  }
  return counts
}

/** The 16 bytes of a recovery code. */
export function bytesOfCode(code: string): Buffer {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const values = Array.from(code.replaceAll('-', ''), (character) => alphabet.indexOf(character))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.slice(0, 128).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}
