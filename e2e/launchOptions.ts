import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'
import { isFullSize } from './fullSize.ts'

const chromiumPaths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = chromiumPaths.find((path) => path !== undefined && path !== '' && existsSync(path))

/** A quiet Chromium: no calls home, no GPU; root may run it only without its sandbox. */
export const launchOptions: LaunchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A key scrolls at once. The browser's own animation is lost now and then when a page is drawn at that moment.
    '--disable-smooth-scrolling',
  ],
}

/**
 * The same engine without windows, where it is installed beside the browser (Debian's chromium-headless-shell): half of
 * the work for what needs nothing but pages.
 */
const headlessShellPath = `${executablePath}-headless-shell`
export const headlessLaunchOptions: LaunchOptions = {
  ...launchOptions,
  // Pages live for seconds: compiling their scripts for speed takes longer than it saves, except in full size.
  args: [...(launchOptions.args ?? []), ...(isFullSize ? [] : ['--js-flags=--no-opt --no-maglev'])],
  ...(existsSync(headlessShellPath) && { executablePath: headlessShellPath }),
}
