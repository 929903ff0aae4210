/** Key in session storage; apart from sentInTab.ts, which few tabs load. */
export const sentInTabKey = 'sealpost-sent-in-tab'
