import { createSwitch, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { linecard, type Outcome } from '../support/command.ts'
import { ip, sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/** Autodiscovery from the command line, while a service runs. */
const test = suite('autodiscovery command', { level: 'full' })

let house!: Installation
const devices: Device[] = []
const run = (...args: string[]): Promise<Outcome> =>
  linecard(args, { env: { LINECARD_CONFIG: house.configFile } })

test.before(async () => {
  house = await startInstallation({
    commands: true,
    scene: sceneOf([]),
    settings: { equipment: { sweep_rate: 200, sweep_timeout_ms: 1_500 } },
  })
  for (const host of [33, 40, 62]) {
    devices.push(
      await startDevice({
        ip: ip(host),
        port: devices[0]?.port ?? 0,
        mib: createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: `sw-${host}`, ip: ip(host) }).mib,
      }),
    )
  }
})
test.after(async () => {
  await house?.stop()
  await Promise.all(devices.map(device => device.stop()))
})

test('it shows its progress, then the result; the second run finds only known devices', async () => {
  const access = await house.admin.post<{ id: number }>('/device-access', {
    name: 'found',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: devices[0]!.port, snmp_timeout_sec: 4, snmp_repeats: 3 } },
  })
  const { id } = await house.admin.post<{ id: number }>('/component/autodiscovery/rules', {
    name: 'Ring',
    cidr: `${ip(0)}/24`,
    access_ids: [access.id],
  })
  const first = await run('autodiscovery:run', '--rule', String(id))
  assert.is(first.code, 0, first.stderr)
  assert.match(first.stderr, /of 254 \(\d+ %\), Ring, .*\/24: \d+ added/)
  assert.match(
    first.stderr,
    /^254 addresses in [\d.]+ s, \d+ datagrams sent, \d+ received: 3 added, 0 known, 0 unknown, 0 failed$/m,
  )
  assert.match(first.stdout, /^Address +Result +Model +Name +What$/m)
  for (const host of [33, 40, 62])
    assert.match(
      first.stdout,
      new RegExp(`^${ip(host).replaceAll('.', '\\.')} +added +D-Link DES-3200-10\\S* +sw-${host} `, 'm'),
    )
  await until(
    'the job has ended',
    async () =>
      !(await house.running.use('jobs').list()).find(({ key }) => key === 'autodiscovery.discover')!.running,
  )
  const second = await run('autodiscovery:run', '--result', 'added', '-o', 'json')
  assert.equal([second.code, JSON.parse(second.stdout)], [0, []])
  assert.match(second.stderr, /0 added, 3 known/)
})

test('an error is one line', async () => {
  for (const [args, message] of [
    [['--rule', 'ring'], /number of a rule/],
    [['--rule', '2000000'], /no autodiscovery rule 2000000/],
    [['--result', 'good'], /result/],
  ] as const) {
    const { code, stderr } = await run('autodiscovery:run', ...args)
    assert.is(code, 1, stderr)
    assert.match(stderr, message)
  }
})

test('without the plugin there is no such command', async () => {
  const bare = await startInstallation({ features: [], commands: true })
  try {
    const { code, stderr } = await linecard(['autodiscovery:run'], {
      env: { LINECARD_CONFIG: bare.configFile },
    })
    assert.equal([code, /unknown command 'autodiscovery:run'/.test(stderr)], [1, true], stderr)
  } finally {
    await bare.stop()
  }
})
