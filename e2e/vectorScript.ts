import { readFileSync } from 'node:fs'
import { build } from 'vite'

export interface VectorCheck {
  name: string
  ok: boolean
  detail?: string
}

/** The checks of tests/core/crypto as one script, which makes a global `vectors`. */
export async function buildVectorScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'tests/core/crypto/vectorChecks.ts', formats: ['iife'], name: 'vectors' },
    },
  })
  const output = [built].flat()[0]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

/** An expression that runs them with the frozen vectors: a promise of one `VectorCheck` each. */
export function vectorRunExpression(): string {
  const inputs = ['vectors', 'vectors-2', 'boundFiles', 'keyReading', 'privateNames'].map((name) =>
    readFileSync(`tests/fixtures/${name}.json`, 'utf8'),
  )
  return `vectors.runVectorChecks(${inputs.join(', ')})`
}
