import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stage } from '../../tools/release/stage.ts'
import { readRepository, type Manifest } from '../../tools/repository.ts'

const run = promisify(execFile)

/** One package as `npm publish` would upload it. */
export interface Tarball {
  manifest: Manifest & Partial<Record<'exports' | 'imports', Record<string, Record<string, string>>>>
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

/** Stages and packs every package that is published, as a release does. */
export async function pack(folder: string): Promise<Tarball[]> {
  const { packages } = await readRepository()
  const published = packages.filter(({ manifest }) => !manifest.private)
  const staged = new Map(
    published.map(({ folder: source, manifest }) => [manifest.name, join(folder, 'staged', source)]),
  )
  for (const one of published) {
    const target = staged.get(one.manifest.name)!
    await mkdir(target, { recursive: true })
    await stage(one, target)
  }
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...staged.values()], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const parsed = JSON.parse(stdout) as Packed[] | Record<string, Packed>
  return Promise.all(
    Object.values(parsed).map(async ({ name, filename, integrity, size, files }) => ({
      manifest: JSON.parse(await readFile(join(staged.get(name)!, 'package.json'), 'utf8')),
      file: join(folder, filename),
      integrity,
      size,
      paths: new Set(files.map(({ path }) => path)),
    })),
  )
}

/** Largest tarball, in octets. */
const maxSize = 1_000_000
const foreign = /(^|\/)(test|tests|worlds|recordings|node_modules)\/|\.test\.|\.tsbuildinfo$|\.snmprec$/

/** What is wrong with a tarball: what it should not have, and what its manifest promises and it lacks. */
export function faultsOf({ manifest, size, paths }: Tarball): string[] {
  const { name, exports = {}, imports = {}, bin = {}, engines } = manifest
  const promised = [
    ...Object.values(exports).flatMap(targets => Object.values(targets)),
    ...Object.values(imports).flatMap(targets => Object.values(targets)),
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
