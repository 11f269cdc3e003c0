/**
 * `npm run test:packed`: what others get. Packs all packages, installs them outside of the repository, and
 * lives through the life of an installation. Needs `npm run build` before it. With `-- --from <commit>` it
 * only upgrades an installation of the packages of that commit, two minutes.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askInstallation, startNetwork } from './ask.ts'
import { assertOwnCopy, authored, installAuthor, writeFuture } from './authors.ts'
import { upgradeFrom } from './earlier.ts'
import { makeFolder, npmInstall, type Folder } from './folder.ts'
import { followGuide } from './guides.ts'
import { startService } from './service.ts'
import { must, step, steps } from './steps.ts'
import { upgrade } from './upgrade.ts'
import { startRegistry } from '../../tools/registry/registry.ts'
import { pack, type Tarball } from '../../tools/release/pack.ts'
import { faultsOf } from './tarballs.ts'

const drivers = ['@linecard/driver-dlink', '@linecard/driver-generic']
const plugins = ['@linecard/plugin-switches', '@linecard/plugin-portal', '@linecard/plugin-autodiscovery']

const { from } = parseArgs({ options: { from: { type: 'string' } } }).values

const root = await mkdtemp(join(tmpdir(), 'linecard-packed-'))
const folderOf = (name: string): Promise<Folder> => makeFolder(join(root, name))
const kilobytes = (tarballs: readonly Tarball[]) =>
  `${tarballs.length} packages, ${Math.round(tarballs.reduce((sum, { size }) => sum + size, 0) / 1000)} kB`

async function checkOldNode(installation: Folder): Promise<string> {
  const { code, text } = await installation.run('/usr/bin/node', ['node_modules/.bin/linecard', 'start'])
  must(code === 1, `the start on an old Node ended with ${code}: ${text}`)
  must(/^linecard: Node \S+ at .* is too old: Linecard needs Node \d+/.test(text), text)
  return text.trim().slice(0, 90)
}

async function writeConfig(installation: Folder): Promise<void> {
  await installation.write('linecard.json', {
    http: { port: 0 },
    drivers: [...drivers, 'linecard-driver-acme'],
    plugins: [...plugins, '@linecard/example-plugin-acme', 'linecard-plugin-rooms', 'plugin-future'],
    settings: { equipment: { allow_loopback: true }, system: { new_version_check: false } },
  })
}

async function run(): Promise<void> {
  must(existsSync('core/cli/dist/program.d.ts'), 'nothing is built: type `npm run build` first')
  await mkdir(join(root, 'tarballs'))
  const tarballs = await step('pack every package', () => pack(join(root, 'tarballs')), kilobytes)
  await step('the tarballs have what they promise, and nothing else', async () => {
    const faults = tarballs.flatMap(faultsOf)
    must(faults.length === 0, faults.slice(0, 20).join('\n'))
  })
  if (from) return upgradeFrom(from, tarballs)
  const linecard = tarballs.find(({ manifest }) => manifest.name === 'linecard')!.file
  const registry = await step(
    'a registry with them on loopback',
    () => startRegistry(tarballs, { uplink: null }),
    ({ url }) => url,
  )
  const installation = await folderOf('installation')
  let network: Awaited<ReturnType<typeof startNetwork>> | undefined
  let service: Awaited<ReturnType<typeof startService>> | undefined
  try {
    await installation.write('package.json', { name: 'provider', private: true })
    await installation.write('.npmrc', `@linecard:registry=${registry.url}\n`)
    await step('npm install linecard and a driver: the core comes with it', async () => {
      await installation.must('npm', [...npmInstall, linecard, drivers[1]!])
      for (const core of ['equipment', 'identity', 'inventory', 'system', 'kernel'])
        await installation.must('node', ['-e', `require.resolve('@linecard/${core}')`])
    })
    await step('npm install of a second driver, three plugins and the simulator', () =>
      installation.must('npm', [...npmInstall, drivers[0]!, ...plugins, '@linecard/simulator']),
    )
    await step(
      'an old Node is told to be too old',
      () => checkOldNode(installation),
      text => text,
    )

    for (const name of authored) {
      const at = join(root, 'authors', name)
      const author = await step(`${name}: npm install`, () =>
        installAuthor(name, at, { registry: registry.url, linecard }),
      )
      await step(`${name}: its types resolve`, () => author.must('npx', ['tsc']))
      await step(
        `${name}: npm test`,
        () => author.must('npm', ['test']),
        text => (/Total:\s+\d+/.exec(text)?.[0] ?? '').replace(/\s+/g, ' '),
      )
      await assertOwnCopy(author, installation)
      // Some authors link their folder, others publish a tarball: the driver comes from the guide below.
      if (name === 'plugin-acme') await installation.must('npm', [...npmInstall, `../authors/${name}`])
    }
    for (const name of ['driver', 'plugin'] as const) {
      const made = await step(
        `docs/guides/${name}.md: every block, as its reader types it`,
        () => followGuide(name, join(root, 'readers', name), { registry: registry.url, linecard }),
        ({ ran }) => `${ran} commands`,
      )
      await step(`its tarball goes into the installation`, () =>
        installation.must('npm', [...npmInstall, made.tarball]),
      )
    }
    await writeFuture(join(root, 'authors/plugin-future'))
    await installation.must('npm', [...npmInstall, '../authors/plugin-future'])

    await writeConfig(installation)
    await step(
      'linecard --version',
      () => installation.must('npx', ['linecard', '--version']),
      text => text.trim().split('\n').at(-1)!,
    )
    network = await step('a simulated network', () =>
      startNetwork(installation, join(root, 'authors/driver-acme/recordings/acme_a8/1.0/snmp.snmprec')),
    )
    service = await step(
      'linecard start',
      () => startService(installation),
      ({ url }) => url,
    )
    const { client, path } = await askInstallation(service, network.places)
    const { ms, code } = await step(
      'SIGTERM',
      () => service!.stop(),
      ended => `ended after ${ended.ms} ms`,
    )
    must(code === 0 && ms < 10_000, `exit code ${code} after ${ms} ms:\n${service.log()}`)
    const migrations = join(root, 'authors/plugin-acme/src/migrations.ts')
    await upgrade(installation, client, { migrations, path })
  } finally {
    await service?.stop()
    await network?.stop()
    await registry.stop()
  }
}

try {
  await run()
  console.log(`\n${steps.passed} passed, 0 failed`)
} catch (error) {
  console.log((error as Error).message)
  console.log(`\n${steps.passed} passed, 1 failed`)
  process.exitCode = 1
} finally {
  await rm(root, { recursive: true, force: true })
}
