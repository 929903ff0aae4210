import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../server/config/config.ts'

const configMistakes = (env: Record<string, string>): readonly string[] => {
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
      metrics: undefined,
      distDir: '/package/dist',
      publicOrigin: undefined,
      adminUsername: 'admin',
      allowRawPassword: true,
      trustProxy: undefined,
      folderQuotaBytes: 1024 ** 4,
      userQuotaBytes: undefined,
      minFreeBytes: 1024 ** 3,
      auditDays: 365,
      trashDays: 7,
      shutdownGraceSeconds: 8,
      shutdownDrainSeconds: 0,
    })
  })

  it('has figures where a port is named for them, for this machine alone unless told otherwise', () => {
    expect(readConfig({ METRICS_PORT: '9464' }, '/package').metrics).toEqual({
      port: 9464,
      host: '127.0.0.1',
    })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '::' }, '/package').metrics?.host).toBe('::')
    const needed = [
      'METRICS_PORT must be a port number from 0 to 65535, and another than PORT; METRICS_HOST needs it.',
    ]
    expect(configMistakes({ METRICS_HOST: '::' })).toEqual(needed)
    for (const METRICS_PORT of ['70000', '3000']) expect(configMistakes({ METRICS_PORT })).toEqual(needed)
    expect(configMistakes({ METRICS_PORT: '0', PORT: '0' })).toEqual([])
  })

  it('has the rules of the operator that are set, and no others', () => {
    const rulesOf = (env: Record<string, string>) => readConfig(env, '/package').fixedRules
    expect(rulesOf({})).toEqual({})
    const SMTP = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.org' }
    const all = { REQUIRE_LINK_PASSWORD: '1', REQUIRE_NAMED_PEOPLE: '1', REQUIRE_UPLOAD_GATE: '0', ...SMTP }
    const limits = { MAX_LINK_DAYS: '30', MAX_LINK_USES: '0', EMAIL_DOMAINS: 'Example.org, bücher.example' }
    expect(rulesOf({ ...all, ...limits })).toEqual({
      ...{ require_link_password: true, require_named_people: true, require_upload_gate: false },
      ...{ max_link_days: 30, max_link_uses: null, email_domains: ['example.org', 'xn--bcher-kva.example'] },
    })
    expect(rulesOf({ EMAIL_DOMAINS: '*' })).toEqual({ email_domains: null })
    for (const [name, value] of [
      ['REQUIRE_LINK_PASSWORD', 'yes'],
      ['REQUIRE_NAMED_PEOPLE', '1'],
      ['MAX_LINK_DAYS', '36501'],
      ['MAX_LINK_USES', '-1'],
      ['EMAIL_DOMAINS', 'example.org;example.com'],
    ] as const)
      expect(configMistakes({ [name]: value })[0]).toMatch(`${name} must be`)
  })

  it('names variables that are misspelt, and in a file all that nothing reads', () => {
    const unknown = (env: Record<string, string>, inFile: readonly string[] = []) =>
      readConfig(env, '/package', inFile).unknownSettings.map(({ name, suggestion }) => [name, suggestion])
    const misspelt = [
      ['MAXLINKDAYS', 'MAX_LINK_DAYS'],
      ['require_link_password', 'REQUIRE_LINK_PASSWORD'],
      ['MAIL_FORM', 'MAIL_FROM'],
      ['NODE_EXTRA_CA_CERT', 'NODE_EXTRA_CA_CERTS'],
    ]
    const given = Object.fromEntries(misspelt.map(([name = '']) => [name, 'x']))
    expect(unknown(given)).toEqual(misspelt)
    expect(unknown(given, Object.keys(given))).toEqual(misspelt)
    const ofOthers = [
      'PATH',
      'HOME',
      'USER',
      'TZ',
      'NODE_ENV',
      'AWS_REGION',
      'PGSSLMODE',
      'https_proxy',
      'LC_ALL',
    ]
    const strange = { SITE: 'x', COMPOSE_PROFILES: 'https', 'export PORT': '1' }
    const env = { ...Object.fromEntries(ofOthers.map((name) => [name, 'x'])), ...strange }
    expect(unknown(env)).toEqual([])
    expect(unknown(env, Object.keys(env)).map(([name]) => name)).toEqual(Object.keys(strange))
    expect(configMistakes({ PORT: 'x', SMTP_ULR: 'secret' })).toEqual([
      'PORT must be a port number from 0 to 65535.',
      'SMTP_ULR is not a setting, and is ignored. Did you mean SMTP_URL?',
    ])
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
    expect(readConfig({ LINK_QUOTA_BYTES }, '/package').folderQuotaBytes).toBe(bytes)
  })

  it('takes files of 5120 MB, and of as much as it is told that the store can have', () => {
    const most = (env: Record<string, string>) => readConfig(env, '/package').maxFileBytes
    const inStore = { S3_BUCKET: 'files' }
    expect(most({})).toBe(5120 * 1024 ** 2)
    expect(most({ MAX_FILE_BYTES: '20G' })).toBe(20 * 1024 ** 3)
    expect(most({ MAX_FILE_BYTES: '1024T' })).toBe(2 ** 50)
    expect(most({ MAX_FILE_BYTES: '310G', ...inStore })).toBe(310 * 1024 ** 3)
    const wrong = [
      { MAX_FILE_BYTES: '311G', ...inStore },
      { MAX_FILE_BYTES: '1025T' },
      { MAX_FILE_BYTES: '0' },
    ]
    for (const env of wrong)
      expect(configMistakes(env)).toEqual([
        'MAX_FILE_BYTES must be a number of bytes, such as 5120M or 20G, at most 1024T, and at most 310G in an S3 store.',
      ])
  })

  it('allows webhooks the private networks that it is told, and no others', () => {
    const { isWebhookAddressAllowed } = readConfig({ WEBHOOK_ALLOW_PRIVATE: '10.1.2.0/24' }, '/package')
    expect(['10.1.2.3', '10.1.3.1'].map((address) => isWebhookAddressAllowed?.(address))).toEqual([
      true,
      false,
    ])
    expect(readConfig({}, '/package').isWebhookAddressAllowed).toBeUndefined()
    expect(configMistakes({ WEBHOOK_ALLOW_PRIVATE: 'hooks.example.org' })).toEqual([
      'WEBHOOK_ALLOW_PRIVATE must be addresses and networks separated by commas, such as 10.1.2.0/24,192.168.0.7.',
    ])
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
    ['SHUTDOWN_DRAIN_SECONDS', '301'],
    ['SHUTDOWN_DRAIN_SECONDS', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['MAIL_FROM', 'Sealpost'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Sealpost\r\nBcc: <eve@example.org>'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    expect(configMistakes({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must .*\\.$`)),
    ])
  })

  it('takes a provider by its issuer, with PUBLIC_URL, and names what is missing', () => {
    expect(readConfig({}, '/package').oidc).toBeUndefined()
    const own = { OIDC_ISSUER: 'https://login.example.org/realms/staff', OIDC_CLIENT_ID: 'sealpost' }
    const there = { PUBLIC_URL: 'https://files.example.org' }
    expect(readConfig({ ...own, ...there }, '/package').oidc).toEqual({
      issuer: 'https://login.example.org/realms/staff',
      clientId: 'sealpost',
      clientSecret: undefined,
      name: 'login.example.org',
      scopes: 'openid',
      isPasswordForOperatorOnly: false,
    })
    const issuerOf = (OIDC_ISSUER: string) =>
      readConfig({ ...own, ...there, OIDC_ISSUER }, '/package').oidc?.issuer
    expect(issuerOf('https://login.example.org')).toBe('https://login.example.org/')
    expect(issuerOf('http://127.0.0.1:8080/x')).toBe('http://127.0.0.1:8080/x')
    const names = (env: Record<string, string>) => configMistakes(env).map((mistake) => mistake.split(' ')[0])
    expect(names(own)).toEqual(['OIDC_ISSUER'])
    expect(names({ ...there, OIDC_ISSUER: own.OIDC_ISSUER })).toEqual(['OIDC_CLIENT_ID'])
    expect(names({ ...there, OIDC_ONLY: '1' })).toEqual(['OIDC_ISSUER', 'OIDC_CLIENT_ID'])
    for (const [name, wrong] of [
      ['OIDC_ISSUER', 'http://login.example.org'],
      ['OIDC_ISSUER', 'https://user:geheim@login.example.org'],
      ['OIDC_ISSUER', 'https://login.example.org?x=1'],
      ['OIDC_ISSUER', 'login.example.org'],
      ['OIDC_NAME', 'x'.repeat(41)],
      ['OIDC_SCOPES', 'profile'],
      ['OIDC_SCOPES', 'openid  email'],
      ['OIDC_ONLY', 'yes'],
    ] as const) {
      const mistakes = configMistakes({ ...own, ...there, [name]: wrong })
      expect(mistakes, wrong).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))])
      expect(mistakes.join()).not.toContain('geheim')
    }
  })

  it('takes a store by its bucket, with a key or the one of the machine', () => {
    expect(readConfig({}, '/package').s3).toBeUndefined()
    const own = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'files' }
    const key = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'geheim' }
    expect(readConfig({ ...own, ...key }, '/package').s3).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      bucket: 'files',
      credentials: { accessKeyId: 'a', secretAccessKey: 'geheim' },
      forcePathStyle: true,
    })
    const ofAws = readConfig({ S3_BUCKET: 'files', S3_REGION: 'eu-central-1' }, '/package').s3
    expect(ofAws).toMatchObject({ endpoint: undefined, credentials: undefined, forcePathStyle: false })
    expect(configMistakes({ S3_ENDPOINT: 'https://s3.example.org' })).toEqual([
      'S3_BUCKET must be the name of a bucket; the other settings of the store need it.',
    ])
    expect(configMistakes({ ...own, S3_SECRET_KEY: 'geheim' })).toEqual([
      'S3_ACCESS_KEY and S3_SECRET_KEY must be set both or neither.',
    ])
    expect(configMistakes({ ...own, S3_ENDPOINT: 'ftp://user:geheim@x' }).join()).not.toContain('geheim')
  })

  it('lets parts go straight to a store that browsers reach', () => {
    const own = { S3_BUCKET: 'files', S3_DIRECT_UPLOADS: '1', PUBLIC_URL: 'https://files.example.org' }
    const directOf = (env: object) => readConfig({ ...own, ...env }, '/package').s3?.direct
    const inside = { S3_ENDPOINT: 'http://10.0.0.1:9000' }
    const outside = { S3_PUBLIC_ENDPOINT: 'https://s3.example.org' }
    expect(directOf({})).toEqual({ endpoint: undefined })
    expect(directOf({ S3_ENDPOINT: 'https://s3.example.org' })).toEqual({
      endpoint: 'https://s3.example.org',
    })
    expect(directOf({ ...inside, ...outside })).toEqual({ endpoint: 'https://s3.example.org' })
    expect(directOf({ ...inside, PUBLIC_URL: 'http://10.0.0.2:3000' })).toEqual({
      endpoint: 'http://10.0.0.1:9000',
    })
    expect(directOf({ S3_DIRECT_UPLOADS: '0' })).toBeUndefined()
    expect(directOf({ ...outside, S3_DIRECT_UPLOADS: '' })).toBeUndefined()
    // A browser sends nothing from https to http.
    expect(configMistakes({ ...own, ...inside }).join()).toContain('S3_PUBLIC_ENDPOINT must be')
    expect(configMistakes({ ...own, PUBLIC_URL: '' }).join()).toContain('1 needs PUBLIC_URL')
    expect(configMistakes({ ...own, S3_BUCKET: '' }).join()).toContain('S3_BUCKET must be')
  })

  it.each([
    ['smtp://mail.example.org', { port: 587, secure: false, requireTls: false, login: undefined }],
    ['smtp://mail.example.org:25/', { port: 25, secure: false, requireTls: false }],
    ['smtps://mail.example.org', { port: 465, secure: true, requireTls: false }],
    [
      'smtp://files%40example.org:p%40ss%3A%C3%A4@mail.example.org',
      { requireTls: true, login: { user: 'files@example.org', password: 'p@ss:ä' } },
    ],
    ['smtps://a:b@mail.example.org:2465', { port: 2465, requireTls: false }],
  ])('reads the SMTP server from %s', (SMTP_URL, expected) => {
    const config = readConfig({ SMTP_URL, MAIL_FROM: 'files@example.org' }, '/package')
    expect(config.smtp).toMatchObject({ host: 'mail.example.org', ...expected })
  })

  it('lets a password go in the clear to this machine only', () => {
    const requireTls = (host: string) =>
      readConfig({ SMTP_URL: `smtp://a:b@${host}:25`, MAIL_FROM: 'a@example.org' }, '/package').smtp
        ?.requireTls
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(requireTls(host), host).toBe(false)
    for (const host of ['localhost.example.org', '10.0.0.1', '[::2]', '127.0.0.1.example.org'])
      expect(requireTls(host), host).toBe(true)
  })

  it.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp:mail.example.org',
    'smtp://user@mail.example.org',
    'smtp://:geheim@mail.example.org',
    'smtp://user:geheim%zz@mail.example.org',
    'smtp://user:geheim#1@mail.example.org',
    'smtp://user:geheim?@mail.example.org',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org:70000',
  ])('refuses SMTP_URL=%s without repeating it', (SMTP_URL) => {
    const mistakes = configMistakes({ SMTP_URL, MAIL_FROM: 'files@example.org' })
    expect(mistakes).toEqual([expect.stringMatching(/^SMTP_URL must .*\.$/)])
    expect(mistakes.join()).not.toContain('geheim')
  })

  it('reads a sender with a name, and needs one for an SMTP server', () => {
    const config = readConfig({ MAIL_FROM: 'Grüße aus Köln <files@example.org>' }, '/package')
    expect(config.mailFrom).toEqual({ name: 'Grüße aus Köln', address: 'files@example.org' })
    expect(configMistakes({ SMTP_URL: 'smtp://mail.example.org' })).toEqual([
      expect.stringMatching(/^MAIL_FROM must .*\.$/),
    ])
  })

  it('lists all mistakes at once, and never a password', () => {
    const mistakes = configMistakes({ PORT: 'x', PUBLIC_URL: 'x', ADMIN_PASSWORD: 'geheim' })
    expect(mistakes).toHaveLength(3)
    expect(mistakes.join()).not.toContain('geheim')
  })
})
