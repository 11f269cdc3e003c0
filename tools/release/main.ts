/**
 * Releases of all packages, with one version.
 *
 * - `npm run release -- 0.2.0`: sets the version in all packages with lerna, in a commit with a tag, and
 *   makes the tarballs and their checksums in `release/`. The changelog must have it. Nothing is pushed.
 * - `npm run release -- pack <folder>`: the tarballs and their checksums of what is here now.
 * - `npm run release -- --local`: the same packages in a registry on loopback, until Ctrl-C. `--port=4873`.
 * - `npm run release -- publish …` and other commands: lerna's own; `publish` uploads what `pack` would make.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { install } from '../install/install.mjs'
import { startRegistry } from '../registry/registry.ts'
import { readRepository } from '../repository.ts'
import { pack, type Tarball } from './pack.ts'
import { stage } from './stage.ts'

const contents = '.linecard-package'
const args = process.argv.slice(2)

class Refused extends Error {}

function run(command: string, given: readonly string[]): void {
  const { status } = spawnSync(command, given, { stdio: 'inherit' })
  if (status !== 0) throw new Refused(`${command} ${given.join(' ')} ended with ${status}`)
}
const gitSays = (...given: string[]): string => execFileSync('git', given, { encoding: 'utf8' }).trim()

async function lerna(given: readonly string[]): Promise<void> {
  await install(import.meta.dirname)
  run(process.execPath, [join(import.meta.dirname, 'node_modules/lerna/dist/cli.js'), ...given])
}

/** Builds and packs into a folder, with SHA256SUMS beside the tarballs. */
async function packInto(folder: string): Promise<Tarball[]> {
  run('npm', ['run', '--silent', 'build'])
  await mkdir(folder, { recursive: true })
  // Those of another version: npm would install both.
  for (const name of await readdir(folder)) if (name.endsWith('.tgz')) await rm(join(folder, name))
  const staged = await mkdtemp(join(tmpdir(), 'linecard-pack-'))
  const tarballs = await pack(folder, staged).finally(() => rm(staged, { recursive: true, force: true }))
  const sums = await Promise.all(
    tarballs.map(async ({ file }) => {
      const sum = createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
      return `${sum}  ${basename(file)}\n`
    }),
  )
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''))
  console.log(`${tarballs.length} packages and SHA256SUMS are in ${folder}`)
  return tarballs
}

/** A release that its changelog does not tell, or that would take half-done work along, is refused. */
async function makeVersion(version: string): Promise<void> {
  const changelog = await readFile('CHANGELOG.md', 'utf8')
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}(, \\d{4}-\\d{2}-\\d{2})?$`, 'm').test(changelog))
    throw new Refused(
      `CHANGELOG.md has no heading "## ${version}, <date>": write what changes for users first`,
    )
  if (gitSays('status', '--porcelain') !== '')
    throw new Refused('the working tree has changes that are not committed: commit or stash them first')
  if (gitSays('tag', '--list', `v${version}`) !== '')
    throw new Refused(
      `the tag v${version} is there already: a version is released once. Its tarballs are made again, from ` +
        `that commit, with: npm run release -- pack release/${version}`,
    )
  const as = ['--yes', '--exact', '--force-publish', '--no-push', '--message', `chore(release): ${version}`]
  await lerna(['version', version, ...as])
  await packInto(join('release', version))
  console.log(`Look at it, then: git push --follow-tags, and npm run release -- publish from-package`)
}

async function serveLocally(port: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-release-'))
  const uplink = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  try {
    const registry = await startRegistry(await packInto(folder), { port, uplink })
    console.log(`
A registry with them, and with everything else from ${new URL(uplink).host}, is at ${registry.url}
In another folder, with Node 24:

  npm install linecard @linecard/driver-generic --registry ${registry.url}
  npx linecard init && npx linecard start

Ctrl-C ends it.`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await registry.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lerna's own command. It publishes a staged copy of each package, see `stage.ts`. */
async function passOn(given: readonly string[]): Promise<void> {
  const { root, packages } = await readRepository()
  const published = given[0] === 'publish' ? packages.filter(({ manifest }) => !manifest.private) : []
  const staged = published.map(({ folder }) => join(root, folder, contents))
  try {
    for (const [index, one] of published.entries()) {
      await rm(staged[index]!, { recursive: true, force: true })
      await mkdir(staged[index]!)
      await stage(one, staged[index]!)
    }
    await lerna([...given, ...(published.length ? ['--contents', contents] : [])])
  } finally {
    for (const folder of staged) await rm(folder, { recursive: true, force: true })
  }
}

const port = args.find(arg => arg.startsWith('--port='))?.slice('--port='.length) ?? '4873'
try {
  if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(args[0] ?? '')) await makeVersion(args[0]!)
  else if (args[0] === 'pack' && args[1]) await packInto(args[1])
  else if (args.includes('--local')) await serveLocally(Number(port))
  else if (args.length > 0) await passOn(args)
  else throw new Refused('say what: a version, pack <folder>, --local, or a command of lerna')
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}
