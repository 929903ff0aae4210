import { describe, expect, it } from 'vitest'
import {
  contrast,
  lowestContrast,
  surfaces,
  minContrast,
  type Scheme,
  readableTone,
} from '../../contract/accent.ts'
import { defaultTheme } from '../../src/ui/theme/defaultTheme.ts'

const schemes: readonly Scheme[] = ['light', 'dark']
const channels = ['00', '22', '44', '66', '88', 'aa', 'cc', 'ee', 'ff']
/** A grid of 729 colours in the RGB cube, with its corners. */
const colours = channels.flatMap((r) => channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)))

/** The hue, in degrees. */
const hueOf = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
}
/** The angle between two hues, in degrees. */
const hueDistance = (one: number, other: number): number => Math.abs(((one - other + 540) % 360) - 180)

describe.each(schemes)('on %s pages', (scheme) => {
  it('makes a tone of every colour that can be read everywhere', () => {
    const unread = colours.filter(
      (colour) => lowestContrast(readableTone(colour, scheme).main, scheme) < minContrast,
    )
    expect(unread).toEqual([])
  })

  it('keeps what is written on an action readable while it is pointed at', () => {
    const { ink } = surfaces[scheme]
    const unread = colours.filter((colour) => contrast(ink, readableTone(colour, scheme).hover) < minContrast)
    expect(unread).toEqual([])
  })

  it('leaves a colour as it is that can be read', () => {
    const { main } = defaultTheme().colorSchemes[scheme]?.palette.primary ?? { main: '' }
    expect(readableTone(main, scheme).main).toBe(main)
  })

  it('keeps the hue of saturated colours', () => {
    const saturated = colours.filter((colour) => colour.includes('00') && colour.includes('ff'))
    const turned = saturated.filter(
      (colour) => hueDistance(hueOf(colour), hueOf(readableTone(colour, scheme).main)) > 1,
    )
    expect(turned).toEqual([])
  })

  it('reckons with the surfaces that the pages have', () => {
    const palette = defaultTheme().colorSchemes[scheme]?.palette
    const { backgrounds, ink } = surfaces[scheme]
    expect(backgrounds).toEqual(
      expect.arrayContaining([palette?.background.default, palette?.background.paper]),
    )
    expect(palette?.primary.contrastText).toBe(ink)
  })
})

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
