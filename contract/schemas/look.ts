import { defineCall } from '../call.ts'
import { colourPattern } from '../accent.ts'
import { problemOfEmail } from '../emailAddress.ts'
import { maxGreetingLength, maxLookNameLength, maxLookUrlLength } from '../limits.ts'
import { isPageAddress } from '../shownLook.ts'
import { shownText } from '../shownText.ts'
import { plainLine, plainLines } from './fields.ts'
import { z } from './zod.ts'

function isWebAddress(text: string): boolean {
  if (!isPageAddress(text) || shownText(text) !== text || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username === '' && password === ''
}

const webAddress = z
  .string()
  .trim()
  .max(maxLookUrlLength, `At most ${maxLookUrlLength} characters.`)
  .refine(isWebAddress, 'Enter an address that begins with https:// or http://.')

export const lookSettings = z.object({
  name: plainLine(maxLookNameLength)
    .min(1, 'Field required.')
    .nullable()
    .describe('What the service is called; null: Sealpost.'),
  accent: z
    .string()
    .toLowerCase()
    .regex(colourPattern, 'Enter a colour as #rrggbb, such as #2747b8.')
    .nullable()
    .describe('Of actions and links.'),
  greeting: plainLines(maxGreetingLength)
    .min(1, 'Field required.')
    .nullable()
    .describe('What senders read on the upload page, in plain text of several lines.'),
  imprint_url: webAddress.nullable(),
  privacy_url: webAddress.nullable(),
  support: z
    .string()
    .trim()
    .max(maxLookUrlLength, `At most ${maxLookUrlLength} characters.`)
    .refine(
      (text) => problemOfEmail(text) === null || isWebAddress(text),
      'Enter an e-mail address, or an address that begins with https:// or http://.',
    )
    .nullable()
    .describe('An e-mail address, or the address of a page.'),
})
export type LookSettings = z.output<typeof lookSettings>

const tone = z.object({ main: z.string(), hover: z.string() })

const look = lookSettings.extend({
  logo: z
    .object({ path: z.string(), width: z.number(), height: z.number() })
    .nullable()
    .describe('A PNG of this server, at a path that changes with it.'),
  tones: z
    .object({ light: tone, dark: tone })
    .nullable()
    .describe('Of the accent: what can be read on light and on dark pages.'),
  changed_at: z.iso.datetime().nullable().describe('Null: it never was.'),
})
export type Look = z.output<typeof look>

export const getLook = defineCall('getLook', { response: look })

export const setLook = defineCall('setLook', { body: lookSettings, response: look })

export const resetLook = defineCall('resetLook', { response: look })

/** Takes the bytes of a PNG, at most `maxLogoBytes`, and `maxLogoPixels` per side. */
export const setLogo = defineCall('setLogo', { response: look })

export const deleteLogo = defineCall('deleteLogo', { response: look })
