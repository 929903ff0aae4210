import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/**
 * Modules of the engine that keep something for the life of a page or thread. Elsewhere a state belongs to the
 * object whose life it has. Excepted are `byteReader.ts`, whose readers Chromium collects in mid-read unless something
 * holds them, and the service worker's table of downloads.
 */
const keepState = ['src/transfer/byteReader.ts', 'workers/streamWorker.ts']
const atTheTop = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration'

export default tseslint.config(
  {
    ignores: [
      'dist',
      'dist-server',
      'dist-cli',
      'data',
      '.cache',
      'node_modules',
      'test-results',
      'playwright-report',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Numbers in messages are wanted: sizes, counts, ports.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => void promise` is how an event handler starts work that reports its own failure.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['src/{transfer,saving}/**/*.ts', 'workers/**/*.ts'],
    ignores: keepState,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `${atTheTop}[kind="let"]`,
          message: 'A module keeps no state: give it to the object whose life it has.',
        },
        {
          selector: `${atTheTop} > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]`,
          message: 'A module keeps no state. What is only looked up in is a ReadonlyMap or ReadonlySet.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // @tanstack/react-virtual and react-hook-form return functions that the compiler cannot memoise; the compiler is
    // not used here.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
)
