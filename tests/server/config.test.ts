import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, '/package')
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({}, '/package')).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      distDir: '/package/dist',
      publicOrigin: undefined,
      adminUsername: 'admin',
      allowRawPassword: true,
      trustProxy: undefined,
      linkQuotaBytes: 1024 ** 4,
      minFreeBytes: 1024 ** 3,
      shutdownGraceSeconds: 8,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '' }, '/package').port).toBe(3000)
  })

  it('reads an origin with or without a slash at its end', () => {
    for (const url of ['https://files.example.org', 'https://files.example.org/']) {
      expect(readConfig({ PUBLIC_URL: url }, '/package').publicOrigin).toBe('https://files.example.org')
    }
  })

  it.each([
    ['0', undefined],
    ['1048576', 1048576],
    ['512m', 512 * 1024 ** 2],
    ['1.5T', 1.5 * 1024 ** 4],
  ])('reads the quota %s as %s bytes', (LINK_QUOTA_BYTES, bytes) => {
    expect(readConfig({ LINK_QUOTA_BYTES }, '/package').linkQuotaBytes).toBe(bytes)
  })

  it('trusts the proxies that it is told', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }, '/package')
    expect(['10.1.2.3', '::1', '11.1.2.3'].map((address) => trustProxy?.(address, 0))).toEqual([
      true,
      true,
      false,
    ])
    expect(readConfig({}, '/package').trustProxy).toBeUndefined()
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['HOST', 'http://x/'],
    ['PUBLIC_URL', 'files.example.org'],
    ['PUBLIC_URL', 'ftp://files.example.org'],
    ['PUBLIC_URL', 'https://example.org/files'],
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_PASSWORD', 'short'],
    ['ALLOW_RAW_PASSWORD', 'yes'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['TRUST_PROXY', '10.0.0.1 10.0.0.2'],
    ['LINK_QUOTA_BYTES', '-1'],
    ['LINK_QUOTA_BYTES', '10GB'],
    ['LINK_QUOTA_BYTES', '900000000000T'],
    ['MIN_FREE_BYTES', 'none'],
    ['SHUTDOWN_GRACE_SECONDS', '4000'],
    ['SHUTDOWN_GRACE_SECONDS', '1.5'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))])
  })

  it('lists all mistakes at once, and never a password', () => {
    const mistakes = mistakesOf({ PORT: 'x', PUBLIC_URL: 'x', ADMIN_PASSWORD: 'geheim' })
    expect(mistakes).toHaveLength(3)
    expect(mistakes.join()).not.toContain('geheim')
  })
})
