/** The badge on the installed application's icon, in browsers that support it. */
const icon: { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> } =
  typeof navigator === 'undefined' ? {} : navigator

/** Sets the badge; 0 removes it. */
export function showBadge(n: number): void {
  icon.setAppBadge?.(n).catch(() => undefined)
}

export function clearBadge(): void {
  icon.clearAppBadge?.().catch(() => undefined)
}
