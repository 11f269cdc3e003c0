import cisco from '@linecard/driver-cisco'
import dlink from '@linecard/driver-dlink'
import { familiesOf, type Driver } from '@linecard/driver-kit'
import { poe } from '@linecard/driver-kit/builders'
import { assert, suite } from '@linecard/test-kit'
import {
  add,
  addedSwitch,
  failure,
  get,
  good,
  keyOf,
  post,
  startWorld,
  stopDevices,
  type Added,
  type Answer,
  type World,
} from '@linecard/test-kit/worlds/switches'

const test = suite('switches: what is changed')
let world: World
let one: Added

const withPoe = new Map(
  familiesOf(cisco).map(family => [
    family,
    {
      ...family,
      modules: [...family.modules.filter(({ module }) => !module.name.includes('poe')), ...poe()],
    },
  ]),
)
/**
 * Cisco's switches with the standard way of power over Ethernet, whatever the vendor's driver does itself.
 */
const poeSwitches: Driver = {
  ...cisco,
  models: cisco.models.map(model => ({ ...model, family: withPoe.get(model.family)! })),
}

test.before(async () => {
  world = await startWorld([dlink, poeSwitches], { settings: { equipment: { busy_wait_ms: 100 } } })
  one = await addedSwitch(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Outcome {
  accepted: boolean
  evidence: string | null
  verified: boolean
}
interface Change extends Outcome {
  interface: { id: number; name: string } | null
  changes: Record<string, Outcome | null>
}

const portOf = ({ simulated }: Added, ifIndex: number) =>
  simulated.control.ports.find(port => port.ifIndex === ifIndex)!
/** Lines typed at the console while `work` runs. */
async function typed<T>({ sim }: Added, work: () => Promise<T>): Promise<[answer: T, lines: string[]]> {
  const before = sim.console!.typed.length
  return [await work(), sim.console!.typed.slice(before)]
}
const lastAction = async (device: Added) => {
  const [row] = good<
    {
      action: string
      status: string
      error_code: string | null
      meta: { changes?: Record<string, Outcome> }
      user: { login: string }
    }[]
  >(await world.http('POST', '/logs/actions', { device_id: device.id, limit: 1, sort: '-id' }))
  return row!
}
const partialOf = ({ body: { error } }: Answer) =>
  (error!.details as unknown as { partial?: Record<string, Outcome> }[]).find(({ partial }) => partial)!
    .partial!

test('description, speed, state and saving: each with evidence and read-back, in an order that keeps the port', async () => {
  const [answer, lines] = await typed(one, () =>
    post(world, `port/${one.id}`, {
      interface: '1/3',
      admin_state: 'Disabled',
      admin_speed: '100-Full',
      description: 'flat 3',
      save: true,
    }),
  )
  const change = good<Change>(answer)
  assert.equal(
    lines.filter(line => /^(config|save)/.test(line)),
    [
      'config ports 3 description "flat 3"',
      'config ports 3 speed 100_full',
      'config ports 3 state disable',
      'save',
    ],
  )
  assert.equal([change.accepted, change.verified, change.interface], [true, true, { id: 3, name: '1/3' }])
  assert.equal(
    Object.entries(change.changes).map(([name, outcome]) => [name, outcome!.accepted, outcome!.verified]),
    ['description', 'admin_speed', 'admin_state', 'save'].map(name => [name, true, true]),
  )
  assert.ok(change.evidence!.includes('Success'))
  const port = portOf(one, 3)
  assert.equal([port.alias, port.forcedMbps, one.simulated.control.unsaved], ['flat 3', 100, false])
  const { action, status, meta, user } = await lastAction(one)
  assert.equal(
    [action, status, user.login, Object.keys(meta.changes!).toSorted()],
    ['switches:port_set', 'SUCCESS', 'admin', ['admin_speed', 'admin_state', 'description', 'save']],
  )
})

test('after a change, cached answers show the new state', async () => {
  await get(world, `interfaces/${one.id}`)
  good(await post(world, `port/${one.id}?from=device`, { interface: '1/4', description: 'moved out' }))
  assert.equal(
    failure(await post(world, `port/${one.id}?from=store`, { interface: '1/4', description: 'x' })),
    [400, 'VALIDATION_ERROR'],
  )
  const [row] = good<{ description: string }[]>(
    await get(world, `interfaces/${one.id}?interface=1/4&from=cache`),
  )
  assert.is(row!.description, 'moved out')
  good(
    await post(world, `port/${one.id}`, {
      interface: one.ports.find(({ name }) => name === '1/4')!.name,
      description: '',
    }),
  )
  assert.is(portOf(one, 4).alias, '')
})

test('each field needs its own permission; a missing one is named before anything is sent', async () => {
  const fields = { description: 'x', admin_state: 'Disabled', admin_speed: 'Auto' } as const
  const permissions = {
    description: 'switches_set_port_description',
    admin_state: 'switches_set_port_admin_state',
    admin_speed: 'switches_set_port_admin_speed',
    save: 'switches_save_config',
  }
  const before = one.sim.requests
  for (const [field, permission] of Object.entries(permissions)) {
    const key = await keyOf(
      world,
      Object.values(permissions).filter(other => other !== permission),
      [],
    )
    const [answer, lines] = await typed(one, () =>
      post(world, `port/${one.id}`, { interface: '1/3', ...fields, save: true }, key),
    )
    assert.equal(
      [field, ...failure(answer), answer.body.error!.details],
      [field, 403, 'PERMISSION_MISSING', [{ path: 'permission', message: permission }]],
    )
    assert.equal(lines, [])
  }
  assert.is(one.sim.requests, before)
  const own = await keyOf(world, ['switches_set_port_description'], [])
  good(await post(world, `port/${one.id}`, { interface: '1/3', description: 'own field' }, own))
  const reader = await keyOf(world, ['device_show', 'switches_info'], [])
  for (const [path, body] of [
    ['vlan', { action: 'create', id: 300 }],
    ['poe', { interface: '1/3', admin_state: 'enable' }],
    ['clear-counters', {}],
    ['save-config', {}],
    ['reboot', {}],
  ] as const) {
    assert.equal(
      [path, ...failure(await post(world, `${path}/${one.id}`, body, reader))],
      [path, 403, 'PERMISSION_MISSING'],
    )
  }
  const direct = await world.http(
    'POST',
    `/switcher-core/device/ctrl_port_descr/${one.id}`,
    { interface: 3, description: 'x' },
    reader,
  )
  assert.equal(
    [...failure(direct), direct.text.includes('switches_set_port_description')],
    [403, 'EQUIPMENT_PERMISSION_MISSING', true],
  )
})

test('a text that is more than a text for the command line is refused before anything is sent', async () => {
  const before = one.sim.requests
  const [, lines] = await typed(one, async () => {
    for (const evil of [
      'a\nreboot',
      'a\r\nreboot',
      'a\u0000',
      'a\u001b[A',
      'a\u2028reboot',
      'a\u0085reboot',
      'x'.repeat(256),
    ]) {
      assert.is(
        (await post(world, `port/${one.id}`, { interface: '1/3', description: evil })).status,
        400,
        JSON.stringify(evil),
      )
      assert.is(
        (await post(world, `port/${one.id}`, { interface: evil, description: 'x' })).status,
        400,
        JSON.stringify(evil),
      )
      assert.is(
        (await post(world, `vlan/${one.id}`, { action: 'create', id: 333, name: evil })).status,
        400,
        JSON.stringify(evil),
      )
    }
    for (const name of ['two words', 'a;reboot', 'a"b', 'a?', '$(x)', ''])
      assert.is((await post(world, `vlan/${one.id}`, { action: 'create', id: 333, name })).status, 400, name)
    for (const id of [0, 4095, '1;reboot', -1, 1.5, null])
      assert.is((await post(world, `vlan/${one.id}`, { action: 'create', id })).status, 400, String(id))
    for (const speed of ['100-full; reboot', 'fast', ''])
      assert.is(
        (await post(world, `port/${one.id}`, { interface: '1/3', admin_speed: speed })).status,
        400,
        speed,
      )
  })
  assert.equal([lines, one.sim.requests], [[], before])
  const [, some] = await typed(one, async () => {
    for (const name of ['1/3; reboot', '3 state disable', '../1', '1/99'])
      assert.equal(
        [name, ...failure(await post(world, `port/${one.id}`, { interface: name, description: 'x' }))],
        [name, 400, 'DEVICE_BAD_ARGUMENT'],
      )
  })
  assert.equal(some, [])
})

test('a description with special characters of consoles is stored as it is or refused; it never becomes a command', async () => {
  for (const text of [
    'flat "3"',
    'a; reboot',
    'a | b',
    '$(reboot)',
    '`x`',
    "O'Neill",
    'a\\',
    '?',
    '-',
    'поверх 3',
    'x'.repeat(33),
  ]) {
    const [answer, lines] = await typed(one, () =>
      post(world, `port/${one.id}`, { interface: '1/5', description: text }),
    )
    if (answer.status === 200) assert.is(portOf(one, 5).alias, text)
    else assert.equal([text, ...failure(answer)], [text, 400, 'DEVICE_BAD_ARGUMENT'])
    assert.ok(
      lines.every(line => /^(config ports 5 |#[a-z]{8}$|disable clipaging|logout|$)/.test(line)),
      lines.join('\n'),
    )
  }
  assert.not.ok(one.simulated.control.down)
})

test('a failure in the middle reports the steps that were done before it', async () => {
  const [answer, lines] = await typed(one, () =>
    post(world, `port/${one.id}`, {
      interface: '1/6',
      description: 'half',
      admin_speed: '1000-Half',
      admin_state: 'Disabled',
      save: true,
    }),
  )
  assert.is(answer.status, 400, answer.text)
  assert.ok(answer.body.error!.description.includes('Done before: description'))
  assert.equal(
    [
      partialOf(answer)['description']!.verified,
      partialOf(answer)['admin_speed'],
      'admin_state' in partialOf(answer),
    ],
    [true, null, false],
  )
  assert.not.ok(lines.some(line => /state|^save/.test(line)))
  assert.equal(
    [
      portOf(one, 6).alias,
      good<{ link: { admin_state: string }[] }[]>(
        await get(world, `interfaces/${one.id}?interface=1/6&from=device`),
      )[0]!.link[0]!.admin_state,
    ],
    ['half', 'Enabled'],
  )
  const { status, meta } = await lastAction(one)
  assert.equal([status === 'SUCCESS', Object.keys(meta.changes!)], [false, ['description']])
})

test('a device that accepts a change and shows another value is an error with its evidence', async () => {
  one.sim.behaviour.tamper = (answer, { type }) =>
    type === 'set'
      ? answer
      : {
          ...answer,
          varbinds: answer.varbinds.map(bound =>
            bound.oid === '1.3.6.1.2.1.31.1.1.1.18.7'
              ? { ...bound, value: Buffer.from('what it was') }
              : bound,
          ),
        }
  const answer = await post(world, `port/${one.id}`, { interface: '1/7', description: 'wanted' })
  one.sim.behaviour.tamper = undefined
  assert.equal(failure(answer), [502, 'DEVICE_NOT_APPLIED'])
  assert.ok(
    answer.body.error!.description.includes('what it was') &&
      answer.body.error!.description.includes('Success'),
    answer.text,
  )
  assert.is((await lastAction(one)).error_code, 'DEVICE_NOT_APPLIED')
})

test('VLANs: create, delete, add and remove ports; unused fields are refused', async () => {
  const vlan = async (body: object) => good<Change>(await post(world, `vlan/${one.id}`, body))
  const is = () => one.simulated.control.vlans.find(({ id }) => id === 301)
  assert.is((await vlan({ action: 'create', id: 301, name: 'office' })).verified, true)
  assert.is(is()!.name, 'office')
  const again = await post(world, `vlan/${one.id}`, { action: 'create', id: 301, name: 'other' })
  assert.equal(failure(again), [409, 'DEVICE_CONFLICT'])
  assert.is(is()!.name, 'office')
  assert.equal((await vlan({ action: 'add', id: '301', interface: '1/8', type: 'tagged' })).interface, {
    id: 8,
    name: '1/8',
  })
  assert.ok(portOf(one, 8).tagged.includes(301))
  const row = good<{ ports: { tagged: { id: number }[] }[] }>(
    await get(world, `vlans/${one.id}?interface=1/8`),
  ).ports[0]!
  assert.ok(row.tagged.some(({ id }) => id === 301))
  assert.is((await vlan({ action: 'remove', id: 301, interface: '1/8' })).verified, true)
  assert.is((await vlan({ action: 'delete', id: 301 })).verified, true)
  assert.is(is(), undefined)
  for (const [body, code] of [
    [{ action: 'add', id: 301 }, 'SWITCHES_PORT_MISSING'],
    [{ action: 'delete', id: 301, name: 'x' }, 'SWITCHES_FIELD_SUPERFLUOUS'],
    [{ action: 'create', id: 301, interface: '1/3' }, 'SWITCHES_FIELD_SUPERFLUOUS'],
    [{ action: 'add', id: 301, interface: '1/3', name: 'x' }, 'SWITCHES_FIELD_SUPERFLUOUS'],
    [{ action: 'rename', id: 301 }, 'VALIDATION_ERROR'],
    [{ action: 'delete', id: 1 }, 'DEVICE_BAD_ARGUMENT'],
  ] as const)
    assert.equal(
      [JSON.stringify(body), ...failure(await post(world, `vlan/${one.id}`, body))],
      [JSON.stringify(body), 400, code],
    )
  assert.equal(failure(await post(world, `port/${one.id}`, { interface: '1/3' })), [
    400,
    'SWITCHES_NOTHING_ASKED',
  ])
})

test('power over Ethernet of a port, if the model supports it', async () => {
  const powered = await addedSwitch(world, { vendor: 'cisco', model: 'WS-C2960X-24PS-L' })
  const change = good<Change>(
    await post(world, `poe/${powered.id}`, { interface: 'Gi1/0/7', admin_state: 'Disabled' }),
  )
  assert.equal([change.verified, change.interface!.name], [true, 'Gi1/0/7'])
  assert.is(portOf(powered, 10_107).poe!.enabled, false)
  assert.equal(
    good<{ admin_state: string }[]>(await get(world, `poe/${powered.id}?interface=Gi1/0/7`)).map(
      row => row.admin_state,
    ),
    ['Disabled'],
  )
  const [answer, lines] = await typed(one, () =>
    post(world, `poe/${one.id}`, { interface: '1/3', admin_state: 'Enabled' }),
  )
  assert.equal([...failure(answer), lines], [422, 'DEVICE_UNSUPPORTED', []])
})

test('counters are cleared, of one port or of all', async () => {
  const [whole, lines] = await typed(one, () => post(world, `clear-counters/${one.id}`, {}))
  assert.equal(
    [good<Change>(whole).accepted, lines.filter(line => line.startsWith('clear'))],
    [true, ['clear counters']],
  )
  const [single, some] = await typed(one, () => post(world, `clear-counters/${one.id}`, { interface: '1/3' }))
  assert.equal(
    [good<Change>(single).interface!.name, some.filter(line => line.startsWith('clear'))],
    ['1/3', ['clear counters ports 3']],
  )
})

test('the same Idempotency-Key changes the device once', async () => {
  const send = (body: object) =>
    fetch(`${world.url}/api/v1/component/switches/port/${one.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-auth-key': world.admin,
        'idempotency-key': 'order 4711',
      },
      body: JSON.stringify(body),
    })
  const [[first, second, other], lines] = await typed(
    one,
    async () =>
      [
        await send({ interface: '1/2', description: 'once' }),
        await send({ interface: '1/2', description: 'once' }),
        await send({ interface: '1/2', description: 'twice' }),
      ] as const,
  )
  assert.equal(
    [first.status, second.status, second.headers.get('idempotency-replayed'), other.status],
    [200, 200, 'true', 422],
  )
  assert.equal(await first.json(), await second.json())
  assert.is(lines.filter(line => line.includes('description')).length, 1)
  assert.is(portOf(one, 2).alias, 'once')
})

test('while a change is running, another one gets DEVICE_BUSY', async () => {
  one.sim.console!.behaviour = { trickle: { octets: 4, everyMs: 50 } }
  const slow = post(world, `port/${one.id}`, { interface: '1/1', description: 'slow' })
  await new Promise(resolve => setTimeout(resolve, 400))
  const answer = await post(world, `port/${one.id}`, { interface: '1/2', description: 'late' })
  one.sim.console!.behaviour = {}
  assert.equal(failure(answer), [409, 'DEVICE_BUSY'])
  assert.is((await slow).status, 200)
  assert.equal([portOf(one, 1).alias, portOf(one, 2).alias], ['slow', 'once'])
})

test('a caller of another group gets 404, and nothing is sent', async () => {
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'ours' }),
    await add(world, '/device-group', { name: 'theirs' }),
  ]
  const foreign = await addedSwitch(world, { group_id: theirs.id })
  const all = [
    'switches_set_port_description',
    'switches_vlan_control',
    'switches_set_poe',
    'switches_clear_counters',
    'switches_save_config',
    'switches_reboot_device',
  ]
  const key = await keyOf(world, all, [ours.id])
  const before = foreign.sim.requests
  for (const [path, body] of [
    ['port', { interface: '1/3', description: 'x' }],
    ['vlan', { action: 'create', id: 300 }],
    ['poe', { interface: '1/3', admin_state: 'enable' }],
    ['clear-counters', {}],
    ['save-config', {}],
    ['reboot', {}],
  ] as const) {
    const [hidden, absent] = [
      await post(world, `${path}/${foreign.id}`, body, key),
      await post(world, `${path}/2000000000`, body, key),
    ]
    assert.equal([path, hidden.status, hidden.body.error!.code], [path, 404, absent.body.error!.code])
  }
  assert.equal([foreign.sim.requests, foreign.sim.console!.connections], [before, 0])
})

test('a device that does not answer any more gives no success', async () => {
  const gone = await addedSwitch(world, { quick: true })
  gone.sim.behaviour.silent = true
  gone.sim.console!.behaviour = { mute: 'login' }
  const answer = await post(world, `save-config/${gone.id}`, {})
  assert.ok(answer.status === 504 || answer.status === 502, answer.text)
  gone.sim.console!.behaviour = {}
  const described = await post(world, `port/${gone.id}`, { interface: '1/3', description: 'unseen' })
  // Typed and accepted by the console, but SNMP could not show it.
  if (described.status === 200) assert.is(good<Change>(described).verified, false)
  else assert.ok(described.status >= 500, described.text)
})

test('save the configuration, and restart', async () => {
  good(await post(world, `port/${one.id}`, { interface: '1/1', description: 'kept' }))
  const saved = good<Change>(await post(world, `save-config/${one.id}`, {}))
  assert.equal([saved.verified, one.simulated.control.unsaved], [true, false])
  const { boots } = one.sim.engine
  const restarted = good<Change>(await post(world, `reboot/${one.id}`, {}))
  assert.equal([restarted.accepted, restarted.verified, one.sim.engine.boots], [true, true, boots + 1])
  assert.equal(
    [(await lastAction(one)).action, (await lastAction(one)).status],
    ['switches:device_rebooted', 'SUCCESS'],
  )
})
