import type { Mail } from './message.ts'
import { html, plainText } from './template.ts'

/** The mail with which an administrator proves the address of the profile. */
export function ownCodeMail({
  to,
  code,
  minutes,
  origin,
}: {
  to: string
  code: string
  minutes: number
  origin: string | undefined
}): Mail {
  const letter = {
    paragraphs: [
      'Your code that confirms this e-mail address:',
      `Enter it in your profile. It is valid for ${minutes} minutes and works once. A newer code replaces it.`,
      'If you did not ask for a code, somebody has entered your address by mistake, and you can ignore this mail.',
    ],
    code,
    origin,
  }
  return { to, subject: 'Confirm your e-mail address', text: plainText(letter), html: html(letter) }
}
