import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The weights of src/ui/theme.ts, and bold. */
const weights = { min: 400, max: 700 }

/** Takes what no page shows out of the typeface: other weights are a third of it. Every letter stays. */
export function lighterFonts(): Plugin {
  return {
    name: 'lighter-fonts',
    apply: 'build',
    // What its name is made of is the font as it comes.
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith('.woff2'))
                ? `assets/[name]-${weights.min}-${weights.max}-[hash][extname]`
                : 'assets/[name]-[hash][extname]',
          },
        },
      },
    }),
    async generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.woff2')) continue
        asset.source = await subsetFont(Buffer.from(asset.source), '', {
          targetFormat: 'woff2',
          keepAllGlyphs: true,
          variationAxes: { wght: weights },
        })
      }
    },
  }
}
