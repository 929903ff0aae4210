import reactHooks from 'eslint-plugin-react-hooks'
import ts from 'typescript'
import tseslint from 'typescript-eslint'

/**
 * Modules of the engine that keep something for the life of a page or thread. Elsewhere a state belongs to the
 * object whose life it has. Excepted are `byteReader.ts`, whose readers Chromium collects in mid-read unless something
 * holds them, and the service worker's table of downloads.
 */
const keepState = ['src/transfer/byteReader.ts', 'workers/streamWorker.ts']
const atTheTop = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration'

/**
 * The errors of the type checker, out of the programs that the other rules use anyway: `npm test` needs no second check.
 * `npm run typecheck` finds the same, and remembers what it has looked at.
 */
const typeErrors = {
  meta: { schema: [], messages: { error: 'TS{{code}}: {{text}}' } },
  create: (context) => ({
    Program() {
      const { sourceCode, filename } = context
      const { program } = sourceCode.parserServices
      const file = program.getSourceFile(filename)
      for (const { start = 0, length = 0, messageText, code } of program.getSemanticDiagnostics(file)) {
        const [from, to] = [start, start + length].map((index) => sourceCode.getLocFromIndex(index))
        const text = ts.flattenDiagnosticMessageText(messageText, ' ')
        context.report({ loc: { start: from, end: to }, messageId: 'error', data: { code, text } })
      }
    },
  }),
}

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
    files: ['**/*.{ts,mts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { sealpost: { rules: { 'type-errors': typeErrors } } },
    rules: {
      'sealpost/type-errors': 'error',
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
