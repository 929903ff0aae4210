import { withAsciiDomain } from '../../contract/emailAddress.ts'

/** Normal form of an address, for comparisons and for storing senders: ASCII domain, lower case. */
export const normalAddress = (address: string): string => withAsciiDomain(address.trim()).toLowerCase()
