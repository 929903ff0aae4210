import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server.ts'
import { type Browser, newBrowserHome, sleep, retryFor } from './browser.ts'

const callMs = 120_000
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** WebKitGTK by its WebDriver, on a screen that nobody sees. */
export async function openWebKit(): Promise<Browser> {
  const home = newBrowserHome()
  mkdirSync(join(home.path, '.config'))
  writeFileSync(join(home.path, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${home.downloads}"\n`)
  const display = freeDisplay()
  const screen = spawn('Xvfb', [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  await sleep(1000)
  const env = {
    ...process.env,
    DISPLAY: display,
    HOME: home.path,
    XDG_CONFIG_HOME: join(home.path, '.config'),
    XDG_RUNTIME_DIR: join(home.path, 'run'),
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  }
  const port = await freePort()
  const driver = spawn('/usr/bin/WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env,
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    // A driver that no longer answers would keep everything waiting.
    const signal = AbortSignal.timeout(callMs)
    const response = await fetch(origin + path, {
      method,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error((value as { message?: string } | null)?.message ?? `${response.status}`)
    return value
  }
  await retryFor(20, () => call('GET', '/status'))
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string }
  const session = `/session/${sessionId}`
  return {
    name: 'webkit',
    pid: driver.pid ?? 0,
    downloads: home.downloads,
    goTo: async (url) => {
      await call('POST', `${session}/url`, { url })
    },
    click: (xpath) =>
      retryFor(60, async () => {
        const found = await call('POST', `${session}/element`, { using: 'xpath', value: xpath })
        const [id = ''] = Object.values(found as Record<string, string>)
        await call('POST', `${session}/element/${id}/click`, {})
      }),
    evaluate: async <T>(expression: string) =>
      (await call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] })) as T,
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.kill()
      await sleep(500)
      home.remove()
    },
  }
}

function freeDisplay(): string {
  for (let number = 100; number < 1000; number++) {
    if (!existsSync(`/tmp/.X${number}-lock`)) return `:${number}`
  }
  throw new Error('There is no free display.')
}
