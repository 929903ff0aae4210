/** The number on the icon of the installed application; browsers that have none lose nothing. */
const icon: { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> } =
  typeof navigator === 'undefined' ? {} : navigator

/** 0 takes it away. */
export function showBadge(n: number): void {
  icon.setAppBadge?.(n).catch(() => undefined)
}

export function clearBadge(): void {
  icon.clearAppBadge?.().catch(() => undefined)
}
