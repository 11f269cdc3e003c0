/**
 * The JavaScript of every package in its `dist`: one file for each entry (`exports`, `bin`, and the threads
 * among `imports`) and some that they share, in place of one for each source. A start resolves, reads and
 * links that many files fewer. Plain JavaScript: `tools/run.mjs` calls it on any Node.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** @typedef {{ folder: string, manifest: Record<string, any> }} Package */

/**
 * The packages that have a build: what nobody can install has none, nor what exports its sources.
 * @param {string} root
 * @returns {Package[]}
 */
const packagesIn = root =>
  ['core', 'plugins', 'drivers'].flatMap(kind =>
    readdirSync(join(root, kind)).flatMap(name => {
      const folder = join(root, kind, name)
      const file = join(folder, 'package.json')
      const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
      const pack = { folder, manifest }
      return manifest.private || entriesOf(pack).length === 0 ? [] : [pack]
    }),
  )

/**
 * The entries as their manifest names them: the file in `dist` without its ending, and its source.
 * @param {Package} pack
 * @returns {[out: string, source: string][]}
 */
function entriesOf({ folder, manifest }) {
  const tables = [...Object.values(manifest.exports ?? {}), ...Object.values(manifest.imports ?? {})]
  const files = [...tables.map(target => target.default), ...Object.values(manifest.bin ?? {})]
  return files
    .filter(file => file?.endsWith('.js'))
    .map(file => relative('dist', file).slice(0, -'.js'.length))
    .map(out => [out, join(folder, 'src', `${out}.ts`)])
}

/**
 * Changes with each file of the package that a build reads, and with the program that builds.
 * @param {Package} pack
 * @param {string} program
 */
function stateOf({ folder }, program) {
  const hash = createHash('sha256').update(program)
  const add = path => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  add(join(folder, 'package.json'))
  for (const entry of readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) add(join(entry.parentPath, entry.name))
  return hash.digest('hex')
}

/** A process that runs may still load files of the bundles before, for so long. */
const keptMs = 24 * 3_600_000

/**
 * Writes what esbuild made, each file as a whole and the entries last, so that a process that starts meanwhile
 * finds the old bundle or the new one. Removes the JavaScript of much earlier builds.
 * @param {string} dist
 * @param {{ path: string, contents: Uint8Array }[]} outputs
 * @param {(path: string) => boolean} isEntry
 * @param {string} aside A folder of this process on the same disk
 */
function replace(dist, outputs, isEntry, aside) {
  const half = join(aside, 'half')
  for (const { path, contents } of outputs.toSorted((a, b) => isEntry(a.path) - isEntry(b.path))) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(half, contents)
    renameSync(half, path)
  }
  const kept = new Set(outputs.map(({ path }) => path))
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name)
    if (!/\.js(\.map)?$/.test(path) || kept.has(path)) continue
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > keptMs) rmSync(path, { force: true })
  }
}

async function bundle(esbuild, root, pack, aside) {
  const dist = join(pack.folder, 'dist')
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entriesOf(pack)),
    outdir: dist,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    write: false,
  })
  const entries = new Set(entriesOf(pack).map(([out]) => join(dist, `${out}.js`)))
  replace(dist, outputFiles, path => entries.has(path), aside)
}

/**
 * Bundles the packages whose sources changed since their last bundle. False: esbuild has no program for this
 * system, and nothing is bundled.
 * @param {string} root
 * @param {{ begin?: (count: number) => void }} [options] `begin` is told how many packages are bundled, if any
 * @returns {Promise<boolean>}
 * @throws Error if a source cannot be read as TypeScript, with its file and line
 */
export async function bundleChanged(root, { begin = () => undefined } = {}) {
  if (!existsSync(join(root, `node_modules/@esbuild/${process.platform}-${process.arch}`))) return false
  const stamps = join(root, 'node_modules/.cache/bundles.json')
  const known = existsSync(stamps) ? JSON.parse(readFileSync(stamps, 'utf8')) : {}
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/esbuild/package.json'), 'utf8'))
  const program = version + readFileSync(new URL(import.meta.url), 'utf8')
  const now = packagesIn(root).map(pack => ({
    pack,
    name: relative(root, pack.folder),
    state: stateOf(pack, program),
  }))
  const isMade = ({ pack, name, state }) =>
    known[name] === state &&
    entriesOf(pack).every(([out]) => existsSync(join(pack.folder, 'dist', `${out}.js`)))
  const changed = now.filter(one => !isMade(one))
  if (changed.length === 0) return true
  begin(changed.length)
  const esbuild = await import('esbuild')
  mkdirSync(dirname(stamps), { recursive: true })
  const aside = mkdtempSync(join(dirname(stamps), 'bundles-'))
  try {
    await Promise.all(changed.map(({ pack }) => bundle(esbuild, root, pack, aside)))
    const states = Object.fromEntries(now.map(({ name, state }) => [name, state]))
    writeFileSync(join(aside, 'states'), JSON.stringify(states))
    renameSync(join(aside, 'states'), stamps)
  } finally {
    await esbuild.stop()
    rmSync(aside, { recursive: true })
  }
  return true
}
