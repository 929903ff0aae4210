import type { Measured, ScenarioResult, BenchReport, Sample } from '../../bench/results.ts'

/** Runs as the lab makes them, for its pure parts. */

export const benchSample = (some: Partial<Sample> = {}): Sample => ({
  side: 'sealed upload',
  round: 0,
  load: 0.4,
  seconds: 2,
  bytes: 256 * 1024 ** 2,
  files: 1,
  cpu: { page: 0.1, workers: 1, server: 0.5 },
  tasks: { longestMs: 61, over50: 1, over200: 0 },
  timeline: { seconds: [0.5, 1, 1.5, 2], rate: [90, 140, 150, 120] },
  ...some,
})

export const scenarioResult = (some: Partial<ScenarioResult> = {}): ScenarioResult => ({
  scenario: 'upload',
  size: '256 MiB',
  took: 10,
  measured: [{ id: 'upload', values: [0.4, 0.5, 0.45] }],
  samples: [benchSample(), benchSample({ side: 'plain XHR PUT', seconds: 1, tasks: null })],
  curves: [],
  note: null,
  error: null,
  ...some,
})

export const benchReport = (results: ScenarioResult[] = [scenarioResult()]): BenchReport => ({
  at: '2026-03-04T05:06:07.000Z',
  level: 'quick',
  browser: 'Chromium 150.0',
  pages: 'settled',
  line: null,
  machine: {
    processor: 'Some CPU',
    cores: 2,
    memoryGB: 8,
    system: 'Linux 6',
    node: 'v20',
    commit: 'abc1234',
  },
  results,
})

export const benchReportWith = (...measured: Measured[]): BenchReport =>
  benchReport([scenarioResult({ measured })])
