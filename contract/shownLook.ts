/* How pages and mails show an operator's look. Without schemas: every page loads it first. */

/** Name of the service, unless the operator has set one. */
export const productName = 'Sealpost'

/** True for a web address that an operator may set: it begins with its scheme and has no spaces. */
export const isPageAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/** Target of a support address: an e-mail address has no scheme. */
export function hrefOf(address: string): string {
  if (isPageAddress(address)) return address
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

/** Size of the logo beside the name, in whole pixels; never enlarged. */
export function logoSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, 32 / height, 160 / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
