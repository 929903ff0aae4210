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
