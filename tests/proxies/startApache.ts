import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import type { CertificateFiles } from '../../scripts/makeCertificate.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { changeConfiguration, endProcess, waitUntilListening } from './startProxy.ts'

const shippedConfiguration = fileURLToPath(new URL('../../deploy/apache.conf', import.meta.url))
const modules = [
  ...['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'http2', 'headers', 'alias', 'reqtimeout'],
  'setenvif',
  ...['proxy', 'proxy_http', 'buffer'],
]

/**
 * Apache with the configuration that we ship, but for names, ports and certificate; ends with the test.
 * @param changes of that configuration
 * @param root where it writes
 * @returns its origin, https://localhost:…
 */
export async function startApache(
  server: string,
  { certificate, key }: CertificateFiles,
  changes: readonly (readonly [RegExp, string])[] = [],
  root?: string,
): Promise<string> {
  root ??= await scratchFolder()
  const [port, plain] = [await freePort(), await freePort()]
  await mkdir(join(root, 'run'))
  const site = changeConfiguration(await readFile(shippedConfiguration, 'utf8'), [
    [/\*:80>/, `*:${plain}>`],
    [/\*:443>/, `*:${port}>`],
    [/SSLCertificateFile .*/, `SSLCertificateFile ${certificate}`],
    [/SSLCertificateKeyFile .*/, `SSLCertificateKeyFile ${key}`],
    [/127\.0\.0\.1:3000/, new URL(server).host],
    [/\$\{APACHE_LOG_DIR\}/g, root],
    ...changes,
  ])
  const file = join(root, 'configuration')
  const whole = [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...[
      `ServerRoot ${root}`,
      `PidFile ${root}/run/pid`,
      `DefaultRuntimeDir ${root}/run`,
      'ServerName localhost',
    ],
    ...[`Listen 127.0.0.1:${plain}`, `Listen 127.0.0.1:${port}`, `ErrorLog ${root}/errors`],
    ...['User www-data', 'Group www-data', site],
  ]
  await writeFile(file, `${whole.join('\n')}\n`)
  const child = spawn('/usr/sbin/apache2', ['-f', file, '-D', 'FOREGROUND'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => endProcess(child))
  await waitUntilListening(child, port, 'apache')
  return `https://localhost:${port}`
}
