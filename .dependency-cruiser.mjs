/**
 * Who may import whom. The folder list is the architecture: see docs/architecture.md.
 * @type {import('dependency-cruiser').IConfiguration}
 */

/** A room, what it may import besides itself and packages, and why. */
const room = (name, folder, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: '^(contract|src|workers|server|cli|tests|e2e|bench|demo)/', pathNot: [`^${folder}/`, ...may] },
})

/** A room and the packages it may use; type-only imports included. */
const packages = (name, folder, may, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: 'node_modules/', pathNot: may.map((one) => `node_modules/${one}/`) },
})

export default {
  forbidden: [
    room('contract-stands-alone', 'contract', [], 'Both sides depend on it, so it depends on neither.'),
    room(
      'crypto-is-pure',
      'src/crypto',
      ['^contract/(certain|limits|names|roster|rsaModulus|sealedSize)\\.ts$'],
      'Formats must be readable and testable without the application.',
    ),
    room(
      'protocol-is-types',
      'src/protocol',
      ['^contract/'],
      'Pages and service workers meet here; what is here is loaded by both.',
    ),
    room(
      'workers-know-no-screens',
      'workers',
      ['^src/crypto/', '^src/protocol/', '^src/faults/', '^src/transfer/', '^contract/'],
      'Workers have no DOM, and must not load React or the store.',
    ),
    {
      name: 'derivations-wait-in-line',
      comment: 'Threads that hash passwords read no files: see [Note: Derivations].',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/security/derivations\\.ts$' },
      to: { path: 'node_modules/@node-rs/' },
    },
    {
      name: 'threads-decide-nothing',
      comment: 'Threads hold bytes and do what they are asked; what decides is on the page.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^src/transfer/(upload|save|browser)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'engine-knows-no-platform',
      comment:
        'What a transfer does is the same in a browser and in Node; ports.ts says what it needs of either. turns.ts knows no platform.',
      severity: 'error',
      from: { path: '^src/transfer/', pathNot: ['^src/transfer/browser/'] },
      to: {
        path: '^workers/|^src/api/(?!turns\\.ts)|node_modules/(comlink|idb-keyval|streamsaver|workbox-[a-z]+)/',
      },
    },
    room(
      'transfer-knows-no-screens',
      'src/transfer',
      ['^src/crypto/', '^src/protocol/', '^src/faults/', '^src/api/', '^contract/', '^workers/'],
      'The engine takes files and emits events; it is testable without React and Redux.',
    ),
    {
      name: 'transfer-uses-workers-by-type',
      comment: 'Worker code runs in workers; what crosses is messages, and the address of a service worker.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^workers/', pathNot: '/streamWorker\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    room(
      'faults-are-plain-data',
      'src/faults',
      ['^src/crypto/', '^contract/'],
      'Threads, store, screens and the server’s answers meet in them.',
    ),
    room(
      'texts-say-faults',
      'src/texts',
      ['^src/faults/', '^src/crypto/', '^contract/'],
      'Sentences for people, one file a language: chosen where they are shown.',
    ),
    room(
      'api-is-below-the-store',
      'src/api',
      // What is asked again, pages and the command line ask again by the same rule.
      ['^contract/', '^src/faults/', '^src/transfer/otherBuild\\.ts$'],
      'The HTTP client serves engine and screens alike.',
    ),
    room(
      'store-knows-no-feature',
      'src/store',
      ['^src/(api|faults|texts)/', '^contract/'],
      'Slices of features join by themselves.',
    ),
    room(
      'ui-knows-no-domain',
      'src/ui',
      [
        '^src/(store|faults|texts)/',
        '^contract/(certain|day|languages|look|shownLook|shownName|shownText)\\.ts$',
      ],
      'Pieces of the look serve every feature; names are shown in one way everywhere.',
    ),
    room(
      'forms-know-no-domain',
      'src/forms',
      ['^src/(ui|texts)/'],
      'Fields, checks and the first wrong field are the same in every form.',
    ),
    {
      name: 'forms-come-where-they-are-filled-in',
      comment: 'The library of forms, and zod with it, is no part of pages that must come fast.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(forms|features/(folderForm|profile|share))/' },
      to: { path: '^src/forms/|node_modules/(react-hook-form|@hookform)/' },
    },
    room(
      'session-is-below-features',
      'src/session',
      ['^src/(api|store|crypto|ui|faults|texts|protocol)/', '^contract/'],
      'Who is signed in, and the unlocked key, serve every feature.',
    ),
    room(
      'trust-is-below-features',
      'src/trust',
      ['^src/(api|store|crypto|session|faults|texts)/', '^contract/'],
      'Whom a person trusts, and what opens a folder, is the same wherever a folder is shown.',
    ),
    room(
      'saving-is-below-features',
      'src/saving',
      ['^src/(api|store|transfer|crypto|ui|faults|texts|protocol)/', '^contract/'],
      'Two features save files, and do not know each other.',
    ),
    {
      name: 'features-do-not-know-each-other',
      comment: 'Features meet in routes; a feature is handed what it needs.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-are-below-routes',
      comment: 'Routes compose features, the application mounts routes; never the other way round.',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/(routes|app)/|^(server|workers|tests|e2e|bench|demo)/' },
    },
    {
      name: 'routes-are-below-the-app',
      comment: 'A route is handed to the router by the application.',
      severity: 'error',
      from: { path: '^src/routes/' },
      to: { path: '^src/app/|^(server|workers|tests|e2e|bench|demo)/' },
    },
    {
      name: 'first-is-small',
      comment:
        'It goes before the application, begins it, and holds nothing of it; what it draws is drawn when it is built.',
      severity: 'error',
      from: { path: '^src/first/', pathNot: '/drawUpload\\.tsx$' },
      to: {
        dynamic: false,
        path: '^src/|node_modules/',
        pathNot:
          '^src/(first|api/(early|turns)|texts/(chosenLanguage|language|messages))|^src/ui/start\\.css$',
      },
    },
    {
      name: 'cli-is-a-shell',
      comment:
        'The command line gives the engine files, connections and a terminal; all else is the engine’s.',
      severity: 'error',
      from: { path: '^cli/' },
      to: {
        path: '^src/(app|features|routes|session|store|ui|api)/|^src/transfer/browser/|^(workers|server|tests|e2e|bench|demo)/',
        pathNot: '^src/(ui/format|api/jsonArray)\\.ts$',
      },
    },
    room(
      'server-is-apart',
      'server',
      ['^contract/', '^src/texts/(messages|message|catalogues/(all|en|de))\\.ts$'],
      'Browser and server share the contract, and the catalogues that mails are written from.',
    ),
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
      from: { path: '^server/', pathNot: '^server/metrics/' },
      to: { path: 'node_modules/prom-client/|^server/metrics/(?!(labels|meters|metrics)\\.ts)' },
    },
    {
      name: 'figures-are-loaded-where-wanted',
      comment: 'A server without METRICS_PORT loads none of it.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^server/metrics/metrics\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    room(
      'e2e-sees-the-product-from-outside',
      'e2e',
      ['^contract/'],
      'A test that imports the product tests itself.',
    ),
    room(
      'demo-uses-the-product-from-outside',
      'demo',
      ['^e2e/'],
      'It does what people do, with the tools of the tests.',
    ),
    {
      name: 'bench-measures-from-outside',
      comment:
        'What is measured is the product as it is built; only pages of the lab run its code themselves.',
      severity: 'error',
      from: { path: '^bench/', pathNot: '^bench/page/' },
      to: { path: '^(src|workers|server|tests)/' },
    },
    packages('crypto-packages', 'src/crypto', ['hash-wasm'], 'Everything else is the platform.'),
    packages('contract-packages', 'contract', ['zod'], 'Both sides load it.'),
    {
      name: 'schemas-stay-on-the-server',
      comment:
        'Pages that must come fast, and workers, have the types of calls alone; questions of a folder come with their rules, where there are any.',
      severity: 'error',
      from: {
        path: '^(src/(app|routes|store|api|ui|session|features/(upload|login|dashboard|folderFiles))|workers)/',
        pathNot: '^src/features/upload/askedFields\\.ts$',
      },
      to: {
        path: '^contract/',
        pathNot:
          '^contract/(addresses|call|certain|day|emailAddress|errors|fileLimits|headers|languages|limits|names|ownPath|sealedSize|shownLook|shownName|shownText|signInOutcomes|uploadForm|usernameKey)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    packages(
      'worker-packages',
      'workers',
      ['comlink', 'client-zip', 'file-type', 'hash-wasm', 'workbox-[a-z]+'],
      'What runs beside the page stays small.',
    ),
    {
      name: 'engine-without-react',
      comment: 'The engine is testable without React and Redux.',
      severity: 'error',
      from: { path: '^src/(transfer|protocol|api)/' },
      to: { path: 'node_modules/(react|react-dom|react-redux|@mui|@emotion)/' },
    },
    {
      name: 'one-barrel',
      comment: 'Only the formats have an index; elsewhere a barrel hides who uses what.',
      severity: 'error',
      from: {},
      to: { path: '^(contract|src|workers|server)/(?!crypto/index).*index\\.tsx?$' },
    },
    {
      name: 'crypto-through-its-index',
      comment:
        'The public surface of the formats is one list; pages that open nothing know what an error of theirs is, and those of strangers load what they use late.',
      severity: 'error',
      from: { path: '^(src|workers|cli)/', pathNot: '^src/crypto/' },
      to: { path: '^src/crypto/', pathNot: '^src/crypto/(index|errors|strangers)\\.ts$' },
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
        path: '^(contract|src|workers|server)/',
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
