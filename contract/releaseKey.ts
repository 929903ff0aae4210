/**
 * Public key of releases, as `minisign -G` prints it ('RW…'), or null while there has been no release. Its secret half
 * is kept offline: docs/releasing.md.
 */
export const releaseKey: string | null = null
