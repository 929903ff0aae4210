import { expect, it } from 'vitest'
import { recipientKey, startTestServer, verifier } from './testServer.ts'

const me = '/api/auth/users/me'
const box = { recovery_box: Buffer.alloc(1300).toString('base64'), public_key_spki: recipientKey }

it.each([
  ['PUT', me, { current_password: verifier, display_name: 'Anna' }],
  ['PUT', `${me}/recovery-box`, { password: verifier, ...box }],
  ['POST', `${me}/recovery-box/delete`, { password: verifier }],
  ['POST', '/api/auth/2fa/disable', { password: verifier }],
  ['POST', '/api/auth/passkeys/1/delete', { password: verifier }],
  [
    'POST',
    '/api/auth/api-tokens',
    { password: verifier, name: 'Backup', scopes: ['files:read'], expires_in_days: 1 },
  ],
] as const)(
  '%s %s is refused if the password has changed since it was checked',
  async (method, url, body) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { db, userPasswords } = server.services
    const columns = ['display_name', 'recovery_box', 'is_2fa_enabled'] as const
    const rows = () => db.selectFrom('user').select(columns).execute()
    await db.updateTable('user').set({ recovery_box: 'sealed', is_2fa_enabled: 1 }).execute()
    const before = await rows()
    const requirePassword = userPasswords.requirePassword.bind(userPasswords)
    userPasswords.requirePassword = async (...args) => {
      await requirePassword(...args)
      await db.updateTable('user').set({ verifier_hash: 'another' }).execute()
    }
    const send = { PUT: browser.put, POST: browser.post }[method]
    expect((await send(url, body)).json()).toMatchObject({ code: 'badPassword' })
    expect(await rows()).toEqual(before)
  },
)
