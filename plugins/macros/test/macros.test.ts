import { assert, suite } from '@linecard/test-kit'
import { until } from '@linecard/test-kit'
import {
  addedSwitch,
  execute,
  keyOf,
  makeMacro,
  startWorld,
  stopDevices,
  type Added,
  type Run,
  type World,
} from './world.ts'

const test = suite('macros: lists, forms, runs')
let world: World
let one: Added

test.before(async () => {
  world = await startWorld()
  one = await addedSwitch(world)
})
test.after(async () => {
  await stopDevices()
  await world.stop()
})

const port = () => one.ports.find(({ type }) => type !== 'VLAN')!
const onPort = (id: number, more: object = {}) => ({
  device: { id: one.id },
  macros: { id },
  interface: { id: port().id },
  ...more,
})
const describePort = {
  display_for: ['Port'],
  parameters: [{ key: 'text', name: 'Text', type: 'input_string', required: true }],
  template:
    'config ports {{iface.if_index}} description "{{params.text}}"\n\nshow ports {{iface.if_index}}\n',
}
/** Commands of people: the console itself asks for its prompt with a marker. */
const typed = () => one.sim.console!.typed.filter(line => !line.startsWith('#'))
const list = async (query: string, key?: string) =>
  (
    (await world.http('GET', `/component/macros/list${query}`, undefined, key)).body.data as { id: number }[]
  ).map(({ id }) => id)

test('a macro reads its variables, is typed command by command, and what it did is seen on the device', async () => {
  const id = await makeMacro(world, 'describe', describePort)
  const { status, text, body } = await execute(
    world,
    onPort(id, { params: { text: 'flat 7' }, from: 'device' }),
  )
  assert.is(status, 200, text)
  const run = body.data as Run
  assert.equal([run.status, run.done, run.of, run.error], ['SUCCESS', 2, 2, null])
  const simulated = one.simulated.ports.find(({ ifIndex }) => ifIndex === 1)!
  assert.is(simulated.alias, 'flat 7')
  assert.match(run.commands[1]!.output!, /Enabled/)
  const stored = (await world.http('GET', `/component/macros/runs/${run.id}`)).body.data as Run
  assert.equal(stored.commands, run.commands)
  const calls = () =>
    world.sql(`select id from equipment_call where device_id = $1 and module = 'multi_console_command'`, [
      one.id,
    ])
  await until('the call log has it', async () => (await calls()).length || null)
})

test('the intent is in the action log, and says which macro', async () => {
  const id = await makeMacro(world, 'recorded', { template: 'show switch' })
  const before = await world.sql<{ id: number }>('select coalesce(max(id), 0) id from system_action')
  await execute(world, { device: { id: one.id }, macros: { id } })
  const rows = await world.sql<{ action: string; status: string; message: string }>(
    'select * from system_action where id > $1 order by id',
    [before[0]!.id],
  )
  assert.is(rows.length, 1, JSON.stringify(rows))
  assert.is(rows[0]!.status, 'SUCCESS')
  assert.match(JSON.stringify(rows[0]), /recorded/)
})

test('a command that the device refuses stops the run; the outputs before it are told', async () => {
  const id = await makeMacro(world, 'stops', { template: 'show switch\nconfig colour red\nshow vlan' })
  const { status, body } = await execute(world, { device: { id: one.id }, macros: { id } })
  assert.equal([status, body.error!.code], [502, 'MACROS_COMMAND_REFUSED'])
  assert.match(body.error!.description, /^Command 2 of 3 failed/)
  const [detail] = body.error!.details as unknown as { run_id: number; partial: { command: string }[] }[]
  assert.equal(
    detail!.partial.map(({ command }) => command),
    ['show switch', 'config colour red'],
  )
  const run = (await world.http('GET', `/component/macros/runs/${detail!.run_id}`)).body.data as Run
  assert.equal([run.status, run.stopped_at, run.done], ['FAILED', 2, 2])
  assert.not.ok(typed().slice(-3).includes('show vlan'))
})

test('with on_error continue the rest is typed all the same', async () => {
  const id = await makeMacro(world, 'goes on', {
    template: 'config colour red\nshow switch',
    on_error: 'continue',
  })
  const { body } = await execute(world, { device: { id: one.id }, macros: { id } })
  const run = body.data as Run
  assert.equal([run.status, run.commands.map(({ success }) => success)], ['SUCCESS', [false, true]])
})

test('an exception of the author ends the run with its text', async () => {
  const id = await makeMacro(world, 'exception', {
    template: 'show switch\n<exception "not on this shelf">\nshow vlan',
  })
  const { body } = await execute(world, { device: { id: one.id }, macros: { id } })
  assert.match(body.error!.description, /not on this shelf/)
})

test('outputs are shown as the macro says', async () => {
  for (const [display, shown] of [
    ['all', [true, true]],
    ['last', [false, true]],
    ['none', [false, false]],
  ] as const) {
    const id = await makeMacro(world, `display ${display}`, {
      display_output: display,
      template: 'show switch\nshow vlan',
    })
    const run = (await execute(world, { device: { id: one.id }, macros: { id } })).body.data as Run
    assert.equal(
      run.commands.map(({ output }) => output !== null),
      shown,
    )
  }
})

test('nothing is sent for wrong fields, a wrong template, an unknown place or no command', async () => {
  const before = typed().length
  const describe = await makeMacro(world, 'describe strictly', describePort)
  const wrong = async (id: number, more: object, code: string | RegExp) => {
    const { status, body } = await execute(world, onPort(id, more))
    assert.ok(status >= 400 && status < 500, `${status}`)
    assert.match(body.error!.code, code)
  }
  await wrong(describe, {}, /TEMPLATE_PARAMS_WRONG/)
  await wrong(describe, { params: { text: 'a"\nreboot' } }, /TEMPLATE_/)
  await wrong(describe, { params: { text: 'x', other: 1 } }, /TEMPLATE_PARAMS_WRONG/)
  await wrong(describe, { params: { text: 'x' }, interface: { id: 'no such port' } }, /./)
  await wrong(describe, { params: { text: 'x' }, interface: null }, /MACROS_DOES_NOT_FIT/)
  await wrong(
    await makeMacro(world, 'broken', { display_for: ['Port'], template: '{{#if}}' }),
    {},
    /TEMPLATE_/,
  )
  const unknown = { display_for: ['Port'], template: 'show {{iface.colour}}' }
  await wrong(await makeMacro(world, 'unknown variable', unknown), {}, /TEMPLATE_/)
  await wrong(
    await makeMacro(world, 'empty', { display_for: ['Port'], template: ' \n' }),
    {},
    /MACROS_NO_COMMANDS/,
  )
  const foreign = { display_for: ['Port'], vendors: ['Cisco'], template: 'show clock' }
  await wrong(await makeMacro(world, 'foreign', foreign), {}, /MACROS_DOES_NOT_FIT/)
  await wrong(99_999, {}, /MACROS_UNKNOWN/)
  assert.is(typed().length, before)
})

test('a list has the macros for role, maker, model and place', async () => {
  const role = (await world.http('POST', '/user-role', { name: 'nobody else' })).body.data as { id: number }
  const forDevice = await makeMacro(world, 'for devices', { template: 'show switch' })
  const forPorts = await makeMacro(world, 'for ports', { display_for: ['Port'], template: 'show switch' })
  const forRole = await makeMacro(world, 'for a role', { roles: [role.id], template: 'show switch' })
  const forModel = await makeMacro(world, 'for a model', { models: ['no_such'], template: 'show switch' })
  const key = await keyOf(world, ['macros_execute', 'device_show'], [])
  const of = async (query: string) => {
    const found = await list(query, key)
    return [forDevice, forPorts, forRole, forModel].map(id => found.includes(id))
  }
  assert.equal(await of(''), [true, true, false, true])
  assert.equal(await of(`?device_id=${one.id}`), [true, false, false, false])
  assert.equal(await of(`?device_id=${one.id}&interface_id=${port().id}`), [false, true, false, false])
  assert.ok((await list('')).includes(forRole), 'the owner may run everything')
  const refused = await execute(world, { device: { id: one.id }, macros: { id: forRole } }, key)
  assert.equal([refused.status, refused.body.error!.code], [404, 'MACROS_UNKNOWN'])
})

test('devices, runs and macros of others stay hidden', async () => {
  const group = (await world.http('POST', '/device-group', { name: 'theirs' })).body.data as { id: number }
  const id = await makeMacro(world, 'hidden', { template: 'show switch' })
  const { id: runId } = (await execute(world, { device: { id: one.id }, macros: { id } })).body.data as Run
  const stranger = await keyOf(world, ['macros_execute', 'device_show'], [group.id])
  const status = async (method: string, path: string, body?: unknown, key?: string) =>
    (await world.http(method, path, body, key)).status
  assert.is((await execute(world, { device: { id: one.id }, macros: { id } }, stranger)).status, 404)
  assert.is(await status('GET', `/component/macros/runs/${runId}`, undefined, stranger), 404)
  assert.is(await status('POST', `/component/macros/runs/${runId}/cancel`, {}, stranger), 404)
  assert.is(await status('GET', `/component/macros/list?device_id=${one.id}`, undefined, stranger), 404)
  assert.is(await status('GET', `/component/macros/variables?device_id=${one.id}`, undefined, stranger), 404)
  const viewer = await keyOf(world, ['device_show'], [])
  assert.is((await execute(world, { device: { id: one.id }, macros: { id } }, viewer)).status, 403)
  const runner = await keyOf(world, ['macros_execute'], [])
  assert.is(await status('GET', '/component/macros-control', undefined, runner), 403)
})

test('a form has the choices of the device, and follows what was filled in', async () => {
  const id = await makeMacro(world, 'form', {
    display_for: ['Port'],
    modules: ['vlans'],
    parameters: [
      {
        key: 'vlan',
        name: 'VLAN',
        type: 'select_from_variable',
        source_parameter_key: 'data.vlans',
        item_name: 'string(item.id)',
        required: true,
      },
      {
        key: 'why',
        name: 'Why',
        type: 'input_string',
        visible_if: 'has(params.vlan) && params.vlan.id == 1',
      },
    ],
    template: 'show vlan vlanid {{params.vlan.id}}',
  })
  const { status, text, body } = await world.http('POST', `/component/macros/${id}/form`, {
    device: { id: one.id },
    interface: { id: port().id },
    from: 'device',
  })
  assert.is(status, 200, text)
  const [vlan] = body.data as { options: { value: string; label: string }[] }[]
  assert.ok(vlan!.options.length > 0, text)
  const run = await execute(world, onPort(id, { params: { vlan: vlan!.options[0]!.value } }))
  assert.is(run.status, 200, run.text)
})

test('progress is seen while it runs, and a cancel ends it between two commands', async () => {
  const id = await makeMacro(world, 'slow', {
    template: 'show switch <sleep 0.2>\nshow vlan <sleep 30>\nshow ports 1',
  })
  const answer = await execute(world, { device: { id: one.id }, macros: { id }, wait: 0 })
  assert.is(answer.status, 202, answer.text)
  const { id: runId } = answer.body.data as Run
  const shown = async () => (await world.http('GET', `/component/macros/runs/${runId}`)).body.data as Run
  await until('two commands ran', async () => {
    const run = await shown()
    assert.is(run.status, 'RUNNING', JSON.stringify(run))
    return run.done === 2
  })
  const cancelled = await world.http('POST', `/component/macros/runs/${runId}/cancel`, {})
  assert.is(cancelled.status, 202, cancelled.text)
  await until('it ended', async () => (await shown()).status !== 'RUNNING' || null)
  const end = await shown()
  assert.equal([end.status, end.done, end.of, end.cancelled_by], ['CANCELLED', 2, 3, 'admin'])
  assert.is(typed().at(-1), 'show vlan')
  const again = await world.http('POST', `/component/macros/runs/${runId}/cancel`, {})
  assert.equal([again.status, again.body.error!.code], [409, 'MACROS_RUN_ENDED'])
})

test('a run whose process ended is told as lost, with the commands that ran', async () => {
  const [{ id: runId }] = (await world.sql<{ id: number }>(
    `insert into macros_run (macro_id, macro_name, macro_version, display_output, device_id, user_id, login, status,
       commands, started_at, process)
     values (1, 'killed', 1, 'all', $1, 1, 'admin', 'RUNNING', 3, now(), '00000000-0000-4000-8000-000000000000')
     returning id`,
    [one.id],
  )) as [{ id: number }]
  await world.sql(`insert into macros_run_command values ($1, 1, 'show switch', 'out', true, null, 5)`, [
    runId,
  ])
  await world.sql(
    `insert into kernel_process values
       ('00000000-0000-4000-8000-000000000000', 'serve', 'here', 1, '0', now() - interval '1 hour', now() - interval '1 hour')`,
  )
  const shown = async () => (await world.http('GET', `/component/macros/runs/${runId}`)).body.data as Run
  await until('it is lost', async () => (await shown()).status === 'LOST' || null)
  const run = await shown()
  assert.equal([run.done, run.of, run.error!.code], [1, 3, 'MACROS_LOST'])
})

test('the same Idempotency-Key runs a macro once', async () => {
  const id = await makeMacro(world, 'once', { template: 'show switch' })
  const ask = () =>
    fetch(`${world.url}/api/v1/component/macros/execute`, {
      method: 'POST',
      headers: { 'x-auth-key': world.admin, 'content-type': 'application/json', 'idempotency-key': 'once-1' },
      body: JSON.stringify({ device: { id: one.id }, macros: { id } }),
    })
  const before = typed().length
  const first = (await (await ask()).json()) as { data: Run }
  const second = (await (await ask()).json()) as { data: Run }
  assert.is(first.data.id, second.data.id)
  assert.is(typed().length, before + 1)
})

test('a preview shows the commands from stored answers or samples, and touches no device', async () => {
  const before = typed().length
  const shown = async (more: object) => {
    const { status, text, body } = await world.http('POST', '/component/macros-control/preview', {
      ...describePort,
      params: { text: 'flat 7' },
      ...more,
    })
    assert.is(status, 200, text)
    return body.data as { parts: { lines: { text: string; line: number }[]; error: unknown }[] }
  }
  const [stored] = (await shown({ device: { id: one.id }, interface: { id: port().id } })).parts
  assert.equal(
    stored!.lines.map(({ text, line }) => [text, line]),
    [
      ['config ports 1 description "flat 7"', 1],
      ['show ports 1', 3],
    ],
  )
  const [sample] = (await shown({})).parts
  assert.is(sample!.lines[0]!.text, 'config ports 3 description "flat 7"')
  const [broken] = (await shown({ template: 'a\nshow {{iface.colour}}' })).parts
  assert.equal(broken!.lines, [])
  assert.ok(broken!.error)
  assert.is(typed().length, before)
})

test('the list of runs says of each what its own page says, but for the commands', async () => {
  const listed = (await world.http('GET', '/component/macros/runs?own=false&limit=200')).body.data as Run[]
  assert.equal([...new Set(listed.map(({ status }) => status))].toSorted(), [
    'CANCELLED',
    'FAILED',
    'LOST',
    'SUCCESS',
  ])
  const pages: Run[] = []
  for (const { id } of listed)
    pages.push((await world.http('GET', `/component/macros/runs/${id}`)).body.data as Run)
  assert.equal(
    listed,
    pages.map(run => ({ ...run, commands: [] })),
  )
})

test('without own=false the list has the runs of the caller alone, the newest first', async () => {
  const other = await keyOf(world, ['macros_execute', 'device_show'], [])
  const macro = await makeMacro(world, 'by another', { template: 'show switch' })
  const body = { device: { id: one.id }, macros: { id: macro } }
  const first = (await execute(world, body, other)).body.data as Run
  const second = (await execute(world, body, other)).body.data as Run
  const listed = async (query: string, key?: string) =>
    ((await world.http('GET', `/component/macros/runs${query}`, undefined, key)).body.data as Run[]).map(
      ({ id }) => id,
    )
  assert.equal(await listed('', other), [second.id, first.id])
  assert.equal(await listed('?offset=1&limit=1', other), [first.id])
  assert.equal(await listed('?status=FAILED', other), [])
  assert.not.ok((await listed('')).includes(first.id))
  const all = await listed(`?own=false&device_id=${one.id}&status=SUCCESS`)
  assert.equal(all.slice(0, 2), [second.id, first.id])
})
