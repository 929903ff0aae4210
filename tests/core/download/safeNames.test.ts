import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { SafePaths, diskLimits, safeSegment } from '../../../core/download/safeNames.ts'
import { caseCount } from '../../volume.ts'
import { anyCharacter } from '../../anyCharacter.ts'

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
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
        const safe = safeSegment(name)

        expect(safe).toMatch(/^[^<>:"/\\|?*\u0000-\u001f]+$/)
        expect(safe).not.toMatch(/[. ]$/)
        expect(safe.isWellFormed()).toBe(true)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(201)
      }),
      { numRuns: caseCount(400, 5000) },
    )
  })
})

describe('the paths of an archive', () => {
  it('keep twins apart, also where case does not count', () => {
    const names = new SafePaths()
    expect(names.add('.', 'a.txt')).toBe('a.txt')
    expect(names.add('.', 'A.TXT')).toBe('A (2).TXT')
    expect(names.add('.', 'a.txt')).toBe('a (3).txt')
    expect(names.add('x', 'a.txt')).toBe('x/a.txt')
    expect(names.add('X', 'b.txt')).toBe('x/b.txt')
    expect(names.add('.', 'x')).toBe('x (2)')
  })

  it('never let a folder have the path of a file', () => {
    const names = new SafePaths()
    expect(names.add('.', 'docs')).toBe('docs')
    expect(names.add('docs', 'a')).toBe('docs (2)/a')
    expect(names.add('docs', 'b')).toBe('docs (2)/b')
  })

  const deep = Array.from({ length: 8 }, (_, index) => `Abschnitt 0${index + 1} der Akte`).join('/')

  it('keep branches of a deep tree apart, shorten folders instead of dropping them, and say so', () => {
    const names = new SafePaths()
    const paths = ['A', 'B', 'C'].map((branch) => names.add(`deep/${deep}/${branch}`, 'Bericht.txt'))
    expect(new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/')))).size).toBe(3)
    for (const [index, path] of paths.entries()) {
      expect(path.split('/')).toHaveLength(11)
      expect(path).toMatch(new RegExp(`^deep/Abschnitt 01 der Akte/.*/${'ABC'[index]}/Bericht\\.txt$`))
      expect(path.length).toBeLessThan(220)
    }
    expect(names.changed.map(({ to }) => to)).toEqual(paths)
    expect(names.changed[0]?.from).toBe(`deep/${deep}/A/Bericht.txt`)
  })

  it('keep folders apart that are the same only when they are made safe', () => {
    const names = new SafePaths()
    const long = 'x'.repeat(300)
    const added = ['a:', 'a?', `${long}1`, `${long}2`].map((folder) => names.add(folder, 'b'))
    expect(new Set(added).size).toBe(4)
    for (const path of added) expect(path).toMatch(/\/b$/)
    expect(names.changed).toHaveLength(4)
    expect(new SafePaths().changed).toEqual([])
  })

  it('are left as they are where they fit, and nothing is said of them', () => {
    const names = new SafePaths()
    for (const path of ['.', 'x'.repeat(100), 'a/b/c/d/e/f']) names.add(path, 'Übergröße.txt')
    names.add('u\u0308', 'u\u0308.txt')
    expect(names.changed).toEqual([])
  })

  it('are those of the sender as far as a disk takes them', () => {
    const names = new SafePaths({ limits: diskLimits })
    const long = `${'ä'.repeat(125)}.docx`
    expect(names.add(`deep/${deep}/${deep}`, 'a.txt')).toBe(`deep/${deep}/${deep}/a.txt`)
    expect(names.add('.', long)).toBe(long)
    expect(names.changed).toEqual([])
    const bytes = (name: string) => new TextEncoder().encode(name).length
    const [twin, hidden, longer] = [long, `.${'h'.repeat(254)}`, 'y'.repeat(300)].map((name) =>
      names.add('.', name),
    )
    for (const name of [twin, hidden, longer]) expect(bytes(name ?? '')).toBeLessThanOrEqual(255)
    expect(twin).toMatch(/ \(2\)\.docx$/)
    expect(names.changed).toHaveLength(2)
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
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    )
    const file = fc.tuple(fc.array(segment, { maxLength: 12 }), segment)
    fc.assert(
      fc.property(fc.array(file, { maxLength: 40 }), (files) => {
        const names = new SafePaths()
        const paths = files.map(([path, name]) => names.add(path.join('/') || '.', name))
        expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(files.length)
        for (const path of paths) {
          expect(path.length).toBeLessThan(260)
          for (const part of path.split('/')) expect(['', '.', '..']).not.toContain(part)
          expect(path).not.toMatch(/[\\:]/)
        }
      }),
      { numRuns: caseCount(100, 1000) },
    )
  })
})
