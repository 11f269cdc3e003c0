import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Manifest {
  name: string
  version: string
  license?: string
  description?: string
  homepage?: string
  bugs?: string
  repository?: { type: string; url: string; directory?: string }
  private?: boolean
  engines?: { node?: string }
  exports?: Record<string, unknown>
  imports?: Record<string, unknown>
  bin?: Record<string, string>
  linecard?: { kind: string; id: string; api: number }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
/** A workspace package: its folder, its manifest, its TypeScript files with their texts. */
export interface Package {
  kind: 'core' | 'plugins' | 'drivers' | 'examples'
  folder: string
  manifest: Manifest
  files: ReadonlyMap<string, string>
  names: readonly string[]
}
export interface Repository {
  root: string
  packages: readonly Package[]
  /** TypeScript files that belong to no package: those of `test/` and `tools/`. */
  loose: ReadonlyMap<string, string>
  /** Every Markdown page, by its path. */
  pages: ReadonlyMap<string, string>
  rootManifest: Manifest
  /** Of the folders with a lock of their own, which a test or script installs when it needs them. */
  toolManifests: readonly Manifest[]
}
/** What is wrong, where, and what to do. */
export interface Finding {
  file: string
  message: string
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = await Promise.all(
    entries
      .filter(entry => entry.name !== 'node_modules' && entry.name !== 'dist')
      .map(entry => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)])),
  )
  return nested.flat()
}

async function textsOf(names: readonly string[], ending = '.ts'): Promise<Map<string, string>> {
  const sources = names.filter(name => name.endsWith(ending))
  return new Map(await Promise.all(sources.map(async name => [name, await readFile(name, 'utf8')] as const)))
}

async function readPackage(kind: Package['kind'], folder: string): Promise<Package> {
  const names = await walk(folder)
  return {
    kind,
    folder,
    manifest: JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    files: await textsOf(names),
    names,
  }
}

/** Folders with pages; of the root only the files. */
const pageFolders = ['.github', 'core', 'docs', 'deploy', 'drivers', 'examples', 'plugins', 'test', 'tools']
const walkPages = async (folder: string): Promise<string[]> =>
  folder === '.' ? readdir('.') : existsSync(folder) ? walk(folder) : []

/** Folders with tools of one purpose, and a lock of their own. */
const toolFolders = [
  'test/bench/api',
  'test/browser',
  'test/clients',
  'test/storage',
  'tools/registry',
  'tools/release',
  'tools/site',
]

/** Reads every workspace package of the repository in the current folder. */
export async function readRepository(): Promise<Repository> {
  const kinds = ['core', 'plugins', 'drivers', 'examples'] as const
  const folders = await Promise.all(
    kinds.map(async kind => {
      const entries = await readdir(kind, { withFileTypes: true }).catch(() => [])
      // Among the examples are folders of templates, which are no packages.
      const names = entries.filter(entry => entry.isDirectory()).map(({ name }) => join(kind, name))
      const packages =
        kind === 'examples' ? names.filter(name => existsSync(join(name, 'package.json'))) : names
      return Promise.all(packages.map(name => readPackage(kind, name)))
    }),
  )
  return {
    root: process.cwd(),
    packages: folders.flat(),
    loose: await textsOf((await Promise.all(['test', 'tools'].map(walk))).flat()),
    pages: await textsOf((await Promise.all(['.', ...pageFolders].map(walkPages))).flat(), '.md'),
    rootManifest: JSON.parse(await readFile('package.json', 'utf8')),
    toolManifests: await Promise.all(
      toolFolders
        .map(folder => join(folder, 'package.json'))
        .filter(existsSync)
        .map(async path => JSON.parse(await readFile(path, 'utf8'))),
    ),
  }
}

/** Module specifiers that a file imports, with whether the import is for types only. */
export function importsOf(text: string): { specifier: string; typeOnly: boolean }[] {
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[\w$*{}\s,]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
  ]
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(match => ({
    specifier: match[1]!,
    typeOnly: false,
  }))
  return [...found.map(match => ({ specifier: match[2]!, typeOnly: match[1] !== undefined })), ...dynamic]
}

/** `@linecard/driver-kit/testing` → `@linecard/driver-kit`; `pino/file` → `pino`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
