import { resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { withAsciiDomain } from '../../contract/emailAddress.ts'
import { emailAddress } from '../../contract/schemas/fields.ts'
import { maxBytesInParts } from '../../contract/fileLimits.ts'
import {
  GiB,
  maxEmailDomains,
  maxLinkDownloads,
  maxRuleDays,
  maxUsernameLength,
  minPasswordLength,
  MiB,
  minUsernameLength,
  usualMaxFileBytes,
} from '../../contract/limits.ts'
import { type OperatorRules, ruleNames } from '../../contract/operatorRules.ts'
import { operatorRules } from '../../contract/schemas/operatorRules.ts'
import { maxPlainSize } from '../../contract/sealedSize.ts'
import {
  oidcEnvironment,
  oidcMistakes,
  oidcRequirements,
  type OidcSettings,
  oidcSettings,
} from './oidcSettings.ts'
import { findUnknownSettings, type UnknownSetting, unknownSettingText } from './unknownSettings.ts'
import { parseNetworkTest, parseTrustProxy, type TrustProxy } from '../http/ipAddresses.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Byte count such as 1048576, 512M, 20G or 1.5T. K, M, G and T are powers of 1024. */
export const byteCount = z
  .string()
  .regex(/^[0-9]{1,15}(?:\.[0-9]+)?[KMGT]?$/i)
  .transform((text) => {
    const power = ['K', 'M', 'G', 'T'].indexOf(text.slice(-1).toUpperCase()) + 1
    return Math.floor(parseFloat(text) * 1024 ** power)
  })
  .refine(Number.isSafeInteger)

export const defaultDataDir = './data'

const wholeNumber = (digits: number, max = Infinity) =>
  z
    .string()
    .regex(new RegExp(`^[0-9]{1,${digits}}$`))
    .transform(Number)
    .refine((n) => n <= max)
const port = wholeNumber(5, 65_535)
const listenAddress = z
  .string()
  .regex(/^[^\s/]+$/)
  .default('127.0.0.1')

const storeAddress = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !new URL(text).username && !new URL(text).search)

const zeroOrOne = z.enum(['0', '1']).transform((text) => text === '1')
/** A number, or 0 for no limit. */
const limitUpTo = (max: number) => wholeNumber(7, max).transform((n) => (n === 0 ? null : n))
/** Converts 0, for no limit. It comes after `default`, which replaces undefined. */
const undefinedIfZero = (n: number) => (n === 0 ? undefined : n)

/** Variables that fix rules of the operator. A rule whose variable is not set can be changed in the profile. */
const rulesEnvironment = {
  REQUIRE_LINK_PASSWORD: zeroOrOne.optional(),
  MAX_LINK_DAYS: limitUpTo(maxRuleDays).optional(),
  REQUIRE_NAMED_PEOPLE: zeroOrOne.optional(),
  MAX_LINK_USES: limitUpTo(maxLinkDownloads).optional(),
  REQUIRE_UPLOAD_GATE: zeroOrOne.optional(),
  EMAIL_DOMAINS: z
    .string()
    .transform(
      orInvalid((text) =>
        text.trim() === '*' ? null : operatorRules.shape.email_domains.parse(text.split(',')),
      ),
    )
    .optional(),
  DEFAULT_RETENTION_DAYS: limitUpTo(maxRuleDays).optional(),
  MAX_RETENTION_DAYS: limitUpTo(maxRuleDays).optional(),
}

function fixedRulesOf(data: z.output<typeof environmentSchema>): Partial<OperatorRules> {
  const fixed = ruleNames.map((name) => [name, data[name.toUpperCase() as Uppercase<typeof name>]])
  return Object.fromEntries(fixed.filter(([, value]) => value !== undefined)) as Partial<OperatorRules>
}

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: listenAddress,
  METRICS_PORT: port.optional(),
  METRICS_HOST: listenAddress,
  DATA_DIR: z.string().min(1).default(defaultDataDir),
  DATABASE_URL: z.string().transform(orInvalid(parsePostgresUrl)).optional(),
  S3_ENDPOINT: storeAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{2,254}$/)
    .optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: zeroOrOne.optional(),
  S3_DIRECT_UPLOADS: zeroOrOne.default(false),
  S3_PUBLIC_ENDPOINT: storeAddress.optional(),
  DIST_DIR: z.string().min(1).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .refine((url) => url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password)
    .transform((url) => url.origin)
    .optional(),
  ADMIN_USERNAME: z.string().trim().min(minUsernameLength).max(maxUsernameLength).default('admin'),
  ADMIN_PASSWORD: z.string().min(minPasswordLength).max(1024).optional(),
  ALLOW_RAW_PASSWORD: zeroOrOne.default(true),
  TRUST_PROXY: z
    .string()
    .transform(parseTrustProxy)
    .refine((trust) => trust !== undefined)
    .optional(),
  LINK_QUOTA_BYTES: byteCount.default(1024 * GiB).transform(undefinedIfZero),
  USER_QUOTA_BYTES: byteCount.default(0).transform(undefinedIfZero),
  MIN_FREE_BYTES: byteCount.default(GiB),
  MAX_FILE_BYTES: byteCount.refine((n) => n >= 1 && n <= maxPlainSize).default(usualMaxFileBytes),
  AUDIT_DAYS: wholeNumber(5).default(365),
  TRASH_DAYS: wholeNumber(3).default(7),
  SCRUB_RATE: byteCount.default(32 * MiB).transform(undefinedIfZero),
  SHUTDOWN_GRACE_SECONDS: wholeNumber(4, 3600).default(8),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(3, 300).default(0),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  SMTP_URL: z.string().transform(orInvalid(parseSmtpUrl)).optional(),
  MAIL_FROM: z
    .string()
    .transform(orInvalid(parseMailFrom))
    .default({ name: 'Sealpost', address: 'sealpost@localhost' }),
  WEBHOOK_ALLOW_PRIVATE: z.string().transform(orInvalid(parseNetworkTest)).optional(),
  ...rulesEnvironment,
  ...oidcEnvironment,
})

export interface SmtpServer {
  host: string
  port: number
  /** True for TLS from the first byte; otherwise STARTTLS is used if the server offers it. */
  secure: boolean
  requireTls: boolean
  login: { user: string; password: string } | undefined
}

const loopback = /^(localhost|127\.[0-9.]+|::1)$/i

/** Parses `smtp[s]://[user:password@]host[:port]`. Undefined for another form. */
function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') return undefined
  if (url.hostname === '' || !['', '/'].includes(url.pathname) || url.search || url.hash) return undefined
  if ((url.username === '') !== (url.password === '')) return undefined
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const login =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // Never send a password unencrypted over a network.
    requireTls: !secure && login !== undefined && !loopback.test(host),
    login,
  }
}

/** Accepts `postgres://…` with a database name. Undefined if `text` has another form. */
function parsePostgresUrl(text: string): string | undefined {
  const { protocol, hostname, pathname } = new URL(text)
  const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:'
  return isPostgres && hostname !== '' && pathname.length > 1 ? text : undefined
}

function s3Config(data: z.output<typeof environmentSchema>): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = data
  if (S3_BUCKET === undefined) return undefined
  return {
    endpoint: S3_ENDPOINT,
    region: data.S3_REGION,
    bucket: S3_BUCKET,
    credentials:
      S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined
        ? undefined
        : { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
    // Few stores other than AWS support a host name per bucket.
    forcePathStyle: data.S3_FORCE_PATH_STYLE ?? S3_ENDPOINT !== undefined,
    ...(data.S3_DIRECT_UPLOADS && { direct: { endpoint: publicEndpoint(data) } }),
  }
}

/** S3 endpoint for browsers. Undefined for AWS. */
const publicEndpoint = (data: {
  S3_ENDPOINT?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
}) => data.S3_PUBLIC_ENDPOINT ?? data.S3_ENDPOINT

/** Parses a single address with an optional display name. Undefined if `text` has another form. */
function parseMailFrom(text: string): { name: string; address: string } | undefined {
  const [mailbox, ...others] = addressparser(text, { flatten: true })
  if (mailbox === undefined || others.length > 0 || /\p{Cc}/u.test(text)) return undefined
  const { success, data } = emailAddress.safeParse(mailbox.address)
  return success ? { ...mailbox, address: withAsciiDomain(data) } : undefined
}

/** Makes a parser a Zod transform. The text may hold a password, so the issue repeats neither it nor `parse`'s error. */
function orInvalid<T>(parse: (text: string) => T | undefined) {
  return (text: string, context: z.RefinementCtx): T => {
    try {
      const value = parse(text)
      if (value !== undefined) return value
    } catch {
      // Fall through to the issue.
    }
    context.addIssue({ code: 'custom', message: 'Invalid value.' })
    return z.NEVER
  }
}

/** Requirement on each variable: the end of the sentence that is shown when the value is invalid. */
const requirements: Record<keyof z.output<typeof environmentSchema>, string> = {
  PORT: 'must be a port number from 0 to 65535',
  HOST: 'must be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  METRICS_PORT: 'must be a port number from 0 to 65535, and another than PORT; METRICS_HOST needs it',
  METRICS_HOST: 'must be an address or host name to listen on, such as 127.0.0.1',
  DATA_DIR: 'must be the path of a folder',
  DATABASE_URL:
    'must be like postgres://user:password@db.example.org:5432/sealpost, special characters percent-encoded',
  S3_ENDPOINT: 'must be like https://s3.example.org; without it the store is that of AWS',
  S3_REGION: 'must be the name of a region, such as eu-central-1',
  S3_BUCKET: 'must be the name of a bucket; the other settings of the store need it',
  S3_ACCESS_KEY: 'and S3_SECRET_KEY must be set both or neither',
  S3_SECRET_KEY: 'and S3_ACCESS_KEY must be set both or neither',
  S3_FORCE_PATH_STYLE: 'must be 0 or 1',
  S3_DIRECT_UPLOADS: 'must be 0 or 1; 1 needs PUBLIC_URL, whose pages the store is to let in',
  S3_PUBLIC_ENDPOINT:
    'must be like https://s3.example.org, and https (as S3_ENDPOINT, where it is not set) if PUBLIC_URL is and ' +
    'S3_DIRECT_UPLOADS=1: browsers send nothing from https to http',
  DIST_DIR: 'must be the path of a folder',
  PUBLIC_URL: 'must be an origin such as https://files.example.org, without a path',
  ADMIN_USERNAME: `must have ${minUsernameLength} to ${maxUsernameLength} characters`,
  ADMIN_PASSWORD: `must have at least ${minPasswordLength} characters`,
  ALLOW_RAW_PASSWORD: 'must be 0 or 1',
  TRUST_PROXY:
    'must be the number of proxies in front of this server (1 to 9), or their addresses and networks separated by ' +
    'commas, such as 127.0.0.1,10.0.0.0/8',
  LINK_QUOTA_BYTES: 'must be a number of bytes, such as 536870912, 500G or 2T; 0 sets no limit',
  USER_QUOTA_BYTES: 'must be a number of bytes, such as 536870912, 500G or 2T; 0 sets no limit',
  MIN_FREE_BYTES: 'must be a number of bytes, such as 1073741824, 512M or 10G',
  MAX_FILE_BYTES:
    `must be a number of bytes, such as 5120M or 20G, at most ${maxPlainSize / 1024 ** 4}T, and at most ` +
    `${Math.floor(maxBytesInParts / GiB)}G in an S3 store`,
  AUDIT_DAYS: 'must be a number of days; 0 records no history',
  TRASH_DAYS: 'must be a number of days up to 999; 0 erases at once what is deleted',
  SCRUB_RATE:
    'must be the number of bytes of stored files that are read and verified per second, such as 32M; 0 disables this',
  SHUTDOWN_GRACE_SECONDS: 'must be a number of seconds from 0 to 3600',
  SHUTDOWN_DRAIN_SECONDS: 'must be a number of seconds from 0 to 300',
  LOG_LEVEL: `must be one of ${logLevels.join(', ')}`,
  SMTP_URL:
    'must be like smtps://user:password@mail.example.org or smtp://mail.example.org:587, special characters percent-encoded',
  MAIL_FROM: 'must be one address such as Sealpost <files@example.org>; SMTP_URL needs it',
  WEBHOOK_ALLOW_PRIVATE:
    'must be addresses and networks separated by commas, such as 10.1.2.0/24,192.168.0.7',
  REQUIRE_LINK_PASSWORD: 'must be 0 or 1',
  MAX_LINK_DAYS: `must be a number of days from 1 to ${maxRuleDays}, or 0 for any`,
  REQUIRE_NAMED_PEOPLE: 'must be 0 or 1; 1 needs SMTP_URL, as named people get codes by mail',
  MAX_LINK_USES: `must be a number from 1 to ${maxLinkDownloads}, or 0 for any`,
  REQUIRE_UPLOAD_GATE: 'must be 0 or 1',
  DEFAULT_RETENTION_DAYS: `must be a number of days from 1 to ${maxRuleDays}, or 0 for none`,
  MAX_RETENTION_DAYS: `must be a number of days from 1 to ${maxRuleDays}, or 0 for any`,
  EMAIL_DOMAINS: `must be at most ${maxEmailDomains} domains separated by commas, such as example.org,example.com, or * for all`,
  ...oidcRequirements,
}

/** All supported variables, described in docs/operations/settings.md. */
export const settingNames = Object.keys(requirements)

/** Variables that Node reads. */
export const nodeSettingNames = ['NODE_EXTRA_CA_CERTS', 'TZ']

export interface S3Config {
  /** Undefined for AWS. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Undefined to use the default credential chain of the AWS SDK. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** True if the bucket is in the path of a URL instead of its host name. */
  forcePathStyle: boolean
  /** Direct uploads of parts to the store, at the endpoint for browsers (undefined for AWS). Absent if disabled. */
  direct?: { endpoint: string | undefined }
}

/** Settings that routes use. */
export interface RouteSettings {
  /** Public origin of this server. Undefined to use the origin of the request. */
  publicOrigin: string | undefined
  /** True if password fields accept a raw password, as sent by curl. */
  allowRawPassword: boolean
  /** Trusted proxies. Undefined to ignore forwarding headers. */
  trustProxy: TrustProxy | undefined
  /** Ciphertext quota of a folder, in bytes. Undefined for no limit. */
  folderQuotaBytes: number | undefined
  /** Ciphertext quota of all folders of an account, in bytes, unless set for the account. Undefined for no limit. */
  userQuotaBytes: number | undefined
  /** Disk space that uploads leave. */
  minFreeBytes: number
  /** Maximum plaintext size of a new file, in bytes. Larger existing files are kept. */
  maxFileBytes: number
  /** Retention of the audit trail, in days. 0 disables it. */
  auditDays: number
  /** How long deleted files and folders can be restored, in days. 0: not at all. */
  trashDays: number
  fixedRules: Partial<OperatorRules>
}

export interface Config extends RouteSettings {
  port: number
  host: string
  /** Address of the Prometheus endpoint. Undefined if metrics are disabled. */
  metrics: { port: number; host: string } | undefined
  dataDir: string
  /** Undefined for SQLite in the data folder. */
  databaseUrl: string | undefined
  /** Undefined to store the ciphertext in the data folder. */
  s3: S3Config | undefined
  distDir: string
  adminUsername: string
  /** Undefined to generate a password at the first start. */
  adminPassword: string | undefined
  /** Rate at which stored files are verified against their hashes, in bytes per second. Undefined to disable this. */
  scrubRate: number | undefined
  /** Seconds that running requests get to finish after SIGTERM. */
  shutdownGraceSeconds: number
  /** Seconds after SIGTERM in which requests are accepted while `/readyz` reports that the server is shutting down. */
  shutdownDrainSeconds: number
  logLevel: (typeof logLevels)[number]
  /** Undefined to write mails into the data folder. */
  smtp: SmtpServer | undefined
  mailFrom: { name: string; address: string }
  /** Accepts the non-public addresses that webhooks may use. Undefined if there are none. */
  isWebhookAddressAllowed: ((address: string) => boolean) | undefined
  /** Undefined if single sign-on is disabled. */
  oidc: OidcSettings | undefined
  /** Variables that are probably misspelt, or that nothing reads. */
  unknownSettings: readonly UnknownSetting[]
}

/** True if the installation has no data folder of its own, so that any number of servers may share it. */
export const allowsSeveralServers = ({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): boolean =>
  databaseUrl !== undefined && s3 !== undefined

export class ConfigError extends Error {
  /** Sentences for the operator. */
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join(' '))
    this.mistakes = mistakes
  }
}

/** A required resource is temporarily unavailable. Another start may succeed with the same configuration. */
export class UnavailableError extends ConfigError {}

/**
 * Reads environment variables; an empty one counts as unset.
 * @param namesInFile names that come from an environment file
 * @throws ConfigError with all mistakes
 */
export function readConfig(
  env: Record<string, string | undefined>,
  packageDir: string,
  namesInFile: readonly string[] = [],
): Config {
  const environment = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(environment)
  const unknownSettings = findUnknownSettings({ environment: Object.keys(environment), file: namesInFile }, [
    ...settingNames,
    ...nodeSettingNames,
  ])
  const invalidNames = new Set(
    parsed.error?.issues.map((issue) => issue.path[0] as keyof typeof requirements),
  )
  // No default sender is valid for an external server.
  if (environment.SMTP_URL !== undefined && environment.MAIL_FROM === undefined) invalidNames.add('MAIL_FROM')
  if (environment.METRICS_HOST !== undefined && environment.METRICS_PORT === undefined)
    invalidNames.add('METRICS_PORT')
  if (environment.METRICS_PORT !== '0' && environment.METRICS_PORT === (environment.PORT ?? '3000'))
    invalidNames.add('METRICS_PORT')
  const storeSettings = Object.keys(environment).filter((name) => name.startsWith('S3_'))
  if (storeSettings.length > 0 && environment.S3_BUCKET === undefined) invalidNames.add('S3_BUCKET')
  if ((environment.S3_ACCESS_KEY === undefined) !== (environment.S3_SECRET_KEY === undefined)) {
    invalidNames.add(environment.S3_ACCESS_KEY === undefined ? 'S3_ACCESS_KEY' : 'S3_SECRET_KEY')
  }
  if (environment.S3_DIRECT_UPLOADS === '1') {
    if (environment.PUBLIC_URL === undefined) invalidNames.add('S3_DIRECT_UPLOADS')
    const isMixed =
      environment.PUBLIC_URL?.startsWith('https:') && publicEndpoint(environment)?.startsWith('http:')
    if (isMixed === true) invalidNames.add('S3_PUBLIC_ENDPOINT')
  }
  if (environment.S3_BUCKET !== undefined && (parsed.data?.MAX_FILE_BYTES ?? 0) > maxBytesInParts)
    invalidNames.add('MAX_FILE_BYTES')
  if (environment.REQUIRE_NAMED_PEOPLE === '1' && environment.SMTP_URL === undefined)
    invalidNames.add('REQUIRE_NAMED_PEOPLE')
  for (const name of oidcMistakes(environment)) invalidNames.add(name)
  if (!parsed.success || invalidNames.size > 0) {
    const mistakes = [...invalidNames].map((name) => `${name} ${requirements[name]}.`)
    throw new ConfigError([...mistakes, ...unknownSettings.map(unknownSettingText)])
  }
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    metrics:
      data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, host: data.METRICS_HOST },
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    s3: s3Config(data),
    distDir: data.DIST_DIR === undefined ? resolve(packageDir, 'dist') : resolve(data.DIST_DIR),
    publicOrigin: data.PUBLIC_URL,
    adminUsername: data.ADMIN_USERNAME,
    adminPassword: data.ADMIN_PASSWORD,
    allowRawPassword: data.ALLOW_RAW_PASSWORD,
    trustProxy: data.TRUST_PROXY,
    folderQuotaBytes: data.LINK_QUOTA_BYTES,
    userQuotaBytes: data.USER_QUOTA_BYTES,
    minFreeBytes: data.MIN_FREE_BYTES,
    maxFileBytes: data.MAX_FILE_BYTES,
    auditDays: data.AUDIT_DAYS,
    trashDays: data.TRASH_DAYS,
    fixedRules: fixedRulesOf(data),
    scrubRate: data.SCRUB_RATE,
    shutdownGraceSeconds: data.SHUTDOWN_GRACE_SECONDS,
    shutdownDrainSeconds: data.SHUTDOWN_DRAIN_SECONDS,
    logLevel: data.LOG_LEVEL,
    smtp: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    isWebhookAddressAllowed: data.WEBHOOK_ALLOW_PRIVATE,
    oidc: oidcSettings(data),
    unknownSettings,
  }
}

/**
 * Requires that an environment file has settings only. Other variables of the process may belong to other programs.
 * @throws ConfigError
 */
export function requireKnownSettings({ unknownSettings }: Config, namesInFile: readonly string[]): void {
  if (unknownSettings.some(({ name }) => namesInFile.includes(name)))
    throw new ConfigError(unknownSettings.map(unknownSettingText))
}
