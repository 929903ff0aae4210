/** Steps of the builds before the first release, in their order. Together they make the tables of the baseline. */
export const preBaselineSteps = [
  '0024-baseline',
  '0025-row-bytes',
  '0026-webhook-owners',
  '0029-audit-order',
  '0030-kept-bytes',
  '0031-sent-parts',
  '0032-audit-kinds',
  '0033-sharing',
  '0034-words-and-own-files',
  '0035-member-notices',
  '0036-long-listed-keys',
  '0037-download-lines',
  '0038-link-totals',
  '0039-stated-checksums',
  '0040-part-drops',
  '0041-private-names',
] as const

/** Step that contains all of them. */
export const baselineStep = '0042-baseline'
