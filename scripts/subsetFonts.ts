import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const typefaceFolder = 'node_modules/@fontsource-variable/inter/files'
const stylesPath = 'src/ui/theme/start.css'
/** The folder from which the styles import the fonts. */
const folder = '.cache/fonts'

/** The weights of src/ui/theme/theme.ts, and bold. */
const weights = { min: 400, max: 700 }
/**
 * Pairs, figures of one width, and marks upon letters. Not what makes other signs of some, an arrow of '->' or a '×' of an
 * 'x': a file's name is shown as it is.
 */
const keptFeatures = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']

/** Makes fonts with what pages show and nothing else: of each the letters that the styles promise. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved({ root }) {
      await mkdir(join(root, folder), { recursive: true })
      const faces = (await readFile(join(root, stylesPath), 'utf8')).matchAll(fontFacePattern)
      for (const [, name = '', subset = '', ranges = ''] of faces) {
        const whole = await readFile(join(root, typefaceFolder, `inter-${subset}-wght-normal.woff2`))
        const lighter = await subsetFont(whole, lettersOf(ranges), {
          targetFormat: 'woff2',
          keepFeatures: keptFeatures,
          variationAxes: { wght: weights },
        })
        // Another build may be reading it.
        const file = join(root, folder, name)
        await writeFile(`${file}.${process.pid}`, lighter)
        await rename(`${file}.${process.pid}`, file)
      }
    },
  }
}

/** Its file is named after a part of the typeface that has its letters. */
const fontFacePattern = /\/fonts\/(inter-(latin-ext|latin)(?:-\w+)?\.woff2)'[^}]*unicode-range:([^;]*);/g

const lettersOf = (ranges: string): string =>
  [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)]
    .map(([, from = '', to = from]) => {
      const first = parseInt(from, 16)
      return String.fromCodePoint(
        ...Array.from({ length: parseInt(to, 16) - first + 1 }, (_, at) => first + at),
      )
    })
    .join('')
