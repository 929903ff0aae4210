import { shownText } from '../../contract/shownText.ts'
import { oneLine, type Mail } from './message.ts'
import { html, plainText } from './template.ts'

/** The mail with which an uploader proves an address. It names the folder's title and no file. */
export function codeMail({
  to,
  title,
  code,
  minutes,
  origin,
}: {
  to: string
  title: string
  code: string
  minutes: number
  origin: string | undefined
}): Mail {
  const folder = shownText(oneLine(title))
  const letter = {
    paragraphs: [
      `Your verification code for uploading files to "${folder}":`,
      `Enter it on the page where you asked for it. It is valid for ${minutes} minutes and works once. A newer code replaces it.`,
      'If you did not ask for a code, you can ignore this mail. Do not pass the code on to anybody.',
    ],
    code,
    origin,
  }
  return {
    to,
    // The code stays out of the subject: that is what locked screens and lists of mails show.
    subject: `Verification code for "${folder}"`,
    text: plainText(letter),
    html: html(letter),
  }
}
