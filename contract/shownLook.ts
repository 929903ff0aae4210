/* How an operator's look is shown, on pages and in mails alike. Without schemas: every page begins with it. */

/** What the service is called where its operator calls it nothing else. */
export const productName = 'Sealpost'

/** Of a page, as an operator may name one: nothing before its scheme, and no blank in it. */
export const isPageAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/** Where a support address leads: an e-mail address has no scheme before it. */
export function hrefOf(address: string): string {
  if (isPageAddress(address)) return address
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

/** Pixels of a logo beside the name: whole, and never larger than it is. */
export function logoSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, 32 / height, 160 / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
