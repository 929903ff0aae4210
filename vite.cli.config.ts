import { defineConfig } from 'vite'

/** The command line with all that it needs, so that whoever installs it installs nothing else (scripts/packCli.ts). */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist-cli/bin',
    target: 'node22',
    minify: false,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // How long plugins take is nothing that whoever installs can change.
      checks: { bundlerTimings: false },
      input: { sealpost: 'cli/program.ts' },
      output: {
        banner: (chunk) => (chunk.name === 'sealpost' ? '#!/usr/bin/env node' : ''),
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
