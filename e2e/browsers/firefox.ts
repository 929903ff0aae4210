import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { freePort } from '../server.ts'
import { type Browser, newBrowserHome, retryFor } from './browser.ts'

export interface FirefoxBrowser extends Browser {
  readonly version: string
  /** Gives files to an input of the page, seen or not. */
  chooseFiles: (xpath: string, paths: string[]) => Promise<void>
}

/**
 * Firefox by its own remote protocol (Marionette: length, colon, JSON). What speaks WebDriver BiDi to it makes it keep
 * every byte that it downloads.
 */
export async function openFirefox(program = '/usr/bin/firefox-esr'): Promise<FirefoxBrowser> {
  const home = newBrowserHome()
  const port = await freePort()
  const profile = join(home.path, 'profile')
  mkdirSync(profile)
  const prefs = {
    'marionette.port': port,
    'browser.download.folderList': 2,
    'browser.download.dir': home.downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    'browser.download.always_ask_before_handling_new_types': false,
    'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream',
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'termsofuse.bypassNotification': true,
  }
  const lines = Object.entries(prefs).map(
    (pref) => `user_pref(${pref.map((one) => JSON.stringify(one)).join(', ')});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    env: { ...process.env, HOME: home.path, XDG_RUNTIME_DIR: join(home.path, 'run') },
    stdio: 'ignore',
  })
  const marionette = await retryFor(60, () => Marionette.connect(port))
  const session = await marionette.send('WebDriver:NewSession', {})
  const { browserVersion } = (session as { capabilities: { browserVersion: string } }).capabilities
  await marionette.send('WebDriver:SetTimeouts', { script: 600_000, pageLoad: 60_000 })
  const find = async (xpath: string): Promise<string> => {
    const found = await marionette.send('WebDriver:FindElement', { using: 'xpath', value: xpath })
    return Object.values((found as { value: Record<string, string> }).value)[0] ?? ''
  }
  return {
    name: 'firefox',
    version: browserVersion,
    pid: child.pid ?? 0,
    downloads: home.downloads,
    goTo: async (url) => {
      await marionette.send('WebDriver:Navigate', { url })
    },
    click: (xpath) =>
      retryFor(60, async () => {
        await marionette.send('WebDriver:ElementClick', { id: await find(xpath) })
      }),
    chooseFiles: async (xpath, paths) => {
      const id = await retryFor(60, () => find(xpath))
      await marionette.send('WebDriver:ElementSendKeys', {
        id,
        text: paths.map((path) => resolve(path)).join('\n'),
      })
    },
    evaluate: async <T>(expression: string) => {
      const answer = await marionette.send('WebDriver:ExecuteScript', {
        script: `return ${expression}`,
        args: [],
      })
      return (answer as { value: T }).value
    },
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      marionette.close()
      child.kill()
      await gone
      home.remove()
    },
  }
}

class Marionette {
  readonly #socket: Socket
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #received = Buffer.alloc(0)
  #lastId = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has gone.'))
    })
  }

  static connect(port: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      // It begins by saying who it is.
      socket.once('data', () => {
        socket.off('error', reject)
        socket.on('error', () => undefined)
        resolve(new Marionette(socket))
      })
    })
  }

  send(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId
    const text = JSON.stringify([0, id, command, parameters])
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  close() {
    this.#socket.destroy()
  }

  #receive(bytes: Buffer) {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const colon = this.#received.indexOf(':')
      const length = Number(this.#received.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || this.#received.length < colon + 1 + length) return
      const message = this.#received.subarray(colon + 1, colon + 1 + length).toString()
      this.#received = this.#received.subarray(colon + 1 + length)
      const [, id, error, result] = JSON.parse(message) as [
        number,
        number,
        { message: string } | null,
        unknown,
      ]
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.reject(new Error(error.message))
      else waiting?.resolve(result)
    }
  }
}
