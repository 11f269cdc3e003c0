import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { assert, suite, until } from '@linecard/test-kit'
import { documentOf } from '../support/client.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'
import { cutUnderLoad } from '../bench/cuts/load.ts'
import { differences } from '../contract/differences.ts'

/** The complete service while its database is away, and several services on one database. */
const test = suite('faults of the database', { level: 'full' })

const undo: (() => Promise<unknown>)[] = []
test.after(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function database() {
  const made = await createDatabase()
  undo.push(() => made.drop())
  return made
}

async function start(options: Parameters<typeof startInstallation>[0]): Promise<Installation> {
  const house = await startInstallation(options)
  undo.push(() => house.stop())
  return house
}

const stateAt = async (house: Installation) =>
  (await house.admin.get<{ key: string; state: string }[]>('/system-components')).find(
    component => component.key === 'driver-zte',
  )!.state

test('the database goes away and comes back: 503 with Retry-After everywhere, then answers again, with the same keys and devices', async () => {
  const proxy = await startProxy((await database()).url)
  undo.push(() => proxy.end())
  const house = await start({
    databaseUrl: proxy.url,
    scene: sceneOf([{ kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-10/C1' }]),
  })
  const { id } = await house.add(house.simulated('sw'))
  const paths = ['/device', `/device/${id}`, `/switcher-core/device/system/${id}`, '/user/self']

  await proxy.cut()
  for (const path of paths) {
    const answer = await house.admin.ask('GET', path)
    assert.equal(
      [path, answer.status, answer.error?.type],
      [path, 503, 'UNAVAILABLE'],
      house
        .log()
        .split('\n')
        .findLast(line => line.includes('"error"')),
    )
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
    assert.not.match(answer.text, /postgres|ECONNREFUSED|select /i)
  }
  assert.is((await fetch(`${house.url}/health/live`)).status, 200)
  assert.is((await fetch(`${house.url}/health/ready`)).status, 503)
  assert.is((await fetch(`${house.url}/swagger/openapi.json`)).status, 200)

  await proxy.mend()
  await until(
    'the database is used again',
    async () => (await house.admin.ask('GET', '/device')).status === 200,
    { everyMs: 100 },
  )
  for (const path of paths) assert.is((await house.admin.ask('GET', path)).status, 200, path)
  assert.is((await fetch(`${house.url}/health/ready`)).status, 200)
})

for (const server of ['embedded', 'external'] as const)
  test(`${server}: PostgreSQL crashes again and again while 30 clients write marks: 503 alone, no acknowledged mark is lost or doubled, and the pool is free again`, async () => {
    const run = await cutUnderLoad(server, 3)
    assert.equal(run.failed, [])
    assert.equal([run.lost, run.doubled], [0, 0])
    assert.ok(run.acknowledged > 100, `${run.acknowledged} marks`)
    assert.ok(run.refused > 0, 'no cut was noticed')
    assert.equal([run.after.used, run.after.waiting], [0, 0])
  })

test('two services start at the same time on an empty database: one owner, one set of models, and one follows what the other switches', async () => {
  const { url, admin } = await database()
  const [one, two] = await Promise.all([start({ databaseUrl: url }), start({ databaseUrl: url })])
  const count = async (sql: string) => Number((await admin.query(sql)).rows[0].count)
  assert.is(await count('select count(*) from identity_user where id > 0'), 1)
  assert.is(await count('select count(*) - count(distinct key) as count from inventory_model'), 0)
  assert.equal(differences(await documentOf(one!.url), await documentOf(two!.url)), [])

  // A key of one service is valid for the other.
  assert.is((await two!.admin.as(one!.admin.key).get<{ login: string }>('/user/self')).login, 'admin')
  await one!.admin.put('/system-components/driver-zte', { enabled: false })
  await until('the other follows', async () => (await stateAt(two!)) === 'disabled')
  await two!.admin.put('/system-components/driver-zte', { enabled: true })
  await until('and back', async () => (await stateAt(one!)) === 'ready')
  // A session that ends here ends there too.
  await one!.admin.delete('/logout')
  await until(
    'the key is refused there too',
    async () => (await two!.admin.as(one!.admin.key).ask('GET', '/user/self')).status === 401,
  )
})
