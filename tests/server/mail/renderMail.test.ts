import { expect, it } from 'vitest'
import { renderMail } from '../../../server/mail/renderMail.ts'
import { loadMailTexts } from '../../../server/mail/mailTexts.ts'

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
  const texts = await loadMailTexts('en')
  const mail = { to: 'alice@example.org', subject: 'Hello', paragraphs: ['Hello'], texts }
  const { html } = renderMail({ ...mail, origin: undefined, look })
  expect(html).toContain(`width="${shownWidth}" height="${shownHeight}"`)
})
