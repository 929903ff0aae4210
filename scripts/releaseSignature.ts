import type { IntegrityList } from '../contract/schemas/integrity.ts'
import { SignatureError, verifyMinisign } from '../core/crypto/index.ts'

/** Path at which the signature of a version's list is committed, so that builds from sources have it. */
export const committedSignaturePath = (version: string): string => `releases/${version}.minisig`

/** The trusted comment of a release's signature. */
export const releaseComment = ({ version, build }: Pick<IntegrityList, 'version' | 'build'>): string =>
  `sealpost ${version} ${build}`

/**
 * Checks the signature of a list.
 * @param content of the list, as written
 * @param signature content of a .minisig file
 * @throws SignatureError with the reason
 */
export async function verifyReleaseSignature(
  content: Uint8Array,
  list: Pick<IntegrityList, 'version' | 'build'>,
  signature: string,
  key: string,
): Promise<void> {
  const signed = await verifyMinisign(content, signature, key)
  const comment = releaseComment(list)
  if (signed !== comment)
    throw new SignatureError(`The signature is of '${signed}', and not of '${comment}'.`)
}
