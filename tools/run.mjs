/**
 * `node tools/run.mjs tools/runner/main.ts`: installs what the lock names and is not installed yet, then runs
 * the program on the Node of `node_modules`. Plain JavaScript, for any Node that a machine has.
 *
 * `--bundled`: the packages run from their bundles, which are made first where a source has changed. Without
 * it, and where esbuild has no program for this system, they run from their sources.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install/install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The oldest Node that runs TypeScript and our code, where `node_modules` has none for this system. */
const oldest = 24

function nodeOf() {
  const own = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= oldest) return process.execPath
  throw new Error(
    `There is no Node ${oldest} for ${process.platform} ${process.arch} among the packages, and ` +
      `${process.execPath} is Node ${process.versions.node}: install Node ${oldest} or newer`,
  )
}

/** Runs the program as a child: signals, exit code, stdin and output are those of the child. */
function runChild(node, args) {
  const child = spawn(node, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  // A terminal sends SIGINT and SIGHUP to the child itself; npm and systemd send SIGTERM to us alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code
  })
}

/** Whether the packages can run from their bundles. Someone who may not write here runs them from their sources. */
async function isBundled() {
  const { bundleChanged } = await import('./build/bundles.mjs')
  const begin = count => console.error(`Linecard: bundling the packages that have changed (${count})`)
  try {
    return await bundleChanged(root, { begin })
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
    console.error(`Linecard: the bundles cannot be written, and it runs from its sources: ${error.message}`)
    return false
  }
}

/** The arguments of Node. */
async function argsOf(given) {
  if (given[0] !== '--bundled') return ['--conditions=source', ...given]
  const args = given.slice(1)
  if (await isBundled()) return args
  const sourceOf = arg => arg.replace(/^(core\/\w+)\/dist\/(.*)\.js$/, '$1/src/$2.ts')
  return ['--conditions=source', ...args.map(sourceOf)]
}

try {
  await install(root)
  const node = nodeOf()
  const args = await argsOf(process.argv.slice(2))
  // The program takes the place of this process, where Node can do that.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], process.env)
  runChild(node, args)
} catch (error) {
  console.error(error.message)
  process.exitCode = error.exitCode ?? 1
}
