/** What a browser has passed is remembered for so long. */
export const gatePassSeconds = 24 * 3600

export const codeSeconds = 10 * 60
export const maxCodeTries = 5

/** So many codes for one address, over all links, within this time: nobody's mailbox is to be filled by us. */
export const maxCodeRequests = 3
export const codeRequestSeconds = 3600
