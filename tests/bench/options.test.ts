import { describe, expect, it } from 'vitest'
import { readOptions } from '../../bench/options.ts'
import { scenarios, selectScenarios } from '../../bench/scenarios/all.ts'
import { levels } from '../../bench/sizes.ts'

describe('the options of the lab', () => {
  it('choose a level, and change sizes of it', () => {
    expect(readOptions([])).toMatchObject({ level: 'normal', browser: 'chromium', only: null })
    expect(readOptions(['--quick'])).toMatchObject({ level: 'quick', sizes: levels.quick })
    expect(readOptions(['--full']).level).toBe('full')
    expect(readOptions(['--check']).level).toBe('check')
    expect(readOptions(['--quick', '--check'])).toMatchObject({ level: 'quick', check: true })
    const { sizes } = readOptions(['--rounds=7', '--mib=2', '--files=30'])
    expect(readOptions(['--mib=2']).ownSizes).toBe(true)
    expect(sizes).toMatchObject({ rounds: 7, fileBytes: 2 * 1024 ** 2, droppedFiles: 30 })
  })

  it('say whether upload pages are settled or those of a first visit', () => {
    expect(readOptions([]).pages).toBe('settled')
    expect(readOptions(['--page=fresh']).pages).toBe('fresh')
  })

  it('put a line between browser and servers', () => {
    expect(readOptions([]).line).toBeNull()
    expect(readOptions(['--line=1.6,300']).line).toEqual({ megabytesPerSecond: 1.6, roundTripMs: 300 })
  })

  it.each([
    ['--line=25'],
    ['--line=0,100'],
    ['--line=25,100,3'],
    ['--line=25,100', '--check'],
    ['--rounds=0'],
    ['--mib=much'],
    ['--browser=lynx'],
    ['--quick', '--full'],
    ['--check', '--mib=4'],
    ['--fast'],
    ['--check', '--beside=../other'],
    ['--beside=../other', '--checkout=../third'],
    ['--checkout=../other', '--keep-baseline'],
    ['--page=warm'],
    ['--page=fresh', '--browser=firefox'],
    ['--page=fresh', '--check'],
  ])('are refused with a sentence: %s', (...args) => {
    expect(() => readOptions(args)).toThrow(/./)
  })

  it('name scenarios, of which some are for one browser alone', () => {
    const select = (...args: string[]) => selectScenarios(readOptions(args)).map(({ name }) => name)
    expect(selectScenarios(readOptions([]))).toEqual(scenarios.filter(({ needsLine }) => !needsLine))
    expect(selectScenarios(readOptions(['--line=25,100']))).toEqual(
      scenarios.filter(({ needsLine }) => needsLine),
    )
    expect(() => select('--only=line-upload')).toThrow('over a line')
    expect(select('--quick', '--only=download,upload')).toEqual(['upload', 'download'])
    expect(select('--check').length).toBeLessThan(scenarios.length)
    expect(select('--browser=firefox')).not.toContain('list')
    expect(() => select('--only=uplaod')).toThrow("There is no scenario 'uplaod'")
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
  })
})
