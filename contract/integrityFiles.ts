import { MiB } from './limits.ts'

/** Name of the list of served files in the folder of a build, and of its signature. Servers send both below '/'. */
export const integrityFile = 'integrity.json'
export const integritySignatureFile = `${integrityFile}.minisig`

/** Largest served file, in bytes, as sent and decompressed: ours have at most 1 MiB. */
export const maxServedBytes = 8 * MiB

/** Returns whether a listed path is followed by an id or a token: it ends with '/', and is not the start page. */
export const isTokenPath = (path: string): boolean => path.endsWith('/') && path !== '/'
