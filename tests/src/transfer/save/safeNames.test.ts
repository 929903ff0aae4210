import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArchiveNames, safeSegment } from '../../../../src/transfer/save/safeNames.ts'
import { volume } from '../../../volume.ts'

describe('a saved name', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Übergröße.txt', 'Übergröße.txt'],
    ['u\u0308.txt', 'ü.txt'],
    ['🎉.txt', '🎉.txt'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['COM1.log', '_COM1.log'],
    ['aux .txt', '_aux .txt'],
    ['COM10.log', 'COM10.log'],
    ['a:b|c<d>e*f?.txt', 'a_b_c_d_e_f_.txt'],
    ['back\\slash', 'back_slash'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['trailing. . ', 'trailing'],
    ['   ', '_'],
    ['..', '_'],
    ['', '_'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['new\nline\u0000', 'newline'],
    ['.gitignore', '.gitignore'],
    ['\ud800alone', 'alone'],
  ])('for %j is %j', (name, safe) => {
    expect(safeSegment(name)).toBe(safe)
  })

  it('is never longer than a file system takes, and keeps its extension', () => {
    const safe = safeSegment(`${'ä'.repeat(500)}.jpeg`)
    expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(200)
    expect(safe.endsWith('.jpeg')).toBe(true)
  })

  it('is one segment that Windows accepts, whatever the name was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeSegment(name)

        expect(safe).toMatch(/^[^<>:"/\\|?*\u0000-\u001f]+$/)
        expect(safe).not.toMatch(/[. ]$/)
        expect(safe.isWellFormed()).toBe(true)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(201)
      }),
      { numRuns: volume(400, 5000) },
    )
  })
})

describe('the paths of an archive', () => {
  it('keep twins apart, also where case does not count', () => {
    const names = new ArchiveNames()
    expect(names.add('.', 'a.txt')).toBe('a.txt')
    expect(names.add('.', 'A.TXT')).toBe('A (2).TXT')
    expect(names.add('.', 'a.txt')).toBe('a (3).txt')
    expect(names.add('x', 'a.txt')).toBe('x/a.txt')
    expect(names.add('X', 'b.txt')).toBe('x/b.txt')
    expect(names.add('.', 'x')).toBe('x (2)')
  })

  it('never let a folder have the path of a file', () => {
    const names = new ArchiveNames()
    expect(names.add('.', 'docs')).toBe('docs')
    expect(names.add('docs', 'a')).toBe('docs (2)/a')
    expect(names.add('docs', 'b')).toBe('docs (2)/b')
  })

  it('stay inside the target, lose nothing and fit Windows, for any list of hostile names', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        'CON',
        'a',
        'A',
        'ä',
        'a\u0308',
        ' ',
        'C:',
        '\\\\host',
        '~',
        'x'.repeat(300),
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const file = fc.tuple(fc.array(segment, { maxLength: 12 }), segment)
    fc.assert(
      fc.property(fc.array(file, { maxLength: 40 }), (files) => {
        const names = new ArchiveNames()
        const paths = files.map(([path, name]) => names.add(path.join('/') || '.', name))
        expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(files.length)
        for (const path of paths) {
          expect(path.length).toBeLessThan(260)
          for (const part of path.split('/')) expect(['', '.', '..']).not.toContain(part)
          expect(path).not.toMatch(/[\\:]/)
        }
      }),
      { numRuns: volume(100, 1000) },
    )
  })
})
