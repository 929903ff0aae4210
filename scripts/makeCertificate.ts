import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files with a certificate for localhost and 127.0.0.1, and the authority that has signed it. */
export interface CertificateFiles {
  authority: string
  certificate: string
  key: string
}

/**
 * Makes an authority of a day's use and a certificate by it, for servers of tests, with openssl.
 * @param folder where they are put; made where it is not there
 */
export function makeCertificate(folder: string): CertificateFiles {
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  mkdirSync(folder, { recursive: true })
  const ofAuthority = ['-subj', '/CN=Authority of a test', '-addext', 'keyUsage=critical,keyCertSign']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '1',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    ...ofAuthority,
  )
  openssl('req', ...newKey, '-keyout', file('own.key'), '-out', file('own.csr'), '-subj', '/CN=localhost')
  const extensions = ['subjectAltName=DNS:localhost,IP:127.0.0.1', 'extendedKeyUsage=serverAuth']
  writeFileSync(file('own.ext'), `${extensions.join('\n')}\nbasicConstraints=CA:FALSE\n`)
  const by = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('own.ext')]
  openssl('x509', '-req', '-in', file('own.csr'), ...by, '-days', '1', '-out', file('own.crt'))
  return { authority: file('ca.crt'), certificate: file('own.crt'), key: file('own.key') }
}
