import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { assert, suite, until } from '@linecard/test-kit'
import { linecard, type Outcome } from '../support/command.ts'
import { ip, sceneOf, startInstallation, type Installation, type Simulated } from '../support/installation.ts'

/**
 * The command line while a service runs: same database, same secrets, output for people and for programs.
 */
const test = suite('command line', { level: 'full' })

let house!: Installation
let sw!: { id: number; sim: Simulated }
let olt!: Simulated

const run = (...args: string[]): Promise<Outcome> =>
  linecard(args, { env: { LINECARD_CONFIG: house.configFile, LINECARD_SNMP_PORT: String(olt.port) } })
async function good(...args: string[]): Promise<Outcome> {
  const outcome = await run(...args)
  assert.is(outcome.code, 0, `${args.join(' ')}: ${outcome.stderr}`)
  return outcome
}
const json = async <T>(...args: string[]): Promise<T> =>
  JSON.parse((await good(...args, '-o', 'json')).stdout) as T

test.before(async () => {
  house = await startInstallation({
    commands: true,
    scene: sceneOf([
      { kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-10/C1' },
      { kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', onusPerPort: 1, location: 'Main street 1' },
    ]),
  })
  olt = house.simulated('olt')
  const sim = house.simulated('sw')
  sw = { ...(await house.add(sim)), sim }
  await until(
    'the switch is read',
    async () => (await house.admin.get<{ refreshed_at: string | null }>(`/device/${sw.id}`)).refreshed_at,
  )
})
test.after(() => house?.stop())

test('lists devices as a table, as JSON and as YAML', async () => {
  const [table, asJson, asYaml] = await Promise.all([
    good('device:list'),
    good('device:list', '-o', 'json'),
    good('device:list', '-o', 'yaml'),
  ])
  assert.match(table.stdout, /^ID +IP +Name +Vendor +Model$/m)
  assert.match(table.stdout, new RegExp(`^${sw.id} +${sw.sim.ip.replaceAll('.', '\\.')} +sw +D-Link +`, 'm'))
  const rows = JSON.parse(asJson.stdout) as { id: number; ip: string }[]
  assert.equal(
    rows.map(row => [row.id, row.ip]),
    [[sw.id, sw.sim.ip]],
  )
  assert.equal(parse(asYaml.stdout), rows)
})

test('calls modules by id and by address, with arguments and source', async () => {
  const live = await good('call', sw.sim.ip, 'vlans', 'vlan_id=1', '-o', 'json')
  const vlans = JSON.parse(live.stdout) as { id: number }[]
  assert.equal(
    vlans.map(vlan => vlan.id),
    [1],
  )
  assert.match(live.stderr, `${sw.sim.ip} answered in`)
  const stored = await good('call', String(sw.id), 'vlans', 'vlan_id=1', '--from', 'store', '-o', 'json')
  assert.equal(JSON.parse(stored.stdout), vlans)
  assert.match(stored.stderr, /stored \d+ s ago/)
  assert.ok((await json<{ name: string }[]>('modules', sw.sim.ip)).some(module => module.name === 'fdb'))
})

test('detects, walks and adds a device, and the running service knows it at once', async () => {
  const found = await json<{ modelKey: string; objectId: string }>('detect', olt.ip)
  assert.is(found.modelKey, 'zte_c320')
  const walked = await json<{ oid: string; type: string; value: string }[]>(
    'snmpwalk',
    olt.ip,
    '1.3.6.1.2.1.1',
  )
  assert.equal(
    walked.filter(row => /\.[56]\.0$/.test(row.oid)).map(row => row.value),
    ['olt', 'Main street 1'],
  )

  const { id: access } = await house.admin.post<{ id: number }>('/device-access', {
    name: 'olts',
    public_community: 'public',
    params: { sw_core_connection: { snmp_version: '2c', snmp_port: olt.port, snmp_timeout_sec: 1 } },
  })
  const added = await json<{ id: number; ip: string; name: string; model: { key: string } }>(
    'device:add',
    olt.ip,
    '--access',
    'olts',
  )
  assert.equal([added.ip, added.name, added.model.key], [olt.ip, 'olt', 'zte_c320'])
  assert.is((await house.admin.get<{ access: { id: number } }>(`/device/${added.id}`)).access.id, access)
  assert.match((await good('device:delete', olt.ip)).stderr, `removed ${olt.ip} olt`)
  assert.is((await house.admin.fails('GET', `/device/${added.id}`)).status, 404)
})

test('a key that a command creates is valid for the running service', async () => {
  const { stdout } = await good('user:generate-key', 'admin', '365d')
  const heading = stdout.split('\n')[0]!
  for (const word of ['ID', 'User', 'Key', 'Expired At']) assert.match(heading, word)
  const began = Date.now()
  const [issued] = await json<{ key: string; expired_at: string; user: { login: string } }[]>(
    'user:generate-key',
    'admin',
    '10m',
  )
  assert.is(issued!.user.login, 'admin')
  const issuedAt = Date.parse(issued!.expired_at) - 600_000
  assert.ok(began <= issuedAt && issuedAt <= Date.now(), issued!.expired_at)
  assert.is((await house.admin.as(issued!.key).get<unknown[]>('/device')).length, 1)
  assert.is((await run('user:generate-key', 'nobody', '365d')).code, 1)
})

test('components are listed with their state', async () => {
  const states = await json<{ key: string; state: string }[]>('component:list')
  assert.equal(states.find(component => component.key === 'driver-zte')?.state, 'ready')
  assert.ok(states.every(component => component.state === 'ready'))
})

test('records a device without names and serials, and the recording is detected again', async () => {
  const folder = join(house.folder, 'recordings', 'zte_c320', '2.1')
  await good('record', olt.ip, '1.3.6.1.2.1.1', '1.3.6.1.2.1.2.2.1', '--dir', folder, '--salt', 'x')
  assert.equal((await readdir(folder)).toSorted(), ['device.json', 'snmp.snmprec'])
  const text = await readFile(join(folder, 'snmp.snmprec'), 'utf8')
  const recording = parseSnmprec(text)
  assert.equal(recording.get('1.3.6.1.2.1.1.2.0')!.value, '1.3.6.1.4.1.3902.1082.1001.320.2.1')
  assert.not.match(text, /Main street|noc@example/)
  assert.is(
    (JSON.parse(await readFile(join(folder, 'device.json'), 'utf8')) as { model: string }).model,
    'zte_c320',
  )
})

test('an error is one line on stderr and code 1; stdout stays empty for programs', async () => {
  const cases: [string[], RegExp][] = [
    [['call', '4711', 'vlans'], /no device 4711.*INVENTORY_DEVICE_UNKNOWN/],
    [['call', String(sw.id), 'no_such'], /no module "no_such"/],
    [['snmpwalk', ip(99), 'ifTable'], /is not an OID/],
    [['device:add', sw.sim.ip, '--model', 'dlink_nothing', '--access', 'olts'], /no model has the key/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(...args)
    assert.equal([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    assert.is(stderr.trim().split('\n').length, 1, stderr)
  }
})

test('a silent device is one line too, and the command ends in time', async () => {
  sw.sim.behaviour.silent = true
  const { code, stderr } = await run('call', String(sw.id), 'system')
  sw.sim.behaviour.silent = false
  assert.is(code, 1)
  assert.match(stderr, /did not answer|silent|no answer/i)
})
