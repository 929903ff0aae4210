import { defineConfig } from 'vite'

/**
 * The server and its command line as plain JavaScript, so that a start compiles nothing. Packages stay where they are;
 * one level below the project, as the sources are, because both find the project's folder from their own.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist-server',
    target: 'node20',
    minify: false,
    rolldownOptions: { input: ['server/main.ts', 'server/admin.ts'] },
  },
})
