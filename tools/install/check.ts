/**
 * `npm run check:install`: what an installation costs, and that npm has nothing to warn of, on this Node and
 * on the one of the system. npm compares `engines` with the Node that runs npm; here they are compared with
 * the one that runs the packages, and the lock names none (see `after.mjs`).
 */
import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'

const limits = { packages: 600, megabytes: 450 }

interface Lock {
  packages: Record<string, { link?: boolean; engines?: unknown }>
}
const lockOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Lock

/** Octets on the disk, as `du` counts them. What tools keep in `.cache` is no part of an installation. */
function sizeOf(path: string): number {
  const { blocks } = lstatSync(path)
  const inside = lstatSync(path).isDirectory() ? readdirSync(path).filter(name => name !== '.cache') : []
  return inside.reduce((sum, name) => sum + sizeOf(join(path, name)), blocks * 512)
}

/** Installed packages that do not accept the Node that runs this. */
const refusing = (paths: readonly string[]): string[] =>
  paths.flatMap(path => {
    const { engines } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      engines?: { node?: string }
    }
    const fits = satisfies(process.version, engines?.node ?? '*', { includePrerelease: true })
    return fits ? [] : [`${path} wants Node ${engines!.node}, and this is ${process.version}`]
  })

/** What `npm ci` would warn of under a Node. Nothing is installed. */
function warningsUnder(node: string): string[] {
  const npm = process.env['npm_execpath'] ?? '/usr/bin/npm'
  const { stderr, status } = spawnSync(node, [npm, 'ci', '--dry-run', '--prefer-offline', '--no-audit'], {
    encoding: 'utf8',
  })
  return [
    ...(status === 0 ? [] : [`npm ci ended with ${status}`]),
    ...stderr.split('\n').filter(line => line.startsWith('npm warn') || line.startsWith('npm WARN')),
  ].map(line => `${node}: ${line}`)
}

const installed = Object.entries(lockOf('node_modules/.package-lock.json').packages).filter(
  ([, { link }]) => !link,
)
const megabytes = Math.ceil(sizeOf('node_modules') / 2 ** 20)
const system = spawnSync('/usr/bin/node', ['--version']).status === 0 ? ['/usr/bin/node'] : []
const wrong = [
  ...(installed.length > limits.packages
    ? [`${installed.length} packages, the limit is ${limits.packages}`]
    : []),
  ...(megabytes > limits.megabytes ? [`${megabytes} MB, the limit is ${limits.megabytes}`] : []),
  ...Object.entries(lockOf('package-lock.json').packages)
    .filter(([path, { engines }]) => path && engines)
    .map(([path]) => `package-lock.json names the engines of ${path}: run npm install`),
  ...refusing(installed.map(([path]) => path)),
  ...[process.execPath, ...system].flatMap(warningsUnder),
]
for (const line of wrong) console.log(`WRONG install: ${line}`)
console.log(`${installed.length} packages, ${megabytes} MB, ${wrong.length} findings`)
process.exitCode = wrong.length ? 1 : 0
