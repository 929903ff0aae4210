/** Steps of the builds before the first release, in their order. Together they make the tables of the baseline. */
export const preBaselineSteps = [
  '0001-first',
  '0002-accounts',
  '0003-gates',
  '0004-download-links',
  '0005-operations',
  '0006-link-boxes',
  '0007-limits',
  '0008-leases',
  '0009-object-store',
  '0010-assets',
  '0011-moves',
  '0012-recovery-codes',
  '0013-several-people',
  '0014-allowances',
  '0015-api-tokens',
  '0016-notices',
  '0017-operator',
  '0018-audit',
  '0019-integrity',
  '0020-single-sign-on',
  '0021-sender-fields',
  '0022-look',
  '0023-languages',
] as const

/** Step that contains all of them. */
export const baselineStep = '0024-baseline'
