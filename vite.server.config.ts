import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compiledTexts } from './scripts/compiledTexts.ts'
import { serverCatalogueParts } from './i18n/catalogueParts.ts'

const outDir = 'dist-server'
const programs = ['main', 'admin']

/** Operators run the programs by their names. */
const executable = (): Plugin => ({
  name: 'executable',
  apply: 'build',
  writeBundle() {
    for (const name of programs) chmodSync(join(outDir, `${name}.js`), 0o755)
  },
})

/** Packages of so many files that reading them one by one takes half of a start; they are bundled. */
const ofManyFiles = ['kysely', 'zod', 'fastify-type-provider-zod', 'rate-limiter-flexible', 'icu-minify']
/** Packages of pages, which are not there where the server is installed. */
const ofPages = ['hash-wasm']

/**
 * The server and its command line as plain JavaScript, so that a start compiles nothing. Other packages stay where they are;
 * one level below the project, as the sources are, because both find the project's folder from their own.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: [...ofManyFiles, ...ofPages] },
  plugins: [compiledTexts(serverCatalogueParts), executable()],
  build: {
    ssr: true,
    outDir,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      // How long plugins take is nothing that whoever installs can change.
      checks: { bundlerTimings: false },
      input: programs.map((name) => `server/${name}.ts`),
      output: {
        banner: (chunk) => (programs.includes(chunk.name) && chunk.isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
})
