import { defineConfig } from 'vitest/config'

/** Tests of modules that keep something for the life of a page or a worker: each file of tests has them fresh. */
const ofPages = ['tests/{src,workers,core/!(crypto)}/**/*.test.ts', 'tests/i18n/**/*.test.ts']
/** They use a server in their own process, and with it SQLite, which has to be set up: the others need nothing but packages. */
const ofServer = ['tests/{server,transfer,cli/commands,cli/get}/**/*.test.ts']
/** They start the server as an operator does, from what is built: see tests/server/serverProcess.ts. */
const ofProcesses = [
  'tests/bench/storedData.test.ts',
  'tests/demo.test.ts',
  'tests/server/{admin,badDisk,deletedBytes,lastOwner,metricsProcess,programs,start}.test.ts',
  'tests/server/downloads/downloadRecorder.test.ts',
]
/** The same for long, under load, with kills and time-outs: with TEST_VOLUME=full alone. */
const ofSoak = [
  'tests/server/{crash,doctor}.test.ts',
  'tests/server/ops/maintenance/drill.test.ts',
  'tests/server/fuzz/*.test.ts',
  'tests/server/uploads/memory.test.ts',
  'tests/cli/commands/pull/killed.test.ts',
]
/** With V8's usual 16 MiB for new objects a tenth more is spent on collecting them. */
const server = { isolate: false, execArgv: ['--max-semi-space-size=64'] }
const processes = { ...server, globalSetup: 'tests/buildServer.ts' }
/** What only SQLite and the disk have. */
const ofDefaults = [
  'tests/server/blobs/diskBlobStore.test.ts',
  'tests/server/ops/maintenance/backUpInstallation.test.ts',
  'tests/server/database.test.ts',
  'tests/server/db/{copyBeforeMigration,database,keepDatabase,migrations}.test.ts',
  'tests/server/http/{readerLagMonitor,sendPieces}.test.ts',
]
/** What only the services have. */
const ofServices = [
  'tests/server/blobs/s3*.test.ts',
  'tests/server/uploads/directUploads.test.ts',
  'tests/server/ops/move/*.test.ts',
  'tests/transfer/outages.test.ts',
]
/** They run the proxies of `deploy/`, which have to be installed, and wait for time-outs: only where it is asked for. */
const ofProxies = ['tests/proxies/*.test.ts']
/** Several servers that are killed for minutes behind those proxies, on the services: a command of its own. */
const ofInstances = ['tests/instances/{crash,rolling}.test.ts']
const ofImports = ['tests/architecture.test.ts']

export default defineConfig({
  test: {
    // As `@thorough` of the browser tests: `npm test` leaves them out, `npm run unit:thorough` runs them.
    tags: [{ name: 'thorough', description: 'rare cases that take seconds each' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: ofPages,
          setupFiles: 'tests/pageGlobals.ts',
          // A thread has globals of its own, as a process has, and starts for less.
          pool: 'threads',
        },
      },
      // What is loaded anew for each file costs more than the tests.
      {
        extends: true,
        test: {
          name: 'formats',
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...ofPages,
            ...ofServer,
            ...ofProcesses,
            ...ofSoak,
            ...ofProxies,
            ...ofInstances,
            ...ofImports,
          ],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'imports', include: ofImports } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ofServer,
          exclude: [...ofProcesses, ...ofSoak, ...ofServices],
          ...server,
        },
      },
      // The same on PostgreSQL and an S3 store, which have to be installed: only where it is asked for.
      ...(process.env.WITH_SERVICES === '1'
        ? [
            {
              extends: true as const,
              test: {
                name: 'scaled',
                include: ['tests/server/**/*.test.ts', ...ofServices],
                exclude: [...ofProcesses, ...ofSoak, ...ofDefaults],
                ...server,
                globalSetup: 'tests/scaledServices.ts',
              },
            },
          ]
        : []),
      ...(process.env.WITH_PROXIES === '1'
        ? [
            {
              extends: true as const,
              test: {
                name: 'proxies',
                include: ofProxies,
                isolate: false,
                globalSetup: 'tests/proxies/setup.ts',
              },
            },
          ]
        : []),
      ...(process.env.WITH_INSTANCES === '1'
        ? [
            {
              extends: true as const,
              test: { name: 'instances', include: ofInstances, globalSetup: 'tests/proxies/setup.ts' },
            },
          ]
        : []),
      { extends: true, test: { name: 'processes', include: ofProcesses, ...processes } },
      ...(process.env.TEST_VOLUME === 'full'
        ? [{ extends: true as const, test: { name: 'soak', include: ofSoak, ...processes } }]
        : []),
    ],
    // What hangs ends; no test is about time that passes outside.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 60_000 } },
  },
})
