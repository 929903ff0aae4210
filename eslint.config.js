import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist', 'dist-server', 'data', '.cache', 'node_modules', 'test-results', 'playwright-report'] },
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
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // @tanstack/react-virtual and react-hook-form-like libraries return functions that the compiler cannot
    // memoise; the compiler is not used here.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
)
