// One-command set-up, with Node's own modules only, so that it runs before anything is installed:
//   node scripts/run.mjs start            install, build, start the server
//   node scripts/run.mjs admin COMMAND    install, manage administrators (see server/admin.ts)
//   node scripts/run.mjs demo             install, build, start a server with sample data that is gone when it ends
//   node scripts/run.mjs dev [--fresh]    install, serve pages and server from their sources, with data that stays
//   node scripts/run.mjs screenshots      the pictures of docs/images and of the manifest, from the demo's data
//   node scripts/run.mjs test             install, build, check everything, run every test, compare ratios
//   node scripts/run.mjs openapi          install, write docs/openapi.json from the contract
//   node scripts/run.mjs pack:cli          install, build the command line, pack it to be installed
//   node scripts/run.mjs bench [options]  install, build, measure (see bench/)
//   node scripts/run.mjs bench:cli [options]  install, build, the command line beside curl (see bench/)
//   node scripts/run.mjs load [options]   install, build, many clients at once (see bench/)
//   node scripts/run.mjs e2e:thorough     the browser tests that 'test' leaves out: rare courses, and lies of servers
//   node scripts/run.mjs e2e:full         the journeys of the browser tests in full size
//   node scripts/run.mjs e2e:browsers     recipient, sender and administrator in Firefox and WebKitGTK as well
//   node scripts/run.mjs e2e:archives     archives that need ZIP64, tried by three other programs
//   node scripts/run.mjs unit:scaled      the server's tests on PostgreSQL and an S3 store
//   node scripts/run.mjs e2e:scaled       the main job, and uploads straight to the store, on those two
//   node scripts/run.mjs proxies          the proxies of deploy/, in front of real servers
//   node scripts/run.mjs crash            fifty kills of the server during uploads, deletions and password changes
//   node scripts/run.mjs crash:instances  kills and restarts of two servers behind each proxy during transfers
//   node scripts/run.mjs fuzz             five thousand generated requests and five hundred broken forms; and twenty
//                                         thousand requests that the description of the API is held against
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const windows = process.platform === 'win32'
const cache = '.cache'
const serverProgram = join('dist-server', 'main.js')
mkdirSync(cache, { recursive: true })

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/** Runs a command to its end with this terminal; true when it succeeded. */
function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0
}

function must(what, command, args, options) {
  if (!run(command, args, options)) fail(`${what} failed: see the messages above.`)
}

/** Runs the program that an installed package brings. */
function tool(what, script, args = [], options = {}) {
  must(what, process.execPath, [join('node_modules', script), ...args], options)
}

/** Several of them side by side, each one's messages together; ends the process when one has failed. */
async function tools(all) {
  const ended = all.map(async ([what, script, ...args]) => {
    const child = spawn(process.execPath, [join('node_modules', script), ...args], { stdio: 'pipe' })
    let said = ''
    for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text))
    const [status] = await once(child, 'close')
    process.stdout.write(said)
    return status === 0 ? [] : [what]
  })
  const failed = (await Promise.all(ended)).flat()
  if (failed.length > 0) fail(`${failed.join(', ')} failed: see the messages above.`)
}

const npm = (args) => run('npm', args, { shell: windows })

/** SHA-256 over the names and contents of files and folders. */
function digest(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(path).update('\0').update(readFileSync(path))
  }
  paths.forEach(visit)
  return hash.digest('hex')
}

/** Does `work` unless the inputs named by `key` are those of the last time. */
function onceFor(name, key, done, work) {
  const stamp = join(cache, name)
  if (done() && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  work()
  writeFileSync(stamp, key)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Sealpost needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
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
function needs(packages) {
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program))
  const names = missing.map(([, name]) => name)
  if (names.length > 0 && !debianInstall(names)) fail(`This needs the Debian packages ${names.join(', ')}.`)
}

/** SQLite's binding is loaded for real: a build for another Node version would only fail much later. */
function sqliteWorks() {
  const script = `new (require('better-sqlite3'))(':memory:').prepare('select 1').get()`
  return spawnSync(process.execPath, ['-e', script], { stdio: 'ignore' }).status === 0
}

/** Stamps cover the lock file and Node, not package.json: a changed script line there needs no new install. */
const lockKey = () => `${digest(['package-lock.json'])} ${process.version} ${process.arch}`
const sqlite = join('node_modules', 'better-sqlite3')

/** All packages, but for what has to be compiled. */
function installPackages() {
  const installed = () => existsSync(join(sqlite, 'package.json'))
  onceFor('installed', lockKey(), installed, () => {
    console.log('Installing packages. This takes about a minute, without a word.')
    if (npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])) return
    fail(
      'Installing the packages failed: see the messages above. Check the network, then run the command again.',
    )
  })
}

function compileSqlite() {
  const compiled = () => existsSync(join(sqlite, 'build', 'Release', 'better_sqlite3.node'))
  onceFor('compiled', lockKey(), compiled, () => {
    console.log(
      'Setting up SQLite. The first time takes a minute, or some on a busy machine: it may have to be compiled.',
    )
    const compilerFound = ['make', 'g++', 'python3'].every(
      (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
    )
    const rebuild = () => npm(['rebuild', 'better-sqlite3', '--loglevel=error']) && sqliteWorks()
    if (rebuild()) return
    if (!compilerFound && debianInstall(['make', 'g++', 'python3']) && rebuild()) return
    fail(
      compilerFound
        ? 'Setting up SQLite failed: see the messages above. Check the network, then run the command again.'
        : 'Setting up SQLite failed, probably because its binding had to be compiled and no compiler was found.\n' +
            'Install make, a C++ compiler (g++ or clang) and python3, then run the command again.\n' +
            '  Debian, Ubuntu: apt-get install make g++ python3     macOS: xcode-select --install',
    )
  })
}

function build(name, config, sources, result) {
  const inputs = [...sources, config, 'contract', 'package-lock.json']
  onceFor(
    `built-${name}`,
    digest(inputs),
    () => existsSync(result),
    () =>
      tool(`The build of the ${name}`, 'vite/bin/vite.js', [
        'build',
        '--logLevel',
        'warn',
        '--config',
        config,
      ]),
  )
}

/** Of vite.config.ts. */
const pagePlugins = ['compiledTexts', 'compressed', 'drawFirst', 'lighterFonts']
const buildPages = () =>
  build(
    'pages',
    'vite.config.ts',
    ['src', 'workers', 'public', 'index.html', ...pagePlugins.map((name) => `scripts/${name}.ts`)],
    join('dist', 'serviceWorker.js'),
  )
const buildServer = () =>
  build('server', 'vite.server.config.ts', ['server', 'src/texts', 'scripts/compiledTexts.ts'], serverProgram)

function buildAll() {
  compileSqlite()
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

/** Runs a program, named by Node's arguments, until it ends or is told to. */
function serve(script, mode = 'production') {
  const env = { NODE_ENV: mode, ...process.env }
  const server = spawn(process.execPath, script, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  // npm does not pass SIGTERM on: when it is gone, this process has another parent.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500)
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Its own messages say everything; the exit code is passed on. */
function admin(options) {
  const args = [join('dist-server', 'admin.js'), ...options]
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1)
}

const vitest = (what, ...projects) =>
  tool(what, 'vitest/vitest.mjs', ['run', ...projects.flatMap((name) => ['--project', name])])

/** Programs of an S3 store. */
const ceph = {
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/radosgw': 'radosgw',
  '/usr/bin/ceph': 'ceph-common',
}

const nginx = { '/usr/sbin/nginx': 'nginx', '/usr/bin/openssl': 'openssl' }
const proxies = { '/usr/bin/caddy': 'caddy', '/usr/sbin/apache2': 'apache2', ...nginx }

/** What the server runs on where there is more than one of it. */
function needServices() {
  // PostgreSQL's programs are wanted, and no cluster of the machine's own.
  const ofClusters = '/etc/postgresql-common'
  const settings = join(ofClusters, 'createcluster.conf')
  if (process.getuid?.() === 0 && !existsSync(settings)) {
    mkdirSync(ofClusters, { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  }
  needs({ '/usr/lib/postgresql': 'postgresql', ...ceph })
}

/** @param files of the server's tests; all where none are named */
function scaled(what, ...files) {
  needServices()
  const script = ['run', '--project', 'scaled', ...files]
  tool(what, 'vitest/vitest.mjs', script, { env: { ...process.env, WITH_SERVICES: '1' } })
}

/** What fails soonest comes first, and nothing is compiled or built before it is needed. */
async function test(options) {
  await tools([
    ['The type check', '../scripts/typecheck.mjs'],
    ['Lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'],
    ['The format check', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
    ['The import rules', 'vitest/vitest.mjs', 'run', '--project', 'imports'],
  ])
  vitest('The unit tests', 'formats', 'pages')
  compileSqlite()
  needs(nginx)
  vitest('The route tests', 'server', 'processes')
  scaled('The tests of database and store', 'tests/server/db', 'tests/server/blobs')
  buildAll()
  const everyRun = ['test', '--grep-invert', '@thorough', ...options]
  tool('The browser tests', '@playwright/test/cli.js', everyRun, { env: env() })
  // It reads /proc.
  if (process.platform === 'linux') bench(['--check'])
  console.log(`\nEverything passed in ${Math.round(performance.now() / 1000)} s.`)
}

/** On the command line and at the end of `npm test`, with bench/baseline.json. */
function bench(options) {
  if (options.includes('--browser=firefox')) needs({ '/usr/bin/firefox-esr': 'firefox-esr' })
  const script = ['bench/main.ts', ...options]
  must('The benchmark', process.execPath, script, { env: env() })
}

const packCli = () => must('Packing', process.execPath, ['scripts/packCli.ts'])

const env = () => ({ ...process.env, CHROMIUM: findChromium() })
const commands = {
  start: () => serve([serverProgram]),
  admin,
  demo: () => serve(['demo/main.ts']),
  dev: (options) => serve(['demo/dev.ts', ...options], 'development'),
  screenshots: (options) =>
    must('Taking the pictures', process.execPath, ['demo/screenshots.ts', ...options], {
      env: env(),
    }),
  test,
  openapi: () => must('Describing the API', process.execPath, ['scripts/openapi.ts']),
  'pack:cli': packCli,
  bench,
  'bench:cli': (options) => {
    packCli()
    const script = ['bench/commandLine/main.ts', ...options]
    must('The benchmark', process.execPath, script)
  },
  load: (options) => {
    if (!options.includes('--on=embedded')) needServices()
    must('The load', process.execPath, ['bench/load/main.ts', ...options])
  },
  'e2e:thorough': (options) => {
    const rest = ['test', '--grep', '@thorough', ...options]
    tool('The other browser tests', '@playwright/test/cli.js', rest, { env: env() })
  },
  'e2e:full': (options) => {
    const journeys = ['test', '--grep', '@full', '--workers', '1', ...options]
    tool('The full size', '@playwright/test/cli.js', journeys, { env: { ...env(), E2E_FULL: '1' } })
  },
  'e2e:browsers': (options) => {
    needs({
      '/usr/bin/firefox-esr': 'firefox-esr',
      '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
      '/usr/bin/Xvfb': 'xvfb',
    })
    const script = ['e2e/browsers/main.ts', ...options]
    must('The test of the browsers', process.execPath, script, { env: env() })
  },
  'e2e:archives': (options) => {
    needs({ '/usr/bin/unzip': 'unzip', '/usr/bin/7z': 'p7zip-full', '/usr/bin/python3': 'python3' })
    const full = { env: { ...env(), E2E_FULL: '1' } }
    tool('The names', 'vitest/vitest.mjs', ['run', 'tests/src/transfer/open'], full)
    tool('The archives', '@playwright/test/cli.js', ['test', 'bigArchives', ...options], full)
  },
  'e2e:scaled': (options) => {
    needServices()
    const journeys = ['test', 'mainJob', 'directUploads', ...options]
    const onServices = { env: { ...env(), WITH_SERVICES: '1' } }
    tool('The journeys on PostgreSQL and an S3 store', '@playwright/test/cli.js', journeys, onServices)
  },
  'unit:scaled': (files) => scaled('The tests on PostgreSQL and an S3 store', ...files),
  proxies: (files) => {
    needs(proxies)
    const script = ['run', '--project', 'proxies', ...files]
    tool('The test of the proxies', 'vitest/vitest.mjs', script, {
      env: { ...process.env, WITH_PROXIES: '1' },
    })
  },
  crash: () => {
    const rounds = { CRASH_ROUNDS: '50', ...process.env }
    tool('The crash test', 'vitest/vitest.mjs', ['run', 'tests/server/crash.test.ts'], { env: rounds })
  },
  'crash:instances': () => {
    needServices()
    needs(proxies)
    const script = ['run', '--project', 'instances']
    tool('The crash test of several servers', 'vitest/vitest.mjs', script, {
      env: { ...process.env, WITH_INSTANCES: '1' },
    })
  },
  fuzz: () => {
    const counts = { FUZZ_REQUESTS: '5000', FUZZ_FORMS: '500', OPENAPI_REQUESTS: '20000', ...process.env }
    const tests = ['run', 'tests/server/fuzz', 'tests/server/openapi/conformance']
    tool('The fuzz test', 'vitest/vitest.mjs', tests, { env: counts })
  },
}

/** What a command needs besides packages; the others need all. */
const needed = {
  test: () => undefined,
  openapi: () => undefined,
  'pack:cli': () => undefined,
  dev: compileSqlite,
  'unit:scaled': compileSqlite,
  proxies: compileSqlite,
  'crash:instances': compileSqlite,
  // The command line works beside a server that runs, whose pages stay as they are.
  admin: () => (compileSqlite(), buildServer()),
}
const [command, ...options] = process.argv.slice(2)
const task = commands[command]
if (!task) fail(`Usage: node scripts/run.mjs ${Object.keys(commands).join(' | ')}`)
checkNode()
installPackages()
const prepare = needed[command] ?? buildAll
prepare()
await task(options)
