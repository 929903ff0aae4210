export function runUnlessCurrent(stamp: string, key: string, isDone: () => boolean, work: () => void): void
