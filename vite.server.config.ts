import { defineConfig } from 'vite'
import { compiledTexts } from './scripts/compiledTexts.ts'
import { serverParts } from './src/texts/parts.ts'

/**
 * The server and its command line as plain JavaScript, so that a start compiles nothing. Packages stay where they are;
 * one level below the project, as the sources are, because both find the project's folder from their own.
 */
export default defineConfig({
  publicDir: false,
  plugins: [compiledTexts(serverParts)],
  build: {
    ssr: true,
    outDir: 'dist-server',
    target: 'node20',
    minify: false,
    rolldownOptions: { input: ['server/main.ts', 'server/admin.ts'] },
  },
})
