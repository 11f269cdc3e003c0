import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readRepository, type Manifest } from '../repository.ts'
import { stage } from './stage.ts'

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

/**
 * Stages and packs every package that is published, as a release does. `staged` is for the copies.
 * @returns the tarballs in `folder`
 */
export async function pack(folder: string, staged = join(folder, 'staged')): Promise<Tarball[]> {
  const { packages } = await readRepository()
  const published = packages.filter(({ manifest }) => !manifest.private)
  const copies = new Map(
    published.map(({ folder: source, manifest }) => [manifest.name, join(staged, source)]),
  )
  for (const one of published) {
    const target = copies.get(one.manifest.name)!
    await mkdir(target, { recursive: true })
    await stage(one, target)
  }
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...copies.values()], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const parsed = JSON.parse(stdout) as Packed[] | Record<string, Packed>
  return Promise.all(
    Object.values(parsed).map(async ({ name, filename, integrity, size, files }) => ({
      manifest: JSON.parse(await readFile(join(copies.get(name)!, 'package.json'), 'utf8')),
      file: join(folder, filename),
      integrity,
      size,
      paths: new Set(files.map(({ path }) => path)),
    })),
  )
}
