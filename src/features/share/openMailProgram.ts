export interface Mail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** Mail programs take addresses of about two thousand characters. */
const maxRecipients = 20

/** Several recipients do not see each other. More than a program takes are left out. */
export function mailtoAddress({ to, subject, text }: Mail): string {
  const recipients = to.length > maxRecipients ? [] : to.map(encodeURIComponent)
  const [single = ''] = recipients.length === 1 ? recipients : []
  const fields = [
    ...(recipients.length > 1 ? [`bcc=${recipients.join(',')}`] : []),
    `subject=${encodeURIComponent(subject)}`,
    `body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`,
  ]
  return `mailto:${single}?${fields.join('&')}`
}

/** The address may contain keys, so no element of the page keeps it. */
export function openMailProgram(mail: Mail): void {
  const anchor = document.createElement('a')
  anchor.href = mailtoAddress(mail)
  anchor.click()
}
