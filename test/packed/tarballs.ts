import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readRepository, type Manifest } from '../../tools/repository.ts'

const run = promisify(execFile)

/** One package as `npm publish` would upload it. */
export interface Tarball {
  manifest: Manifest & { exports?: Record<string, Record<string, string>>; bin?: Record<string, string> }
  file: string
  integrity: string
  size: number
  paths: ReadonlySet<string>
}

interface Packed {
  name: string
  filename: string
  integrity: string
  size: number
  files: { path: string }[]
}

/** Packs every package that is published. */
export async function pack(folder: string): Promise<Tarball[]> {
  const { packages } = await readRepository()
  const published = packages.filter(({ manifest }) => !manifest.private)
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--pack-destination', folder, ...published.flatMap(one => ['-w', one.manifest.name])],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const parsed = JSON.parse(stdout) as Packed[] | Record<string, Packed>
  return Promise.all(
    Object.values(parsed).map(async ({ name, filename, integrity, size, files }) => {
      const { folder: source } = published.find(one => one.manifest.name === name)!
      return {
        manifest: JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Tarball['manifest'],
        file: join(folder, filename),
        integrity,
        size,
        paths: new Set(files.map(({ path }) => path)),
      }
    }),
  )
}

/** Largest tarball, in octets. */
const maxSize = 1_000_000
const foreign = /(^|\/)(test|tests|worlds|recordings|node_modules)\/|\.test\.|\.tsbuildinfo$|\.snmprec$/

/** What is wrong with a tarball: what it should not have, and what its manifest promises and it lacks. */
export function faultsOf({ manifest, size, paths }: Tarball): string[] {
  const { name, exports = {}, bin = {}, engines } = manifest
  const promised = [
    ...Object.values(exports).flatMap(targets => Object.values(targets)),
    ...Object.values(bin),
  ]
    .map(path => path.replace(/^\.\//, ''))
    .filter(path => !path.includes('*'))
  return [
    ...[...paths].filter(path => foreign.test(path)).map(path => `${name} has ${path}`),
    ...promised.filter(path => !paths.has(path)).map(path => `${name} lacks ${path}`),
    ...(engines?.node ? [] : [`${name} does not say which Node it needs`]),
    ...(size > maxSize ? [`${name} has ${size} octets`] : []),
  ]
}
