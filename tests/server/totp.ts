import { createHmac } from 'node:crypto'
import { stoppedClock } from './stoppedClock.ts'
import { type Browser, startTestServer, type TestServer } from './testServer.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** RFC 6238 over RFC 4226, written from their texts: HMAC-SHA-1 of the step, truncated to its last decimal digits. */
export function totp(secret: Buffer, unixSeconds: number, digits = 6): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(unixSeconds / 30)))
  const mac = createHmac('sha1', secret).update(step).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

interface TwoFactorServer {
  server: TestServer
  /** Signed in as `admin`, who has turned the second factor on. */
  browser: Browser
  secret: string
  /** The code that an authenticator app shows, by now or by the step so many later. */
  code: (stepsLater?: number) => string
  passTime: (seconds: number) => void
}

/** Five minutes have passed since the second factor was turned on with a code, which is used. */
export async function startTwoFactorServer(): Promise<TwoFactorServer> {
  const { now, passTime } = stoppedClock()
  const server = await startTestServer({ now })
  const browser = await server.signIn()
  const setup = await browser.post('/api/auth/2fa/setup')
  const { secret } = setup.json<{ secret: string }>()
  const code = (stepsLater = 0) => totp(fromBase32(secret), now().getTime() / 1000 + stepsLater * 30)
  const enabled = await browser.post('/api/auth/2fa/enable', { code: code() })
  if (enabled.statusCode !== 200) throw new Error(`not enabled: ${enabled.body}`)
  passTime(300)
  return { server, browser, secret, code, passTime }
}

/** Six digits that are none of these. */
export function wrongCode(...right: string[]): string {
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, '0')
    if (!right.includes(code)) return code
  }
}
