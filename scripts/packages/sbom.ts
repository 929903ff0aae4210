// CycloneDX lists of the packages in what is installed: of the server, and of what browsers and the command line contain.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifest, sourceTime } from './installation.ts'

/** A list in CycloneDX 1.5: the members that are read or changed here. */
interface Sbom {
  serialNumber: string
  metadata: { timestamp: string; tools?: unknown; component: { 'bom-ref': string; name: string } }
  components: { 'bom-ref': string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** @returns paths of the lists in `toFolder` */
export function makeSboms(toFolder: string): string[] {
  const write = (name: string, sbom: Sbom) => {
    const path = join(toFolder, `sealpost-${manifest.version}-${name}.cdx.json`)
    writeFileSync(path, `${JSON.stringify(repeatable(sbom), null, 2)}\n`)
    return path
  }
  const all = npmSbom(['--include=dev'])
  const bundled = new Set([...listedIn('dist/licences.md'), ...listedIn('dist-cli/bin/licences.md')])
  // Parts of workers, whose licences are files of their own, by the name without scope.
  const ofWorkers = new Set(readdirSync('dist/licences').map((file) => file.replace(/\.txt.*/, '')))
  const isBundled = ({ name, version }: Sbom['components'][number]) =>
    bundled.has(`${name} - ${version}`) || ofWorkers.has(name.replace(/^@[^/]+\//, ''))
  return [write('server', npmSbom(['--omit=dev'])), write('pages', only(all, isBundled))]
}

function npmSbom(options: readonly string[]): Sbom {
  const always = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const printed = execFileSync('npm', [...always, ...options], { encoding: 'utf8', maxBuffer: 64e6 })
  return JSON.parse(printed) as Sbom
}

/** Headings of a list of licences that Vite writes: "name - version". */
const listedIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^## (\S+ - \S+) \(/gm)].map(([, found = '']) => found)

function only(sbom: Sbom, isWanted: (component: Sbom['components'][number]) => boolean): Sbom {
  const components = sbom.components.filter(isWanted)
  const refs = new Set([sbom.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return { ...sbom, components, dependencies }
}

/** The same list each time: it has the program's name, not the folder's, the time of the sources, and a serial number by content. */
function repeatable(sbom: Sbom): Sbom {
  const timestamp = new Date(sourceTime * 1000).toISOString()
  const component = { ...sbom.metadata.component, name: manifest.name }
  // Without the version of npm.
  const metadata = { ...sbom.metadata, timestamp, component, tools: undefined }
  const dated = { ...sbom, serialNumber: '', metadata }
  const hash = createHash('sha256').update(JSON.stringify(dated)).digest('hex')
  // Version 8 of RFC 9562: the bits are ours.
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
  return { ...dated, serialNumber: `urn:uuid:${uuid}` }
}
