// What the scripts of package.json do, with Node's own modules only, so that they run before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { runChecks } from './runChecks.mjs'
import { runUnlessCurrent } from './runUnlessCurrent.mjs'
import { fetchNode, runNpm, runtimeFolder } from './pinnedNode.mjs'
import { nodePathIn, replaceProcess, serverFlags } from './supportedNode.mjs'

const cache = '.cache'
const serverProgram = join('dist-server', 'main.js')
const endWithParent = new URL('endWithParent.mjs', import.meta.url).href

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/** Runs a command to its end with this terminal; true when it succeeded. */
function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0
}

function runOrFail(what, command, args, options) {
  if (!run(command, args, options)) fail(`${what} failed: see the messages above.`)
}

/** Runs the program that an installed package brings. */
function runTool(what, script, args = [], options = {}) {
  runOrFail(what, process.execPath, [join('node_modules', script), ...args], options)
}

/** SHA-256 over the names and contents of files and folders. */
function hashPaths(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(path).update('\0').update(readFileSync(path))
  }
  paths.forEach(visit)
  return hash.digest('hex')
}

/** apt-get as root on Debian; false anywhere else. */
function debianInstall(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], { env })
  console.log(`Installing Debian packages: ${packages.join(' ')}`)
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Programs of Debian packages that a command cannot do without. */
function requireDebianPackages(packages) {
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program))
  const names = missing.map(([, name]) => name)
  if (names.length > 0 && !debianInstall(names)) fail(`This needs the Debian packages ${names.join(', ')}.`)
}

/** Loaded for real: where a platform's binary is missing, or is no program of this machine, the server would only fail later. */
function requireSqlite() {
  const script = `new (require('better-sqlite3'))(':memory:').prepare('select 1').get()`
  if (spawnSync(process.execPath, ['-e', script], { stdio: 'ignore' }).status === 0) return
  fail(
    `SQLite's binding has no binary for this machine (${process.platform}-${process.arch}). Install make, a C++ compiler and ` +
      'python3, compile it with\n  npm run build-release --prefix node_modules/better-sqlite3\nand run the command again.',
  )
}

/** Stamps cover the lock file, not package.json: a changed script line there needs no new install. */
function installPackages() {
  const key = `${hashPaths(['package-lock.json'])} ${process.platform} ${process.arch}`
  const sqliteStamp = join(cache, 'sqlite-loaded')
  const isInstalled = () =>
    ['better-sqlite3', 'vite'].every((name) => existsSync(join('node_modules', name, 'package.json')))
  runUnlessCurrent(join(cache, 'installed'), key, isInstalled, () => {
    rmSync(sqliteStamp, { force: true })
    console.log('Installing packages. This takes about two minutes, without a word.')
    // The build needs development packages, which NODE_ENV=production would leave out.
    const install = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!runNpm(install)) {
      fail(
        'Installing the packages failed: see the messages above. Check the network, then run the command again.',
      )
    }
  })
  // Apart from the installation, which would remove a binding that was compiled.
  runUnlessCurrent(sqliteStamp, key, () => true, requireSqlite)
}

const viteArgs = (config) => ['build', '--logLevel', 'warn', '--config', config]

function build(name, config, sources, result) {
  const inputs = [...sources, config, 'contract', 'package-lock.json']
  runUnlessCurrent(
    join(cache, `built-${name}`),
    hashPaths(inputs),
    () => existsSync(result),
    () => runTool(`The build of the ${name}`, 'vite/bin/vite.js', viteArgs(config)),
  )
}

/** The plugins of vite.config.ts. */
const pagePlugins = [
  ...[
    'administratorFiles',
    'compiledTexts',
    'precompress',
    'prerenderFirstPaint',
    'subsetFonts',
    'previewDocuments',
  ],
  ...['writeIntegrityList', 'releaseSignature', 'listServedFiles', 'byCodeUnit'],
]
const buildPages = () =>
  build(
    'pages',
    'vite.config.ts',
    [
      'src',
      'core',
      'i18n',
      'workers',
      'preview',
      'public',
      'index.html',
      // Their headers are in the list of the build (scripts/writeIntegrityList.ts).
      ...['server/http', 'server/plugins', 'server/branding', 'releases'],
      ...pagePlugins.map((name) => `scripts/${name}.ts`),
    ],
    join('dist', 'serviceWorker.js'),
  )
const buildServer = () =>
  build(
    'server',
    'vite.server.config.ts',
    ['server', 'core', 'i18n', 'scripts/compiledTexts.ts', 'scripts/supportedNode.mjs'],
    serverProgram,
  )

function buildAll() {
  buildServer()
  buildPages()
}

/** An installed Chromium or Chrome, else Playwright's own, else Debian's package. */
function findChromium() {
  const known = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]
  const find = () => known.find((path) => path && existsSync(path)) ?? playwrightChromium()
  const playwrightChromium = () => {
    const path = createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
    return existsSync(path) ? path : undefined
  }
  const found = find()
  if (found) return found
  console.log('Looking for a Chromium to test with.')
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  run(process.execPath, [cli, 'install', 'chromium'], { timeout: 300_000 })
  if (!find()) debianInstall(['chromium'])
  return (
    find() ??
    fail('No browser found. Install Chromium or Chrome, or set CHROMIUM to the path of its program.')
  )
}

/** Becomes a program, named by Node's arguments, that runs until it ends or is told to. */
const becomeNode = (script, mode = 'production') =>
  replaceProcess(process.execPath, [...serverFlags, '--import', endWithParent, ...script], {
    NODE_ENV: mode,
    ...process.env,
  })

/** Prepares an installation before its service is started. The unit names the folder of the Node that it runs on. */
function setUp() {
  const { problem } = fetchNode(runtimeFolder)
  // This Node can run it as well; it must stay where it is then.
  if (problem !== undefined) {
    console.error(`${problem}\nThe service runs on ${process.execPath} until then.`)
    rmSync(runtimeFolder, { recursive: true, force: true })
    mkdirSync(join(runtimeFolder, 'bin'), { recursive: true })
    symlinkSync(process.execPath, nodePathIn(runtimeFolder))
  }
  console.log('Sealpost is installed and built. Start it, or start it again.')
}

/** Programs of an S3 store. */
const ceph = {
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/radosgw': 'radosgw',
  '/usr/bin/ceph': 'ceph-common',
}

const nginx = { '/usr/sbin/nginx': 'nginx', '/usr/bin/openssl': 'openssl' }
const proxies = { '/usr/bin/caddy': 'caddy', '/usr/sbin/apache2': 'apache2', ...nginx }

/** Installs PostgreSQL and Ceph, which several instances of the server share. */
function requireServices() {
  // PostgreSQL's programs are wanted, and no cluster of the machine's own.
  const ofClusters = '/etc/postgresql-common'
  const settings = join(ofClusters, 'createcluster.conf')
  if (process.getuid?.() === 0 && !existsSync(settings)) {
    mkdirSync(ofClusters, { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  }
  requireDebianPackages({ '/usr/lib/postgresql': 'postgresql', ...ceph })
}

/** See tests/volume.ts. */
const fullVolume = () => ({ TEST_VOLUME: 'full', ...process.env })

const withServices = () => ({ ...process.env, WITH_SERVICES: '1' })

/** @param files of the server's tests; all where none are named */
function runScaledTests(what, ...files) {
  requireServices()
  runTool(what, 'vitest/vitest.mjs', ['run', '--project', 'scaled', ...files], {
    env: withServices(),
  })
}

const nodeScript = (script, ...args) => ({ program: process.execPath, args: [script, ...args] })
const packageScript = (script, ...args) => nodeScript(join('node_modules', script), ...args)
const vitestCheck = (name, projects, rest = {}) => ({
  ...{ name, cores: 2, counts: 'vitest', ...rest },
  ...packageScript(
    'vitest/vitest.mjs',
    'run',
    '--tags-filter=!thorough',
    ...projects.flatMap((project) => ['--project', project]),
    ...(rest.files ?? []),
    ...(rest.options ?? []),
  ),
})
const viteBuildCheck = (name, config) => ({
  ...{ name, cores: 1 },
  ...packageScript('vite/bin/vite.js', ...viteArgs(config)),
})

/** Runs all checks, those that fail soonest first; a failure ends no other check. */
async function test(options) {
  const everyRun = ['test', '--grep-invert', '@thorough', ...options]
  // See buildServerBeforeTests.ts: a build would take the server away from what runs beside it.
  const isBuilt = { ...process.env, SERVER_IS_BUILT: '1' }
  const failed = await runChecks([
    // It fetches and unpacks, while others compute.
    { name: 'Debian packages', cores: 0, ...nodeScript('scripts/run.mjs', 'debian-packages') },
    { name: 'lint and types', cores: 1, ...packageScript('oxlint/bin/oxlint') },
    {
      name: 'format',
      cores: 1,
      ...packageScript('oxfmt/bin/oxfmt', '--check'),
    },
    viteBuildCheck('build of the server', 'vite.server.config.ts'),
    viteBuildCheck('build of the pages', 'vite.config.ts'),
    // Beside 'lint and types', which takes longest of what one core runs.
    vitestCheck('tests of formats', ['imports', 'formats'], { cores: 1, options: ['--maxWorkers=1'] }),
    // Waits for its services most of the time.
    vitestCheck('database and store tests', ['scaled'], {
      ...{ cores: 0, options: ['--maxWorkers=1'] },
      after: ['Debian packages'],
      files: ['tests/server/db', 'tests/server/blobs'],
      env: withServices,
    }),
    vitestCheck('tests of pages', ['pages']),
    // Some wait for programs and for their server: a third worker uses the cores meanwhile.
    vitestCheck('route tests', ['server', 'processes'], {
      after: ['Debian packages', 'build of the server'],
      options: ['--maxWorkers=3'],
      env: () => isBuilt,
    }),
    // It reads /proc, and compares CPU seconds, which hold beside other work.
    ...(process.platform === 'linux'
      ? [
          {
            ...{
              name: 'benchmark ratios',
              cores: 0,
              after: ['Debian packages', 'build of the server', 'build of the pages'],
            },
            ...{ ...nodeScript('bench/main.ts', '--check'), env: envWithChromium },
          },
        ]
      : []),
    {
      ...{
        name: 'browser tests',
        cores: 2,
        counts: 'playwright',
        after: ['Debian packages', 'build of the server', 'build of the pages'],
      },
      ...packageScript('@playwright/test/cli.js', ...everyRun),
      env: () => ({ ...envWithChromium(), ...isBuilt }),
    },
  ])
  if (failed) process.exit(1)
}

/** On the command line and in `npm test`, with bench/baseline.json. */
function bench(options) {
  if (options.includes('--browser=firefox')) requireDebianPackages({ '/usr/bin/firefox-esr': 'firefox-esr' })
  const script = ['bench/main.ts', ...options]
  runOrFail('The benchmark', process.execPath, script, { env: envWithChromium() })
}

const packCli = () => runOrFail('Packing', process.execPath, ['scripts/packCli.ts'])

const envWithChromium = () => ({ ...process.env, CHROMIUM: findChromium() })
const runPlaywright = (what, args, options = {}) =>
  runTool(what, '@playwright/test/cli.js', ['test', ...args], { env: envWithChromium(), ...options })
const commands = {
  start: () => becomeNode([serverProgram]),
  setup: setUp,
  demo: () => becomeNode(['demo/main.ts']),
  dev: (options) => becomeNode(['demo/dev.ts', ...options], 'development'),
  screenshots: (options) =>
    runOrFail('Taking the pictures', process.execPath, ['demo/screenshots.ts', ...options], {
      env: envWithChromium(),
    }),
  test,
  openapi: () => runOrFail('Describing the API', process.execPath, ['scripts/openapi.ts']),
  tables: () => runOrFail('Describing the tables', process.execPath, ['scripts/tables.ts']),
  'pack:cli': () => {
    buildPages()
    packCli()
  },
  release: (options) => {
    requireDebianPackages({
      '/usr/bin/mmdebstrap': 'mmdebstrap',
      '/usr/bin/buildah': 'buildah',
      '/usr/bin/apt-ftparchive': 'apt-utils',
    })
    runOrFail('The release', process.execPath, ['scripts/release.ts', ...options])
  },
  'release:check': (options) => {
    requireDebianPackages({
      '/usr/bin/mmdebstrap': 'mmdebstrap',
      '/usr/bin/podman': 'podman',
      '/usr/bin/crun': 'crun',
      '/usr/bin/gpg': 'gpg',
    })
    runOrFail('The check of what was made', process.execPath, ['scripts/packages/check.ts', ...options])
  },
  reproducible: () => runOrFail('The comparison', process.execPath, ['scripts/reproducible.ts']),
  build: () => undefined,
  /** Run by `npm test` beside the checks that need no Debian package. */
  'debian-packages': () => {
    requireDebianPackages(nginx)
    requireServices()
    const isDebians = findChromium() === '/usr/bin/chromium'
    // The browser tests take half as long in it, and do without it.
    if (isDebians && !existsSync('/usr/bin/chromium-headless-shell'))
      debianInstall(['chromium-headless-shell'])
  },
  lint: (options) => {
    runTool('Lint', 'oxlint/bin/oxlint', options)
    runTool('The format check', 'oxfmt/bin/oxfmt', ['--check'])
  },
  unit: (options) => runTool('The unit tests', 'vitest/vitest.mjs', ['run', ...options]),
  'unit:thorough': (options) => {
    runTool('The thorough unit tests', 'vitest/vitest.mjs', ['run', '--tags-filter=thorough', ...options])
  },
  'unit:full': (options) =>
    runTool(
      'The unit tests in full',
      'vitest/vitest.mjs',
      ['run', '--project', 'formats', '--project', 'pages', '--project', 'soak', ...options],
      { env: fullVolume() },
    ),
  e2e: (options) => runPlaywright('The browser tests', options),
  bench,
  'bench:cli': (options) => {
    packCli()
    const script = ['bench/commandLine/main.ts', ...options]
    runOrFail('The benchmark', process.execPath, script)
  },
  load: (options) => {
    if (!options.includes('--on=embedded')) requireServices()
    // Told to stop, it has things to remove first.
    replaceProcess(process.execPath, ['--import', endWithParent, 'bench/load/main.ts', ...options])
  },
  'e2e:thorough': (options) => runPlaywright('The other browser tests', ['--grep', '@thorough', ...options]),
  'e2e:full': (options) =>
    runPlaywright('The full size', ['--grep', '@full', '--workers', '1', ...options], {
      env: { ...envWithChromium(), E2E_FULL: '1' },
    }),
  'e2e:browsers': (options) => {
    requireDebianPackages({
      '/usr/bin/firefox-esr': 'firefox-esr',
      '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
      '/usr/bin/Xvfb': 'xvfb',
    })
    const script = ['e2e/browsers/main.ts', ...options]
    runOrFail('The test of the browsers', process.execPath, script, { env: envWithChromium() })
  },
  'e2e:archives': (options) => {
    requireDebianPackages({
      '/usr/bin/unzip': 'unzip',
      '/usr/bin/7z': 'p7zip-full',
      '/usr/bin/python3': 'python3',
    })
    const full = { env: { ...envWithChromium(), E2E_FULL: '1' } }
    runTool('The names', 'vitest/vitest.mjs', ['run', 'tests/core/open'], full)
    runPlaywright('The archives', ['bigArchives', ...options], full)
  },
  /** Beyond the largest file that is taken unless the operator says otherwise. */
  'e2e:large': (options) => {
    requireDebianPackages({
      '/usr/bin/unzip': 'unzip',
      '/usr/bin/7z': 'p7zip-full',
      '/usr/bin/python3': 'python3',
    })
    requireServices()
    for (const where of [{}, { WITH_SERVICES: '1' }])
      runPlaywright('The large file', ['largeFiles', '--workers', '1', ...options], {
        env: { ...envWithChromium(), E2E_FULL: '1', ...where },
      })
  },
  /** With a clone of an older commit in which `npm run pack:cli` was run. */
  'e2e:builds': (options) => {
    const [older, ...others] = options
    if (older === undefined) fail('Usage: npm run e2e:builds -- OLDER')
    requireServices()
    runPlaywright('The test of two builds', ['twoBuilds', '--workers', '1', ...others], {
      env: { ...envWithChromium(), WITH_SERVICES: '1', OLDER_BUILD: resolve(older) },
    })
  },
  'e2e:scaled': (options) => {
    requireServices()
    const onServices = { env: { ...envWithChromium(), WITH_SERVICES: '1' } }
    runPlaywright(
      'The journeys on PostgreSQL and an S3 store',
      ['mainJob', 'directUploads', ...options],
      onServices,
    )
  },
  'unit:scaled': (files) => runScaledTests('The tests on PostgreSQL and an S3 store', ...files),
  proxies: (files) => {
    requireDebianPackages(proxies)
    const script = ['run', '--project', 'proxies', ...files]
    runTool('The test of the proxies', 'vitest/vitest.mjs', script, {
      env: { ...process.env, WITH_PROXIES: '1' },
    })
  },
  crash: () => {
    const rounds = { CRASH_ROUNDS: '50', ...fullVolume() }
    runTool('The crash test', 'vitest/vitest.mjs', ['run', 'tests/server/crash.test.ts'], {
      env: rounds,
    })
  },
  'crash:instances': () => {
    requireServices()
    requireDebianPackages(proxies)
    const script = ['run', '--project', 'instances']
    runTool('The crash test of several servers', 'vitest/vitest.mjs', script, {
      env: { ...process.env, WITH_INSTANCES: '1' },
    })
  },
  fuzz: () => {
    const counts = { FUZZ_REQUESTS: '5000', FUZZ_FORMS: '500', OPENAPI_REQUESTS: '20000', ...fullVolume() }
    const tests = ['run', 'tests/server/fuzz', 'tests/server/openapi/conformance']
    runTool('The fuzz test', 'vitest/vitest.mjs', tests, { env: counts })
  },
}

/** The steps that a command needs besides packages; commands that are not listed need all. */
const packagesOnly = () => undefined
const prepareByCommand = Object.fromEntries(
  [
    ...[
      'test',
      'debian-packages',
      'openapi',
      'tables',
      'pack:cli',
      'dev',
      'lint',
      'unit',
      'unit:thorough',
      'unit:full',
      'e2e',
    ],
    ...['unit:scaled', 'proxies', 'crash:instances', 'crash', 'fuzz', 'reproducible', 'release:check'],
  ].map((name) => [name, packagesOnly]),
)

/** @param {string[]} words the command and its options */
export async function runCommand([command, ...options]) {
  const task = commands[command]
  if (!task) fail(`Usage: node scripts/run.mjs admin | ${Object.keys(commands).join(' | ')}`)
  // Of every program that it starts.
  process.env.NODE_COMPILE_CACHE ??= resolve(cache, 'compiled')
  installPackages()
  const prepare = prepareByCommand[command] ?? buildAll
  prepare()
  await task(options)
}
