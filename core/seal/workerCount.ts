/** At most five requests are in flight (`maxConcurrency`), while one worker more seals. */
const maxWorkers = 6

/** One more than cores: while one worker sends, another can seal on its core. */
export const sealingWorkerCount = (cores: number): number => Math.min(maxWorkers, cores + 1)
