/** The package has no types; of its options those that are used. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** Its letters; none with `keepAllGlyphs`. */
    text: string,
    options: {
      targetFormat: 'woff2'
      keepAllGlyphs: boolean
      variationAxes: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
