/** @param fingerprint of the only key that senders then take (core/crypto/FORMAT.md, 7); null for a plain link */
export const uploadAddress = (origin: string, linkToken: string, fingerprint: string | null): string =>
  `${origin}/upload/${encodeURIComponent(linkToken)}${fingerprint === null ? '' : `#k=${fingerprint}`}`
