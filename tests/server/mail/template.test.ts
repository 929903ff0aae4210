import { expect, it } from 'vitest'
import { bodiesOf } from '../../../server/mail/template.ts'
import { wordsIn } from '../../../server/mail/words.ts'

it.each([
  [512, 20, 160, 6],
  [512, 1, 160, 1],
  [12, 512, 1, 32],
  [12, 12, 12, 12],
])('a logo of %i by %i is as large in mails as on pages', async (width, height, shownWidth, shownHeight) => {
  const look = {
    ...{ name: null, imprint_url: null, privacy_url: null, support: null, tones: null },
    logo: { png: Buffer.alloc(1), width, height },
  }
  const words = await wordsIn('en')
  const { html } = bodiesOf({ paragraphs: ['Hello'], words, origin: undefined, look })
  expect(html).toContain(`width="${shownWidth}" height="${shownHeight}"`)
})
