/** The upload link of a folder. @param fingerprint of the only key that senders accept (core/crypto/FORMAT.md, 7); null for any */
export const uploadAddress = (origin: string, linkToken: string, fingerprint: string | null): string =>
  `${origin}/upload/${encodeURIComponent(linkToken)}${fingerprint === null ? '' : `#k=${fingerprint}`}`
