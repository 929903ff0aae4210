import { withAsciiDomain } from '../../contract/emailAddress.ts'

/** The one form in which addresses are compared and senders' are kept: domain in ASCII, all in lower case. */
export const normalAddress = (address: string): string => withAsciiDomain(address.trim()).toLowerCase()
