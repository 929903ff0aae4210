import { colourPattern } from '../../contract/accent.ts'
import { KiB } from '../../contract/limits.ts'
import { z } from '../../contract/schemas/zod.ts'

export const webManifestPath = '/manifest.webmanifest'
/** Maximum length of a web app manifest, in UTF-16 code units. Ours has 2200. */
export const maxWebManifestLength = 64 * KiB

/** Members of a web app manifest that the operator's look replaces (server/branding/webManifest.ts). Icons are the server's. */
const brandedMembers = z.looseObject({
  name: z.string(),
  short_name: z.string(),
  theme_color: z.string().regex(colourPattern),
  icons: z.array(z.looseObject({ src: z.string().regex(/^\/(?:[\w-]+\/)?[\w-]+\.(?:svg|png)$/) })),
})

/**
 * The JSON of a web app manifest without what operators may set: names, colour and icons.
 * @returns null if it is none or too long, or if these members have other forms
 */
export function withoutBranding(text: string): string | null {
  if (text.length > maxWebManifestLength) return null
  try {
    const {
      name: _,
      short_name: __,
      theme_color: ___,
      icons: ____,
      ...rest
    } = brandedMembers.parse(JSON.parse(text))
    return JSON.stringify(rest)
  } catch {
    return null
  }
}
