/** The package has no types; of its options those that are used. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** Its letters. */
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: string[]
      variationAxes: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
