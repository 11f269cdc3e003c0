import { assert, suite, until } from '@linecard/test-kit'
import type { DocumentOperation } from '../support/contract.ts'
import { callOf, expected } from './rows.ts'
import { makeMatrixWorld, type Person, type World } from './world.ts'

/** Reads change nothing: a link, a picture or a crawler must not change anything. */
const test = suite('reads', { level: 'full' })

let world!: World
let owner!: Person
let reads!: DocumentOperation[]
test.before(async () => {
  world = await makeMatrixWorld()
  owner = await world.person(world.permissions)
  reads = world.contract.operations.filter(({ method, spec }) => method === 'get' || !('x-action' in spec))
})
test.after(() => world?.stop())

/**
 * What reads may change: stored answers of devices, logs, and the time of the last use of a key. Reports of
 * the service's jobs change without reads, and each process beats.
 */
const free = new Set([
  'equipment_answer',
  'equipment_call',
  // What the service learns of an agent by asking it.
  'equipment_habit',
  'inventory_newest',
  'inventory_sighting',
  'inventory_sighting_port',
  // The history of what devices answered.
  'fdb_history_reading',
  'fdb_history_interval',
  'fdb_history_address',
  'fdb_history_anomaly',
  'system_action',
  'system_action_end',
  'kernel_job_run',
  'kernel_process',
  // Which process watches, and since when.
  'pinger_lease',
  'pinger_run',
  // What holds, and who looks.
  'events_event',
  'events_change',
  'events_counter',
  'events_waiting',
  'events_lease',
  'events_rule_firing',
  'events_rule_state',
  // Who is told what, and up to where it was read.
  'system_action_end',
  'notifications_cursor',
  'notifications_lease',
  'notifications_delivery',
  // When a device is read next, and what is read then.
  'backups_device',
  'backups_version',
  'backups_content',
  'backups_key',
  // What is searched, exported and checked.
  'backups_line',
  'backups_device_lines',
  'backups_lease',
  'backups_git',
  'backups_git_device',
  'backups_rules',
  'backups_rule',
  'backups_checked',
  'backups_failed',
  // When a device is polled next.
  'pollers_device',
])
/** Jobs make and fill the partitions of series, and count what is online, at any time. */
const isFree = (table: string) =>
  free.has(table) || table.startsWith('metrics_') || table.startsWith('analytics_')
const freeColumns: Readonly<Record<string, readonly string[]>> = {
  identity_session: ['last_used_at', 'last_ip', 'last_device'],
  identity_user: ['last_activity'],
  notifications_contact: ['problem'],
}

/** A fingerprint of every table of the service: its rows in any order, without the free columns. */
async function state(): Promise<Record<string, string>> {
  const tables = await world.sql<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const named = tables.map(({ table_name: name }) => name).filter(name => !isFree(name))
  assert.ok(named.length >= 10, named.join(' '))
  const prints = await world.sql<{ name: string; print: string }>(
    named
      .map(name => {
        const row = (freeColumns[name] ?? []).reduce((sql, column) => `${sql} - '${column}'`, 'to_jsonb(t)')
        const text = `(${row})::text`
        return `select '${name}' as name, count(*) || ' ' ||
          coalesce(md5(string_agg(${text}, ',' order by ${text})), '') as print from "${name}" t`
      })
      .join(' union all '),
  )
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]))
}
const differences = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys({ ...before, ...after }).filter(name => before[name] !== after[name])

test('the fingerprint shows a change', async () => {
  const before = await state()
  await world.house.admin.post('/device-group', { name: 'seen' })
  assert.equal(differences(before, await state()), ['inventory_group'])
})

test('no GET, and no read sent as a body, changes a row', async () => {
  const who = { world, who: owner }
  // The requests need pictures and sessions, which are made before.
  const calls = []
  for (const operation of reads) calls.push({ operation, call: await callOf(operation, who) })
  await until(
    'the service is at rest',
    async () => {
      const before = await state()
      await new Promise(resolve => {
        setTimeout(resolve, 300)
      })
      return differences(before, await state()).length === 0
    },
    { everyMs: 100 },
  )

  const first = await state()
  for (const { operation, call } of calls) {
    const { status, text } = await world.ask(call, owner.key)
    assert.ok(expected(operation).good(status), `${operation.operationId}: ${status} ${text.slice(0, 300)}`)
  }
  // Work that continues after its answer gets time to finish.
  await new Promise(resolve => {
    setTimeout(resolve, 500)
  })
  const changed = differences(first, await state())
  if (changed.length > 0) {
    for (const { operation, call } of calls) {
      const before = await state()
      await world.ask(call, owner.key)
      const guilty = differences(before, await state())
      assert.equal(guilty, [], `${operation.operationId} changes ${guilty.join(', ')}`)
    }
  }
  assert.equal(changed, [])
  assert.ok(reads.length >= 30, `${reads.length} reads`)
})

test('GET cannot change anything: other methods of the same path are refused, with the allowed methods', async () => {
  const changes = world.contract.operations.filter(
    ({ method, path }) =>
      method !== 'get' &&
      !world.contract.operations.some(other => other.path === path && other.method === 'get'),
  )
  assert.ok(changes.length >= 5)
  for (const operation of changes) {
    const path = operation.path.replace(/\{[^}]+\}/g, '2000000000')
    // Another operation may have a parameter in place of a word of this path.
    if (world.contract.find('get', path)) continue
    const answer = await fetch(`${world.house.url}${path}`, { headers: { 'x-auth-key': owner.key } })
    await answer.text()
    assert.equal([operation.operationId, answer.status], [operation.operationId, 405])
    assert.match(answer.headers.get('allow') ?? '', operation.method.toUpperCase())
  }
})

test('the reads that are recorded as actions: secrets, an export of devices, who had an address, a test of cables', async () => {
  const before = await world.sql<{ id: number }>('select id from system_action')
  for (const operation of reads) await world.ask(await callOf(operation, { world, who: owner }), owner.key)
  await world.ask({ method: 'POST', path: '/logs/actions', body: {} }, owner.key)
  const known = new Set(before.map(({ id }) => id))
  const after = await world.sql<{ id: number; action: string; user_id: number }>(
    'select id, action, user_id from system_action order by id',
  )
  assert.equal(
    [
      ...new Set(
        after
          .filter(({ id, user_id: user }) => !known.has(id) && user === owner.id)
          .map(({ action }) => action),
      ),
    ].toSorted(),
    [
      'backups:oxidized_feed',
      'device-access:secrets_shown',
      'device:exported',
      'fdb_history:who',
      'switches:cable_diag',
    ],
  )
})
