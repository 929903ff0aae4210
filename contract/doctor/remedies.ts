import { forgedVisitor } from './facts.ts'
import type { Remedies } from './finding.ts'

/* Settings to write, as in deploy/. docs/operations/tested.md says which were tested. */

const inServer = '# in server { }'
const inLocation = '# in location / { }'
const inProxy = '# in reverse_proxy { }'
const inHost = '# in <VirtualHost>'

export const bodyLimit: Remedies = {
  caddy: ['# in the site: remove request_body, or set it to', 'request_body {', '\tmax_size 40MB', '}'],
  nginx: [inServer, 'client_max_body_size 40m;'],
  apache: [inHost, 'LimitRequestBody 41943040']
    .concat('<IfModule security2_module>', '    SecRequestBodyLimit 41943040')
    .concat('    SecRequestBodyNoFilesLimit 41943040', '</IfModule>'),
}

export const requestBuffering: Remedies = {
  caddy: [inProxy, '# remove request_buffers and buffer_requests'],
  nginx: [inLocation, 'proxy_http_version 1.1;', 'proxy_request_buffering off;'],
  apache: [
    inHost,
    '# remove SetInputFilter BUFFER, and let no module (ModSecurity, say) collect request bodies',
  ],
}

export const answerBuffering: Remedies = {
  caddy: [inProxy, '# remove response_buffers and buffer_responses, and set', 'flush_interval -1'],
  nginx: [inLocation, 'proxy_buffering off;'],
  apache: [
    `${inHost}: remove SetOutputFilter BUFFER, and set`,
    'ProxyPass / http://127.0.0.1:3000/ timeout=300 flushpackets=on',
  ],
}

export const waits: Readonly<Record<'server' | 'sender' | 'reader', Remedies>> = {
  server: {
    caddy: [`${inProxy}: remove response_header_timeout and read_timeout of transport http, or set`].concat(
      'transport http {',
      '\tresponse_header_timeout 300s',
      '\tread_timeout 300s',
      '}',
    ),
    nginx: [inLocation, 'proxy_read_timeout 300s;'],
    apache: [inHost, 'ProxyPass / http://127.0.0.1:3000/ timeout=300 flushpackets=on'],
  },
  sender: {
    caddy: ['# in the global options: in servers { timeouts { } }, remove read_body'],
    nginx: [inServer, 'client_body_timeout 300s;', inLocation, 'proxy_send_timeout 300s;'],
    apache: [inHost, 'Timeout 300', 'RequestReadTimeout body=300,MinRate=100'],
  },
  reader: {
    caddy: ['# in the global options: in servers { timeouts { } }, remove write'],
    nginx: [inServer, 'send_timeout 300s;'],
    apache: [inHost, 'Timeout 300'],
  },
}

export const range: Remedies = {
  caddy: ['# in the site: remove encode, cache, and header_up -Range'],
  nginx: ['# remove max_ranges, proxy_cache, slice, and', '#   proxy_set_header Range "";'],
  apache: ['# remove MaxRanges none, CacheEnable, and RequestHeader unset Range'],
}

export const newerHttp: Remedies = {
  caddy: ['# in the global options, in servers { }', 'protocols h1 h2 h3'],
  nginx: ['# up to 1.25.0', 'listen 443 ssl http2;', '# from 1.25.1 on', 'listen 443 ssl;', 'http2 on;'],
  apache: [inHost, 'Protocols h2 http/1.1'],
}

export const httpToServer: Remedies = {
  caddy: [`${inProxy}: transport http speaks 1.1 unless told otherwise; remove versions`],
  nginx: [inLocation, 'proxy_http_version 1.1;'],
  apache: ['# remove SetEnv force-proxy-request-1.0'],
}

/** Settings of a proxy that does not forward the visitor's address. */
export const forwarding: Remedies = {
  caddy: [`${inProxy}: remove header_up -X-Forwarded-For and -X-Forwarded-Proto`],
  nginx: [
    inLocation,
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  apache: [inHost, 'ProxyPreserveHost On', 'ProxyAddHeaders On', 'RequestHeader set X-Forwarded-Proto https'],
}

/** Settings of a server whose proxy is not trusted, or trusted without need. */
export const trust = (peer: string): Remedies => ({ sealpost: [`TRUST_PROXY=${plain(peer)}`] })

export const noTrust: Remedies = { sealpost: ['# remove TRUST_PROXY'] }

/** Settings of a proxy that forwards what visitors claim. */
export const forged: Remedies = {
  ...forwarding,
  nginx: [
    `# in location / { }: not $http_x_forwarded_for, which visitors write (such as ${forgedVisitor})`,
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  ],
}

export const publicUrl = (url: string): Remedies => ({ sealpost: [`PUBLIC_URL=${url}`] })

export const hsts: Remedies = {
  caddy: ['# in the site: remove header -Strict-Transport-Security'],
  nginx: [inLocation, '# remove proxy_hide_header Strict-Transport-Security;'],
  apache: [inHost, '# remove Header unset Strict-Transport-Security'],
}

export const certificate: Remedies = {
  caddy: ['# it renews by itself: see why it could not', 'journalctl -u caddy'],
  nginx: ['# renew it, then', 'nginx -s reload'],
  apache: ['# renew it, then', 'apachectl graceful'],
}

/** IPv4 in its usual form, also if it arrived as IPv6. */
const plain = (address: string) => address.replace(/^::ffff:/i, '')

/** Merges remedies: lines for one place follow its comment. */
export function mergeRemedies(all: readonly Remedies[]): Remedies {
  const kinds = [...new Set(all.flatMap((one) => Object.keys(one)))] as (keyof Remedies)[]
  return Object.fromEntries(kinds.map((kind) => [kind, byPlace(all.flatMap((one) => one[kind] ?? []))]))
}

function byPlace(lines: readonly string[]): string[] {
  const places = new Map<string, string[]>()
  let place = ''
  for (const line of lines) {
    if (line.startsWith('# in ')) place = line
    const those = places.get(place) ?? []
    places.set(place, those)
    if (!those.includes(line) || line === '}') those.push(line)
  }
  return [...places.values()].flat()
}
