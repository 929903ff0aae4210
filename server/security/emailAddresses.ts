/**
 * The one form in which an address is compared, mailed to and kept. Addresses are ASCII (`emailAddress` of the
 * contract), so lower case has no surprises: no other letter turns into one of theirs.
 */
export const normalAddress = (address: string): string => address.trim().toLowerCase()
