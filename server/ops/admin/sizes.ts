export const inGiB = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
