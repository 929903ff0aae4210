import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type CertificateFiles, makeCertificate } from '../../scripts/makeCertificate.ts'
import buildServerBeforeTests from '../../scripts/buildServerBeforeTests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the proxies; the processes of the tests trust its authority. */
    certificate: CertificateFiles
  }
}

/** For the tests that run proxies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-certificate-'))
  const certificate = makeCertificate(folder)
  // Read by Node when a process starts, and those of the tests have not been started yet.
  process.env.NODE_EXTRA_CA_CERTS = certificate.authority
  project.provide('certificate', certificate)
  await buildServerBeforeTests()
  project.provide('serverProgram', 'dist-server/main.js')
  return () => rmSync(folder, { recursive: true })
}
