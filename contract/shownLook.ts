/* How pages and mails show an operator's look. Without schemas: every page loads it first. */

/** Unless the operator has set another name. */
export const productName = 'Sealpost'

/** True for a web address that an operator may set: it begins with its scheme and has no spaces. */
export const isPageAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/** Target of a support address: an e-mail address has no scheme. */
export function supportHref(address: string): string {
  if (isPageAddress(address)) return address
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

interface Size {
  width: number
  height: number
}

/** Size of the logo beside the name, in whole pixels; never enlarged. */
export function logoSize({ width, height }: Size): Size {
  const scale = Math.min(1, 32 / height, 160 / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
