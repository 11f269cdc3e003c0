import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { fieldsOf } from '@linecard/kernel'
import { assert, suite } from '@linecard/test-kit'
import { commands } from '../../core/cli/src/program.ts'
import { oldestServer } from '../../core/kernel/src/doctor/server.ts'
import { unknownVariables } from '../../core/kernel/src/settings/unknown-variables.ts'
import { pluginsOf } from '../../tools/generate/plugins.ts'
import { readRepository } from '../../tools/repository.ts'

/** The files of `deploy/` against the settings and commands that exist. Needs none of the programs. */
const test = suite('files to run it')
const names = readdirSync('deploy', { withFileTypes: true })
  .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
  .map(({ name }) => name)
const text = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = names.filter(name => name.endsWith('.service'))
let plugins: Awaited<ReturnType<typeof pluginsOf>>
test.before(async () => {
  plugins = await pluginsOf(await readRepository())
})

/** The values of one key of a unit. */
const valuesOf = (unit: string, key: string): string[] =>
  text(unit)
    .split('\n')
    .flatMap(line => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))

interface Service {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  networks?: string[]
  security_opt?: string[]
}
const compose = parse(text('compose.yaml')) as {
  services: Record<'database' | 'linecard' | 'victoria-metrics', Service>
  networks: { inside: { ipam: { config: { subnet: string; gateway: string }[] } } }
  volumes: Record<string, null>
}

test('each variable of Linecard that a file names is one that something reads', () => {
  const named = names.flatMap(name => text(name).match(/\bLINECARD_[A-Z0-9_]+/g) ?? [])
  assert.ok(named.length > 20)
  const env = Object.fromEntries(named.map(name => [name, '']))
  assert.equal(unknownVariables(env, plugins, new Set()), [])
})

test('each setting that a file names exists', () => {
  let seen = 0
  for (const name of names)
    for (const { id, config } of plugins) {
      const keys = new Set(fieldsOf(config).map(([key]) => key))
      for (const [, key] of text(name).matchAll(new RegExp(`(?<![\\w./-])${id}\\.([a-z][a-z_]+)\\b`, 'g'))) {
        assert.ok(keys.has(key!), `${name}: ${id}.${key}`)
        seen++
      }
    }
  assert.ok(seen > 4)
})

test('each command that the guide, the units and the container run exists, with its options', () => {
  const known = new Map(commands.map(command => [command.name, Object.keys(command.options ?? {}).join(' ')]))
  const run = names.flatMap(name => [
    ...text(name)
      .replaceAll('\\\n', ' ')
      .matchAll(/(?:^ *|\.bin\/|exec linecard |as_service )linecard ([a-z][\w:-]+)([^`\n]*)/gm),
  ])
  assert.ok(run.length > 5)
  for (const [line, command, rest] of run) {
    assert.ok(known.has(command!), line)
    for (const [flag] of rest!.matchAll(/--[a-z-]+/g))
      assert.ok(flag === '--config' || known.get(command!)!.includes(flag), `${line}: ${flag}`)
  }
})

test('the units name no secret, run as their own user, and are closed alike', () => {
  assert.equal(units.toSorted(), ['linecard-worker@.service', 'linecard.service'])
  const hardening = (unit: string) => text(unit).slice(text(unit).indexOf('# fping needs'))
  assert.is(hardening(units[0]!), hardening(units[1]!))
  for (const unit of units) {
    assert.equal(valuesOf(unit, 'User'), ['linecard'])
    assert.not.match(valuesOf(unit, 'Environment').join('\n'), /DATABASE_URL|VAULT_KEY|PASSWORD/)
    assert.ok(valuesOf(unit, 'EnvironmentFile').includes('-/etc/linecard/linecard.env'))
    const [state] = valuesOf(unit, 'StateDirectory')
    assert.ok(valuesOf(unit, 'Environment').includes(`LINECARD_DATA_DIR=/var/lib/${state}`))
    assert.equal(valuesOf(unit, 'StateDirectoryMode'), ['0700'])
    for (const key of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'AmbientCapabilities=CAP_NET_RAW'])
      assert.match(text(unit), `\n${key}\n`)
  }
})

test('the container runs as an ordinary user, on a Node that suffices, and its health is that of the service', () => {
  const container = text('Containerfile')
  assert.match(container, /^USER 1\d{4}:1\d{4}$/m)
  assert.ok(Number(/node:(\d+)/.exec(container)![1]) >= 24)
  assert.match(container, '/health/ready')
  assert.match(container, '--database environment')
})

test('compose opens the service on this machine alone, with a root that cannot be written', () => {
  const { linecard, database } = compose.services
  for (const port of linecard.ports!) assert.match(port, /^127\.0\.0\.1:/)
  assert.equal([linecard.read_only, linecard.tmpfs, linecard.cap_drop], [true, ['/tmp'], ['ALL']])
  // fping would lose its right, and with it the service its echoes.
  assert.equal([linecard.cap_add, linecard.security_opt], [['NET_RAW'], undefined])
  const home = /LINECARD_DATA_DIR=(\S+)/.exec(text('Containerfile'))![1]
  assert.ok(linecard.volumes!.includes(`data:${home}`))
  assert.is(database.ports, undefined)
  assert.ok(Number(/postgres:(\d+)/.exec(database.image)![1]) >= oldestServer)
  assert.match(linecard.environment!['DATABASE_URL']!, /:\$\{DATABASE_PASSWORD:\?[^}]+\}@database:/)
})

test('compose trusts the gateway of its network, in which all services are', () => {
  const [network] = compose.networks.inside.ipam.config
  assert.is(compose.services.linecard.environment!['LINECARD_TRUSTED_PROXIES'], network!.gateway)
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.networks, ['inside'], name)
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0]!
      assert.ok(source in compose.volumes, volume)
    }
  }
})

test('the proxies let the largest upload through, and know the path of the live stream', () => {
  const settingOf = (id: string, key: string) => {
    const { config } = plugins.find(plugin => plugin.id === id)!
    return (config.properties[key] as unknown as { default: number }).default
  }
  const largest = Math.max(
    settingOf('attachments', 'max_file_mb') * 1_000_000,
    settingOf('inventory', 'import_bytes'),
  )
  assert.ok(Number(/client_max_body_size (\d+)m/.exec(text('nginx.conf'))![1]) * 2 ** 20 > largest)
  assert.ok(Number(/max_size (\d+)MB/.exec(text('Caddyfile'))![1]) * 1_000_000 > largest)
  const [, path] = /location = (\S+stream) /.exec(text('nginx.conf'))!
  const stream = readFileSync('plugins/events/src/stream/stream.ts', 'utf8')
  assert.match(stream, `prefix: '${path!.replace('/api/v1', '')}'`)
})
