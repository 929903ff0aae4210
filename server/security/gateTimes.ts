/** What a browser has passed is remembered for so long after its last use, */
export const gatePassSeconds = 24 * 3600
/** and renewed when less than this is left, so that not every use is a write. */
export const renewPassSeconds = 23 * 3600

export const codeSeconds = 10 * 60
export const maxCodeTries = 5

/** So many codes for one address, over all links, within this time: nobody's mailbox is to be filled by us. */
export const maxCodeRequests = 3
/** So many of them for one visitor, or a network of IPv6: nobody alone keeps others from getting theirs. */
export const codeRequestsOfVisitor = 2
export const codeRequestSeconds = 3600
