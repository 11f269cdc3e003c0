import { Readable } from 'node:stream'
import { assert, suite, until } from '@linecard/test-kit'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import { add, dataOf, keyOf, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: runs of imports', { alone: true, level: 'full' })
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
test.before(async () => {
  olt = await startOlt('127.9.9.1', [{ index: 1, key: 1, name: 'pon0/1' }])
  olt.behaviour = { silent: true }
  world = await startWorld({
    inventory: {
      snmp_port: olt.port,
      snmp_timeout_sec: 1,
      snmp_repeats: 0,
      import_concurrency: 1,
      import_at_once: 2,
    },
  })
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

interface Import {
  id: number
  status: string
  total: number | null
  done: number
  counts: Record<string, number>
  error: { code: string } | null
  finished_at: string | null
  rows: { line: number; result: string }[]
}

async function send(text: string, query = '', key = world.admin, headers: Record<string, string> = {}) {
  const answer = await fetch(`${world.url}/api/v1/device/import${query}`, {
    method: 'POST',
    body: text,
    headers: { 'x-auth-key': key, 'content-type': 'text/csv', prefer: 'respond-async, wait=0', ...headers },
  })
  const { data, error } = (await answer.json()) as { data: Import; error?: { code: string } }
  return { status: answer.status, data, code: error?.code, headers: answer.headers }
}
const see = async (id: number, query = '') =>
  dataOf<Import>(await world.http('GET', `/device/import/${id}${query}`))
const addresses = async () =>
  (await world.sql<{ ip: string }>('select host(ip) as ip from inventory_device order by ip')).map(
    ({ ip }) => ip,
  )
const pieces = (id: number) =>
  world.sql<{ bytes: Buffer }>('select bytes from inventory_import_piece where import_id = $1', [id])
/** Good lines, then devices that stay silent for a second each: such a run lasts until it is ended. */
const slow = (net: string, good = 500) =>
  [
    ...Array.from({ length: good }, (_, n) => `${net}.${n >> 8}.${n & 255},,,c,,,acme_olt2`),
    ...Array.from({ length: 400 }, (_, n) => `127.9.10.${(n % 250) + 1}${n < 250 ? '' : 'x'},,,c`),
  ].join('\n')

test('what takes long goes on: 202, progress, one run for each person and few in all', async () => {
  const { status, data, headers } = await send(slow('10.60'))
  assert.equal([status, data.status, headers.get('preference-applied')], [202, 'running', 'wait=0'])
  assert.is(data.total, 900)
  await until('it is seen how far it is', async () => (await see(data.id)).done >= 500)
  const now = await until('the good lines are written', async () => {
    const one = await see(data.id, '?result=added&limit=2&offset=498')
    return one.counts['added'] === 500 ? one : null
  })
  assert.equal([now.status, now.finished_at, now.rows.map(row => row.line)], ['running', null, [499, 500]])
  const twin = await send('10.60.9.1,,,c,,,acme_olt2')
  assert.equal([twin.status, twin.code], [409, 'INVENTORY_IMPORT_RUNNING'])
  // Users of groups import only addresses of the networks of these groups.
  const group = await add(world, '/device-group', { name: 'runs', networks: ['127.9.0.0/16', '10.0.0.0/8'] })
  const [second, third] = [
    await keyOf(world, ['device_management'], [group.id]),
    await keyOf(world, ['device_management'], [group.id]),
  ]
  const other = await send(slow('10.61', 0), `?atomic=true&group_id=${group.id}`, second)
  assert.is(other.status, 202)
  const busy = await send('10.60.9.1,,,c,,,acme_olt2', `?group_id=${group.id}`, third)
  assert.equal(
    [busy.status, busy.code, busy.headers.get('retry-after')],
    [503, 'INVENTORY_IMPORT_BUSY', '30'],
  )
  const [piece] = await pieces(data.id)
  assert.not.ok(piece!.bytes.includes('acme_olt2'), 'the file is sealed while it is worked on')
  for (const { id } of [data, other.data])
    assert.is(dataOf<Import>(await world.http('DELETE', `/device/import/${id}`)).status, 'cancelled')
  assert.equal([...(await pieces(data.id)), ...(await pieces(other.data.id))], [], 'and gone after the end')
  // What was added stays.
  assert.equal([(await addresses()).length, (await see(data.id)).counts['added']], [500, 500])
  const last = await send('10.60.9.1,,,c,,,acme_olt2', `?group_id=${group.id}`, third, { prefer: 'wait=50' })
  assert.is(last.status, 200)
})

test('a cancelled all-or-none leaves nothing, and a report that is removed is gone', async () => {
  const before = await addresses()
  const { data } = await send(slow('10.62'), '?atomic=true')
  await until('it has looked at the good lines', async () => (await see(data.id)).done >= 500)
  await world.http('DELETE', `/device/import/${data.id}`)
  const { status, finished_at } = await see(data.id)
  assert.equal([status, finished_at !== null, await addresses()], ['cancelled', true, before])
  assert.is((await world.http('DELETE', `/device/import/${data.id}`)).status, 200)
  assert.is((await world.http('GET', `/device/import/${data.id}`)).status, 404)
  assert.equal(await world.sql('select 1 from inventory_import_row where import_id = $1', [data.id]), [])
})

test('another process can cancel a run', async () => {
  const { data } = await send(slow('10.64', 0))
  await world.sql('update inventory_import set cancel = true where id = $1', [data.id])
  await until('it ends', async () => (await see(data.id)).status === 'cancelled')
})

test('a service that stops leaves an interrupted run, which another process resumes', async () => {
  const other = await world.another()
  const { id, ended } = await other
    .use('transfer')
    .importDevices({ ...other.use('auth').system(), userId: 4711 }, {}, Readable.from([slow('10.65', 3)]))
  await other.stop()
  await ended
  const run = await see(id)
  assert.equal([run.status, run.error?.code], ['interrupted', 'INVENTORY_IMPORT_INTERRUPTED'])
  const again = await world.http('POST', `/device/import/${id}/resume`)
  assert.is(again.status, 202)
  assert.is(
    (await world.http('POST', `/device/import/${id}/resume`)).body.error?.code,
    'INVENTORY_IMPORT_ENDED',
  )
  await world.http('DELETE', `/device/import/${id}`)
  assert.is((await see(id)).status, 'cancelled')
  const ended2 = await world.http('POST', `/device/import/${id}/resume`)
  assert.equal([ended2.status, ended2.body.error?.code], [409, 'INVENTORY_IMPORT_ENDED'])
})

test('an import whose file did not arrive whole has failed when its process is dead', async () => {
  const [{ id }] = (await world.sql<{ id: number }>(
    `insert into inventory_import (user_id, login, dry_run, atomic, update_known, status, process_id)
     values (4712, 'gone', false, false, false, 'receiving', gen_random_uuid()) returning id`,
  )) as [{ id: number }]
  const run = await see(id)
  assert.equal([run.status, run.error?.code], ['failed', 'INVENTORY_IMPORT_LOST'])
})

test('two people resume one import at once: one of them does', async () => {
  const other = await world.another()
  const { id } = await other
    .use('transfer')
    .importDevices({ ...other.use('auth').system(), userId: 4713 }, {}, Readable.from([slow('10.67', 3)]))
  await other.stop()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => world.http('POST', `/device/import/${id}/resume`)),
  )
  assert.equal(answers.map(({ status }) => status).toSorted(), [202, 409, 409, 409])
  await world.http('DELETE', `/device/import/${id}`)
})

test('old reports are forgotten by the job, running ones are not', async () => {
  await world.sql("update inventory_import set started_at = now() - interval '8 days'")
  const { data } = await send(slow('10.66', 0))
  await world.sql("update inventory_import set started_at = now() - interval '8 days' where id = $1", [
    data.id,
  ])
  const { id } = await world.use('jobs').runNow('inventory.trim_imports', world.use('auth').system())
  await until(
    'the job has ended',
    async () => (await world.use('jobs').reports({ id, limit: 1, offset: 0 })).runs[0]?.status === 'ok',
    { everyMs: 100 },
  )
  assert.equal(
    (await world.sql<{ id: number }>('select id from inventory_import')).map(row => row.id),
    [data.id],
  )
  await world.http('DELETE', `/device/import/${data.id}`)
})

test('a million lines are refused before anything is written, and the service answers meanwhile', async () => {
  const before = [await addresses(), await world.sql('select 1 from inventory_access')]
  function* lines() {
    for (let n = 0; n < 1000; n++)
      yield Buffer.from(
        Array.from({ length: 1000 }, (_, m) => `10.${n % 200}.${m >> 8}.${m & 255},a,b,c,d,,acme_olt2`).join(
          '\n',
        ) + '\n',
      )
  }
  let answered = 0
  const over = new AbortController()
  const asking = (async () => {
    for (; !over.signal.aborted; answered++)
      assert.is((await world.http('GET', '/device?limit=1')).status, 200)
  })()
  const memory = process.memoryUsage().arrayBuffers
  const told = await world
    .use('transfer')
    .importDevices(world.use('auth').system(), {}, Readable.from(lines()))
    .then(
      () => 'taken',
      (error: { code: string }) => error.code,
    )
  over.abort()
  await asking
  assert.is(told, 'INVENTORY_IMPORT_TOO_MANY')
  assert.ok(answered > 3, `${answered} other answers`)
  assert.ok(process.memoryUsage().arrayBuffers - memory < 100_000_000)
  assert.equal([await addresses(), await world.sql('select 1 from inventory_access')], before)
  assert.equal(await world.sql("select 1 from inventory_import where status = 'running'"), [])
})
