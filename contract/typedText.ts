/* What people type or paste, as other programs wrote it. Each function reads its text once. */

const codeLength = 6

/** The digits of a six-digit code: '１２３ ４５６' or 'Code: 123456' is '123456'; fewer while it is being typed. */
export function cleanSixDigitCode(typed: string): string {
  const text = typed.normalize('NFKC')
  const alone = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(text)
  return alone?.[0] ?? text.replace(/[^0-9]/g, '').slice(0, codeLength)
}

/** Characters that end no link: a sentence or brackets go on behind it. */
const endOfLink = /[A-Za-z0-9_\-=+/]$/
/** The same as browsers write them into an address; '=', '+', '/' and '#' belong to links. */
const escapedEnd = /%(?!3D|2B|2F|23)[0-9A-F]{2}$/i

/** A link, or its end, without what a mail or a sentence put behind it. */
export function trimLinkEnd(text: string): string {
  let end = text.length
  for (;;) {
    // Only the end is looked at, so that a long text is read once.
    const last = text.slice(Math.max(0, end - 3), end)
    if (escapedEnd.test(last)) end -= 3
    else if (end > 0 && !endOfLink.test(last)) end--
    else return text.slice(0, end)
  }
}

/** A pasted link: '<https://…>,' is 'https://…'. */
export function cleanPastedLink(text: string): string {
  const bare = text.replace(/\s+/g, '')
  const from = /^[^A-Za-z0-9]*/.exec(bare)?.[0].length ?? 0
  return trimLinkEnd(/^https?:/i.test(bare.slice(from)) ? bare.slice(from) : bare)
}

/**
 * The addresses of a list, as typed or as mail programs copy it: separated by commas, semicolons, blanks or lines, with
 * names ('"Babbage, Charles" <charles@example.org>'), quotes or 'mailto:'. What is no address is returned as it is.
 */
export function splitEmails(typed: string): string[] {
  const addresses: string[] = []
  for (const entry of splitEntries(typed)) {
    const open = entry.lastIndexOf('<')
    const close = entry.indexOf('>', open)
    if (open >= 0 && close > open) {
      // Before the last comma are other addresses, or, as in 'Babbage, Charles <…>', a part of the name.
      const others = entry
        .slice(0, open)
        .replace(/"[^"]*"/g, '')
        .split(',')
        .slice(0, -1)
      addresses.push(...others.filter((text) => text.includes('@')).flatMap(wordsOf))
      addresses.push(bareAddress(entry.slice(open + 1, close)))
    } else addresses.push(...wordsOf(entry.replace(comment, ' ')))
  }
  return addresses.filter((address) => address !== '')
}

/** RFC 5322, 3.2.2: 'ada@example.org (Ada Lovelace)'. */
const comment = /\([^()]*\)/g

/** Addresses between blanks and commas, without the name of a header: 'To: ada@example.org'. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => !/^[A-Za-z]+:$/.test(word))
    .map(bareAddress)

/**
 * Splits at semicolons and line breaks outside of quotes, and behind each '>'. A quote that is not closed is a character
 * like others.
 */
function splitEntries(typed: string): string[] {
  const entries: string[] = []
  let entry = ''
  for (let at = 0; at < typed.length; at++) {
    const character = typed.charAt(at)
    const quoteEnd = character === '"' ? typed.indexOf('"', at + 1) : -1
    if (quoteEnd > at) {
      entry += typed.slice(at, quoteEnd + 1)
      at = quoteEnd
    } else if (/[;\n\r]/.test(character)) {
      entries.push(entry)
      entry = ''
    } else {
      entry += character
      // 'Ada <ada@example.org> Charles <charles@example.org>', without a separator.
      if (character === '>') {
        entries.push(entry)
        entry = ''
      }
    }
  }
  return [...entries, entry]
}

function bareAddress(text: string): string {
  const address = text.trim().replace(/^mailto:/i, '')
  const isLink = address.length < text.trim().length
  const bare = isLink ? decoded(address.split('?', 1)[0] ?? '') : address
  const plain = /^(["']).*\1$/.test(bare) ? bare.slice(1, -1) : bare
  // The end of a sentence.
  return plain.endsWith('.') ? plain.slice(0, -1) : plain
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
