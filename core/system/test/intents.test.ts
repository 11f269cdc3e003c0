import { randomUUID } from 'node:crypto'
import type { IntendedChange } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('intents in the action log')
let world!: World
let deviceId = 0
test.before(async () => {
  world = await makeWorld()
  const added = await world.http('POST', '/device', { ip: '192.0.2.9', name: 'sw' })
  deviceId = (added.body.data as { id: number }).id
})
test.after(() => world?.stop())

interface Entry {
  id: number
  status: string
  message: string
  device: { id: number } | null
  changes: { module: string; args: object; outcome: string; masked: boolean; device: { id: number } }[] | null
}
const filter = async (body: object): Promise<Entry[]> => {
  const answer = await world.http('POST', '/logs/actions', body)
  assert.is(answer.status, 200, answer.text)
  return answer.body.data
}
const intended = (
  args: Record<string, unknown> = { interface: 3, state: 'disable' },
  operation: IntendedChange['operation'] = null,
) =>
  world
    .use('action-log')
    .intend({
      operation,
      caller: null,
      device_id: deviceId,
      ip: '192.0.2.9',
      module: 'ctrl_port_state',
      args,
      expected: null,
    })
const entry = async (id: number) => (await filter({ device_id: deviceId })).find(one => one.id === id)!

test('an intent is a STARTED record with device, module and masked arguments before it ends, and is completed then', async () => {
  const intent = await intended({ interface: 3, password: 'hunter2' })
  const started = await entry(intent.id)
  assert.equal([started.status, started.device], ['STARTED', { id: deviceId }])
  assert.equal(
    [started.changes![0]!.args, started.changes![0]!.masked, started.changes![0]!.outcome],
    [{ interface: 3, password: '***' }, true, 'started'],
  )
  await intent.end({ outcome: 'done', data: { accepted: true, evidence: 'ok', verified: true } })
  const ended = await entry(intent.id)
  assert.equal([ended.status, ended.changes![0]!.outcome], ['SUCCESS', 'done'])
})

test('a change with an unknown outcome is UNKNOWN, a refused one FAILED', async () => {
  const [lost, refused] = [await intended(), await intended()]
  await lost.end({ outcome: 'unknown', error: { code: 'DEVICE_OUTCOME_UNKNOWN', message: 'gone' } })
  await refused.end({ outcome: 'failed', error: { code: 'DEVICE_COMMAND_REJECTED', message: 'no' } })
  assert.is((await entry(lost.id)).status, 'UNKNOWN')
  assert.is((await entry(refused.id)).status, 'FAILED')
})

test('an intent without an end is shown as unknown with its device, unless its process lives', async () => {
  const [cut, living] = [await intended(), await intended()]
  await world.sql(`update system_action set process_id = '${randomUUID()}' where id = ${cut.id}`)
  const shown = await entry(cut.id)
  assert.equal(
    [shown.status, shown.message, shown.device, shown.changes![0]!.module],
    ['UNKNOWN', 'unknown, process ended', { id: deviceId }, 'ctrl_port_state'],
  )
  assert.equal(
    (await filter({ status: 'UNKNOWN', device_id: deviceId })).some(({ id }) => id === cut.id),
    true,
  )
  assert.is((await entry(living.id)).status, 'STARTED')
  await living.end({ outcome: 'done', data: {} })
})

test('a change of the database is in the log when its answer arrives', async () => {
  for (let n = 0; n < 20; n++) {
    const name = `group ${n}`
    const [answer] = await Promise.all([
      world.http('POST', '/device-group', { name }),
      world.http('POST', '/device-group', { name: `${name} beside` }),
    ])
    assert.is(answer.status, 201)
    const rows = await world.sql(
      `select 1 from system_action where action = 'device-group:added' and meta->'body'->>'name' = '${name}'`,
    )
    assert.is(rows.length, 1, name)
  }
})

test('a change that begins just after the answer of its operation was recorded has a record of its own', async () => {
  const name = 'answered already'
  await world.http('POST', '/device-group', { name })
  const [{ run_id: run }] = (await world.sql(
    `select run_id from system_action where meta->'body'->>'name' = '${name}'`,
  )) as [{ run_id: string }]
  const describe = () => {
    throw new Error('it is over')
  }
  const intent = await intended({}, { id: run, secrets: new Set(), intended: true, ended: true, describe })
  assert.equal(
    [(await entry(intent.id)).status, (await entry(intent.id)).device],
    ['STARTED', { id: deviceId }],
  )
  await intent.end({ outcome: 'done', data: {} })
  assert.is((await entry(intent.id)).status, 'SUCCESS')
})
