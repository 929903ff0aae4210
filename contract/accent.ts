/* Adapts an operator's accent colour: text in it, and on it, has to be readable in both schemes. */

/** '#rrggbb', lower case. */
export const colourPattern = /^#[0-9a-f]{6}$/

export type Scheme = 'light' | 'dark'

/** The accent in one scheme: for actions and links, and for hovered actions. */
export interface Tone {
  main: string
  hover: string
}

/** Minimum contrast of text: WCAG 2.2, 1.4.3. */
export const minContrast = 4.5

/** Backgrounds of text in the accent (src/ui/theme/theme.ts), the opacity of its tint, and the colour of text on it. */
export const surfaces: Readonly<
  Record<Scheme, { backgrounds: readonly string[]; tint: number; ink: string }>
> = {
  light: { backgrounds: ['#faf9f6', '#ffffff'], tint: 0x14 / 255, ink: '#ffffff' },
  dark: { backgrounds: ['#0f1422', '#171d2e', '#1f273c'], tint: 0x1f / 255, ink: '#0f1422' },
}

/** The accent if it is readable, or the nearest readable tone of its hue: darker in light, lighter in dark. */
export function readableTone(accent: string, scheme: Scheme): Tone {
  const { h, s, l } = toHsl(accent)
  const direction = scheme === 'light' ? -1 : 1
  let main = accent
  for (let step = 1; lowestContrast(main, scheme) < minContrast; step++)
    main = toHex({ h, s, l: clamp(l + direction * step * 0.005) })
  const readable = toHsl(main)
  // If the tone cannot become darker or lighter, the hover tone goes the other way, by a larger step.
  const isReversed = scheme === 'light' ? readable.l < 0.1 : readable.l > 0.93
  const hover = toHex({
    ...readable,
    l: clamp(readable.l + (isReversed ? -direction * 0.15 : direction * 0.07)),
  })
  return { main, hover: contrastOn(hover, scheme) < minContrast ? main : hover }
}

/** The lowest contrast at which the tone is used, to 1: as text on any background, and as background of text. */
export function lowestContrast(tone: string, scheme: Scheme): number {
  const { backgrounds, tint } = surfaces[scheme]
  const shown = backgrounds.flatMap((ground) => [ground, blended(tone, ground, tint)])
  return Math.min(contrastOn(tone, scheme), ...shown.map((ground) => contrast(tone, ground)))
}

const contrastOn = (tone: string, scheme: Scheme): number => contrast(surfaces[scheme].ink, tone)

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

type Triple = readonly [number, number, number]

/** Each 0 to 1. */
const channels = (colour: string): Triple => {
  const n = Number.parseInt(colour.slice(1), 16)
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255]
}

const hexOf = (triple: Triple): string =>
  `#${triple
    .map((one) =>
      Math.round(one * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  ) as unknown as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Blends `colour` over `ground` with opacity `share`. */
function blended(colour: string, ground: string, share: number): string {
  const [over, under] = [channels(colour), channels(ground)]
  const mix = (at: 0 | 1 | 2) => over[at] * share + under[at] * (1 - share)
  return hexOf([mix(0), mix(1), mix(2)])
}

interface Hsl {
  /** 0 to 6. */
  h: number
  s: number
  l: number
}

function toHsl(colour: string): Hsl {
  const [r, g, b] = channels(colour)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [l, range] = [(most + least) / 2, most - least]
  if (range === 0) return { h: 0, s: 0, l }
  const s = range / (1 - Math.abs(2 * l - 1))
  const h = most === r ? (g - b) / range + 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { h: h % 6, s, l }
}

function toHex({ h, s, l }: Hsl): string {
  const range = s * (1 - Math.abs(2 * l - 1))
  const part = (turn: number): number => {
    const k = (h + turn) % 6
    return l - range / 2 + range * clamp(Math.min(k, 4 - k))
  }
  return hexOf([part(2), part(0), part(4)])
}

const clamp = (n: number): number => Math.min(1, Math.max(0, n))
