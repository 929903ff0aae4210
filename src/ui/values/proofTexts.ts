import { t } from '../../../i18n/t.ts'

/** The build that the server says its pages are of. */
export interface ClaimedBuild {
  version: string
  build: string
}

interface ProofFacts {
  /** Origin of the server. */
  origin: string
  /** The operator's name, or null if none is set. */
  operator: string | null
  /** The reader: a visitor by what the link has, or an account with a key of its own. */
  reader: { namesKey: boolean; hasOriginSecret: boolean; namesHiddenBy: 'link' | 'server' | null } | 'account'
  /** Null if the server does not say. */
  claimedBuild: ClaimedBuild | null
}

/** Sentences on what a page can prove, and what it cannot. */
export function proofTexts({ origin, operator, reader, claimedBuild }: ProofFacts): string[] {
  const { host } = new URL(origin)
  return [
    operator === null ? t('proof.operator', { host }) : t('proof.namedOperator', { host, name: operator }),
    ...(reader === 'account'
      ? [t('proof.ownKey'), t('proof.namesOfFiles'), t('proof.originOfFiles')]
      : [
          t(reader.namesKey ? 'proof.keyOfLink' : 'proof.keyOfServer'),
          ...(reader.namesHiddenBy === null
            ? []
            : [t(reader.namesHiddenBy === 'link' ? 'proof.namesOfLink' : 'proof.namesByServer')]),
          t(reader.hasOriginSecret ? 'proof.origin' : 'proof.noOrigin'),
        ]),
    claimedBuild === null
      ? t('proof.noRelease')
      : t('proof.release', { ...claimedBuild, command: `sealpost verify-server ${origin}` }),
    t('proof.limit'),
  ]
}
