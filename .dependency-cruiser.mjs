/**
 * Which folder may import which. The folder list is the architecture: see docs/architecture.md.
 * @type {import('dependency-cruiser').IConfiguration}
 */

const all = 'contract|core|i18n|workers|preview|src|server|cli|tests|e2e|bench|demo'

/** Each folder at the root, and what it may import of others. */
const folders = {
  contract: [],
  core: ['contract/'],
  i18n: ['contract/', 'core/'],
  // Workers have no DOM, and must not load React or the store.
  workers: ['contract/', 'core/'],
  // Documents that show strangers' files, which load nothing.
  preview: ['core/preview/'],
  // Code of workers runs in workers: what crosses is messages, and addresses of scripts that are fetched early.
  src: ['contract/', 'core/', 'i18n/', 'workers/(shared/|(stream|keys\\.|open\\.)[wW]orker\\.ts$)'],
  // Mails are written from the catalogues.
  server: ['contract/', 'i18n/(messages|formatMessage|catalogues/(all|en|de))\\.ts$'],
  cli: ['contract/', 'core/', 'i18n/'],
  // A test that imports the product tests itself; what is measured is the product as it is built.
  e2e: ['contract/'],
  demo: ['e2e/'],
  bench: ['contract/', 'e2e/', 'demo/'],
}

/** Packages of the folders that must stay small or portable; types count, too. */
const packages = {
  contract: ['hash-wasm', 'zod'],
  'core/crypto': ['@noble/hashes', 'hash-wasm'],
  'core/(?!crypto/)': ['client-zip', 'file-type', 'hash-wasm'],
  i18n: ['icu-minify'],
  workers: ['comlink', 'client-zip', 'file-type', 'hash-wasm', 'workbox-[a-z]+'],
}

/** The folders of `src` from the bottom to the top: each may import those before it. */
const layers = [
  'storage',
  'i18n',
  'api',
  'platform',
  'store',
  'ui',
  'forms',
  'session',
  'trust',
  'saving',
  'preview',
  'features',
  'routes',
  'app',
]

/** Folders and files of `server` likewise; those of its root that are not named stand above all. */
const serverLayers = [
  'util',
  'metrics',
  'http',
  'config',
  'db',
  'operatorRules\\.ts',
  'startErrors\\.ts',
  'mail',
  'blobs',
  'audit',
  'assets',
  'branding',
  'security',
  'plugins',
  'notices',
  'retention',
  'housekeeping\\.ts',
  'gates',
  'uploads',
  'downloads',
  'sharing',
  'singleSignOn',
  'diagnosis',
  'prometheus',
  'context\\.ts',
  'services\\.ts',
  'routes',
  'ops',
]
const rootOfServer = '(app|logging|serve|main|admin)\\.ts'

export default {
  forbidden: [
    ...Object.entries(folders).map(([folder, may]) => ({
      name: `folder-${folder}`,
      severity: 'error',
      // Pages of the lab run the product's code themselves.
      from: { path: `^${folder}/`, pathNot: '^bench/page/' },
      to: {
        path: `^(${all})/`,
        pathNot: [`^${folder}/`, ...may.map((one) => `^${one}`)],
        ...(folder === 'src' && { dependencyTypesNot: ['type-only'] }),
      },
    })),
    ...Object.entries(packages).map(([folder, may]) => ({
      name: `packages-${folder}`,
      severity: 'error',
      from: { path: `^${folder}` },
      to: { path: 'node_modules/', pathNot: may.map((one) => `node_modules/${one}/`) },
    })),
    ...layers.map((layer, i) => ({
      name: `layer-${layer}`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: `^src/(${layers.slice(i + 1).join('|')})/` },
    })),
    ...serverLayers.map((layer, i) => ({
      name: `server-layer-${layer.replace('\\.ts', '')}`,
      severity: 'error',
      from: { path: `^server/${layer}(/|$)` },
      to: { path: `^server/(${[...serverLayers.slice(i + 1), rootOfServer].join('|')})(/|$)` },
    })),
    {
      name: 'core-is-portable',
      comment: 'It runs in browsers, workers and Node: core/ports.ts says what it needs of either.',
      severity: 'error',
      from: { path: '^core/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'worker-entries-decide-nothing',
      comment: 'Workers hold bytes and do what they are asked; what decides is on the page.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^core/(upload|download|link)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'link-machine-is-pure',
      comment: 'It decides about faults alone; calls and secrets are with its ports.',
      severity: 'error',
      from: { path: '^core/link/' },
      to: { pathNot: '^core/(link|faults)/' },
    },
    {
      name: 'features-do-not-know-each-other',
      comment: 'Features meet in routes; a feature is handed what it needs.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-have-doors',
      comment: 'The files at the top of a feature are for others; its sub-folders are its own.',
      severity: 'error',
      from: { path: '^src/(?!features/)' },
      to: { path: '^src/features/[^/]+/[^/]+/' },
    },
    {
      name: 'first-is-small',
      comment: 'It goes before the application and begins it; what it draws is drawn when it is built.',
      severity: 'error',
      from: { path: '^src/first/', pathNot: '/prerenderUploadPage\\.tsx$' },
      to: {
        dynamic: false,
        path: '^(src|core)/|node_modules/',
        pathNot:
          '^src/(first|storage|api/(prefetch|defaultSort)|i18n/chosenLanguage)|^core/util/timeSlice|^workers/shared/trustedTypes|^src/ui/theme/(start\\.css|readLook\\.ts)$',
      },
    },
    {
      name: 'forms-are-loaded-late',
      comment: 'The library of forms, and zod with it, is no part of pages that must come fast.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(forms|features/(folderForm|profile|share))/' },
      to: { path: '^src/forms/|node_modules/(react-hook-form|@hookform)/' },
    },
    {
      name: 'schemas-are-loaded-late',
      comment: 'Workers, and pages that must come fast, have the types of calls alone.',
      severity: 'error',
      from: {
        path: '^(src/(app|routes|store|api|ui|session|features/(upload|login|dashboard|folderFiles))|workers)/',
        pathNot: '^src/features/upload/answers/parseSenderFields\\.ts$',
      },
      to: { path: '^contract/schemas/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'derivations-wait-in-line',
      comment: 'Threads that hash passwords read no files: see [Note: Derivations].',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/security/passwordHashing\\.ts$' },
      to: { path: 'node_modules/@node-rs/' },
    },
    {
      name: 'routes-see-the-blob-interface',
      comment: 'Any store may stand behind it.',
      severity: 'error',
      from: { path: '^server/(routes|uploads)/' },
      to: { path: '^server/blobs/', pathNot: '^server/blobs/(blobStore|blobKeys)\\.ts$' },
    },
    {
      name: 'sql-lives-in-db',
      comment: 'Another database must change one folder.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/db/' },
      to: { path: 'node_modules/(better-sqlite3|pg)/' },
    },
    {
      name: 'figures-are-the-metrics-own',
      comment: 'The server tells what it does; what is counted, and how it is called, is one folder.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/prometheus/' },
      to: { path: 'node_modules/prom-client/|^server/prometheus/(?!metrics\\.ts)' },
    },
    {
      name: 'figures-are-loaded-where-wanted',
      comment: 'A server without METRICS_PORT loads none of it.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^server/prometheus/metrics\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'crypto-through-its-index',
      comment:
        'The formats have one public list; pages that open nothing know what an error of theirs is, those of visitors load what they use late, and the service worker has one of them alone. Elsewhere a barrel would hide who uses what.',
      severity: 'error',
      from: { path: '^(core|i18n|src|workers|cli)/', pathNot: '^core/crypto/' },
      to: {
        path: '^core/crypto/(?!(index|bytes|errors|minisign|visitorExports)\\.ts$)|^(?!core/crypto/).*/index\\.tsx?$',
        pathNot: 'node_modules',
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one idea, or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(contract|core|i18n|src|workers|server)/',
        pathNot: ['/main\\.tsx?$', '\\.worker\\.ts$', 'serviceWorker\\.ts$', '\\.d\\.ts$', 'tsconfig'],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be resolved is not checked by any rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|woff2)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
