/**
 * `npm run build`: the bundles and the types of every package into its `dist`, as a release uploads them.
 * One run of the compiler makes all types: with a project for each package it reads every declaration many
 * times (53 s of CPU in place of 325).
 */
import { spawnSync } from 'node:child_process'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { readRepository } from '../repository.ts'
import { bundleChanged } from './bundles.mjs'

/** `outDir` of tsconfig.build.json. */
const made = resolve('node_modules/.cache/build')

/** The maps name the sources as they are seen from `dist`. */
async function mapsFrom(dist: string, folder: string): Promise<void> {
  const names = await readdir(dist, { recursive: true })
  await Promise.all(
    names
      .filter(name => name.endsWith('.map'))
      .map(async name => {
        const file = join(dist, name)
        const map = JSON.parse(await readFile(file, 'utf8')) as { sources: string[] }
        const before = dirname(join(made, folder, 'src', name))
        const sources = map.sources.map(source => relative(dirname(resolve(file)), resolve(before, source)))
        await writeFile(file, JSON.stringify({ ...map, sources }))
      }),
  )
}

const { packages } = await readRepository()
await rm(made, { recursive: true, force: true })
const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const { folder, manifest } of packages.filter(pack => pack.kind !== 'examples')) {
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  if (manifest.private) continue
  await rename(join(made, folder, 'src'), dist)
  await mapsFrom(dist, folder)
}
await rm(made, { recursive: true, force: true })
if (!(await bundleChanged(process.cwd()))) throw new Error('esbuild has no program for this system')
