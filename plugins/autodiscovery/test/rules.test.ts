import { definePlugin, type Context } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import plugin from '../src/index.ts'
import type { FoundView, RuleView, RunView } from '../src/schemas.ts'
import { access, add, dataOf, foundIn, keyOf, rule as anyRule, startWorld, type World } from './world.ts'

const test = suite('autodiscovery rules')
let world!: World
let kernel!: Context
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  setup(ctx) {
    kernel = ctx
  },
})
let profile: { id: number }
test.before(async () => {
  world = await startWorld({ equipment: { allow_loopback: false } }, undefined, [probe])
  profile = await access(world, { params: {}, public_community: 'very-secret-~q7~' })
})
test.after(() => world?.stop())

const path = '/component/autodiscovery/rules'
/** Their networks are nobody's here and must not be searched. */
const rule: typeof anyRule = (where, body, key) => anyRule(where, { enabled: false, ...body }, key)
const wrong = async (
  body: object,
  key?: string,
): Promise<[number, string | undefined, string | undefined]> => {
  const {
    status,
    body: { error },
  } = await world.http(
    'POST',
    path,
    { name: 'wrong', cidr: '10.9.0.0/24', access_ids: [profile.id], ...body },
    key,
  )
  return [status, error?.code, error?.details[0]?.path]
}

test('a rule is kept in its canonical form, shown with names and without secrets, changed and deleted', async () => {
  const made = await rule(world, {
    name: 'North',
    cidr: '10.9.8.7/22',
    access_ids: [profile.id],
    group: { id: -1, name: 'whatever' },
    interval_min: 120,
  })
  assert.equal(
    { ...made, created_at: null, updated_at: null },
    {
      id: made.id,
      name: 'North',
      cidr: '10.9.8.0/22',
      addresses: 1022,
      group: { id: -1, name: 'Default' },
      access: [{ id: profile.id, name: made.access[0]!.name }],
      enabled: false,
      interval_min: 120,
      last_run_at: null,
      created_at: null,
      updated_at: null,
    },
  )
  // A client sends back what it got.
  const back = await world.http('PUT', `${path}/${made.id}`, {
    ...made,
    name: 'South',
    interval_min: null,
    access: undefined,
  })
  assert.equal(
    [back.status, dataOf<RuleView>(back).name, dataOf<RuleView>(back).interval_min],
    [200, 'South', null],
  )
  const read = await world.http('GET', `${path}/${made.id}`)
  assert.equal([dataOf<RuleView>(read).cidr, read.text.includes('~q7~')], ['10.9.8.0/22', false])
  assert.equal(
    dataOf<RuleView[]>(await world.http('GET', `${path}?query=out&sort=-cidr&enabled=false`)).map(
      ({ id }) => id,
    ),
    [made.id],
  )
  assert.is((await world.http('DELETE', `${path}/${made.id}`)).status, 200)
  assert.is((await world.http('GET', `${path}/${made.id}`)).body.error?.code, 'AUTODISCOVERY_RULE_UNKNOWN')
})

test('networks outside of the allowed ones, loopback, metadata and too large ones are refused when a rule is saved', async () => {
  for (const cidr of [
    '127.0.0.0/16',
    '127.0.0.1/32',
    '::1/128',
    '169.254.169.254/32',
    '169.254.0.0/16',
    '0.0.0.0/0',
    '192.0.2.0/24',
    '10.0.0.0/7',
    '224.0.0.0/8',
    'fe80::/112',
    '::ffff:127.0.0.1/128',
    '10.0.0.0/8',
    'fd00::/64',
    'sw1',
    '10.1.0.0/16; drop table',
    '',
  ]) {
    assert.equal(await wrong({ cidr }), [400, 'EQUIPMENT_NETWORK_REFUSED', 'cidr'], cidr)
  }
  const { id } = await rule(world, { cidr: '10.9.0.0/24', access_ids: [profile.id] })
  assert.is((await world.http('PUT', `${path}/${id}`, { cidr: '169.254.169.0/24' })).status, 400)
  assert.is(dataOf<RuleView>(await world.http('GET', `${path}/${id}`)).cidr, '10.9.0.0/24')
  assert.is((await world.http('DELETE', `${path}/${id}`)).status, 200)
})

test('what is wrong is refused and named', async () => {
  assert.equal(await wrong({ access_ids: [2_000_000_000] }), [
    400,
    'AUTODISCOVERY_ACCESS_UNKNOWN',
    'access_ids',
  ])
  assert.equal(await wrong({ group_id: 2_000_000_000 }), [400, 'AUTODISCOVERY_GROUP_UNKNOWN', 'group_id'])
  assert.equal(await wrong({ group_id: -1, group: { id: 5 } }), [
    400,
    'AUTODISCOVERY_GROUP_AMBIGUOUS',
    'group_id',
  ])
  for (const body of [
    { access_ids: [] },
    { access_ids: [profile.id, profile.id] },
    { access_ids: Array.from({ length: 11 }, (_, n) => n + 1) },
    { interval_min: 0 },
    { name: '' },
    { name: 'a\0b' },
    { community: 'public' },
    { access_ids: [1e12] },
  ]) {
    assert.equal((await wrong(body)).slice(0, 1), [400], JSON.stringify(body))
  }
  const { id } = await rule(world, { name: 'Taken', cidr: '10.9.0.0/24', access_ids: [profile.id] })
  assert.equal((await wrong({ name: 'Taken' })).slice(0, 2), [409, 'AUTODISCOVERY_RULE_EXISTS'])
  await world.http('DELETE', `${path}/${id}`)
  assert.equal(
    [(await world.http('POST', '/component/autodiscovery/run', {})).body.error?.code],
    ['AUTODISCOVERY_NOTHING_TO_DO'],
  )
  assert.equal(
    [(await world.http('POST', '/component/autodiscovery/run', { rule_ids: [2_000_000_000] })).status],
    [404],
  )
})

test('a group that a rule needs is not deleted from under it', async () => {
  const group = await add(world, '/device-group', { name: 'Needed' })
  const { id } = await rule(world, { cidr: '10.9.0.0/24', access_ids: [profile.id], group_id: group.id })
  const refused = await world.http('DELETE', `/device-group/${group.id}`)
  assert.equal([refused.status, refused.body.error?.code], [409, 'STILL_REFERRED_TO'])
  await world.http('DELETE', `${path}/${id}`)
  assert.is((await world.http('DELETE', `/device-group/${group.id}`)).status, 200)
})

test('rules, runs and what they found of other groups are as unknown as none, and counts leave them out', async () => {
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'ours', networks: ['10.9.0.0/16'] }),
    await add(world, '/device-group', { name: 'theirs' }),
  ]
  await world.http('PUT', `/device-access/${profile.id}`, { group_ids: [ours.id, theirs.id] })
  const limited = await keyOf(world, ['autodiscovery_view', 'device_management', 'device_show'], [ours.id])
  const [mine, other] = [
    await rule(
      world,
      { name: 'mine', cidr: '10.9.1.0/24', access_ids: [profile.id], group_id: ours.id },
      limited,
    ),
    await rule(world, {
      name: 'hidden ~q7~',
      cidr: '10.9.2.0/24',
      access_ids: [profile.id],
      group_id: theirs.id,
    }),
  ]
  const hidden = await add(world, '/device', {
    ip: '10.9.1.77',
    name: 'hidden ~q7~',
    group_id: theirs.id,
    access_id: profile.id,
    enabled: false,
  })
  const insertRun = async (rules: number[], groups: number[]): Promise<number> =>
    (
      await world.sql<{ id: number }>(
        "insert into autodiscovery_run (status, rule_ids, group_ids, errors, current, current_group_id) values ('ok', $1, $2, $3, 'hidden ~q7~', $4) returning id",
        [
          JSON.stringify(rules),
          JSON.stringify(groups),
          JSON.stringify([
            {
              rule_id: other.id,
              rule: 'hidden ~q7~',
              group_id: theirs.id,
              code: 'X',
              description: 'hidden ~q7~',
            },
          ]),
          theirs.id,
        ],
      )
    )[0]!.id
  const [both, foreign] = [
    await insertRun([mine.id, other.id], [ours.id, theirs.id]),
    await insertRun([other.id], [theirs.id]),
  ]
  await world.sql(
    `insert into autodiscovery_found (run_id, rule_id, rule, group_id, ip, result, device_id, known_ip, model_key, model, name, reason) values
    ($1, $2, 'mine', $3, '10.9.1.5', 'known', $6, '10.9.1.77', 'k', 'hidden ~q7~', 'sw', 'same'), ($1, $4, 'hidden ~q7~', $5, '10.9.2.5', 'added', $6, null, null, null, 'hidden ~q7~', null),
    ($1, $2, 'mine', $3, '10.9.1.6', 'failed', null, null, null, null, 'silent', 'timeout')`,
    [both, mine.id, ours.id, other.id, theirs.id, hidden.id],
  )

  assert.is((await world.http('GET', `${path}/${mine.id}`, undefined, limited)).status, 200)
  for (const [method, at, body] of [
    ['GET', `${path}/#`],
    ['PUT', `${path}/#`, { name: 'x' }],
    ['DELETE', `${path}/#`],
  ] as const) {
    const [there, nowhere] = [
      await world.http(method, at.replace('#', String(other.id)), body, limited),
      await world.http(method, at.replace('#', '2000000000'), body, limited),
    ]
    assert.equal([there.status, there.body.error?.code], [404, nowhere.body.error?.code])
  }
  assert.is(
    (await world.http('POST', '/component/autodiscovery/run', { rule_ids: [mine.id, other.id] }, limited))
      .status,
    404,
  )
  assert.equal(
    (
      await world.http(
        'POST',
        path,
        { name: 'stolen', cidr: '10.9.3.0/24', access_ids: [profile.id], group_id: theirs.id },
        limited,
      )
    ).status,
    400,
  )
  assert.is(
    (
      await world.http(
        'POST',
        path,
        { name: 'nowhere', cidr: '10.9.3.0/24', access_ids: [profile.id] },
        limited,
      )
    ).body.error?.code,
    'AUTODISCOVERY_GROUP_NEEDED',
  )
  assert.is((await world.http('PUT', `${path}/${mine.id}`, { group_id: theirs.id }, limited)).status, 400)
  assert.is(
    (await world.http('GET', `/component/autodiscovery/runs/${foreign}`, undefined, limited)).status,
    404,
  )
  assert.is(
    (await world.http('GET', `/component/autodiscovery/runs/${foreign}/found`, undefined, limited)).status,
    404,
  )

  const runs = await world.http('GET', '/component/autodiscovery/runs', undefined, limited)
  assert.equal(
    [(runs.body.meta as unknown as { total: number }).total, dataOf<RunView[]>(runs).map(({ id }) => id)],
    [1, [both]],
  )
  const run = dataOf<RunView>(
    await world.http('GET', `/component/autodiscovery/runs/${both}`, undefined, limited),
  )
  assert.equal(
    [run.counts, run.rule_ids, run.errors, run.progress.what, run.progress.done, run.packets],
    [{ added: 0, known: 0, unknown_identity: 0, failed: 1 }, [mine.id], [], '', null, null],
  )
  const rows = await foundIn(world, both, 'limit=10', limited)
  assert.equal(
    rows.map(row => [row.ip, row.result, row.device_id, row.known_under, row.model, row.name]),
    [['10.9.1.6', 'failed', null, null, null, 'silent']],
  )
  for (const at of [
    path,
    '/component/autodiscovery/runs',
    `/component/autodiscovery/runs/${both}`,
    `/component/autodiscovery/runs/${both}/found`,
    `/component/autodiscovery/runs/${both}/found?query=hidden`,
  ]) {
    assert.not((await world.http('GET', at, undefined, limited)).text.includes('~q7~'), at)
  }
  assert.equal(
    (await foundIn(world, both, 'sort=ip')).map(row => [row.ip, row.known_under, row.device_id]),
    [
      ['10.9.1.5', '10.9.1.77', hidden.id],
      ['10.9.1.6', null, null],
      ['10.9.2.5', null, hidden.id],
    ],
  )
  assert.is(dataOf<RunView[]>(await world.http('GET', '/component/autodiscovery/runs')).length, 2)
  await world.sql('delete from autodiscovery_run')
})

test('a limited user searches only networks and with profiles of the own groups, and sees no other profiles', async () => {
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'near', networks: ['10.9.16.0/20'] }),
    await add(world, '/device-group', { name: 'far' }),
  ]
  const limited = await keyOf(world, ['autodiscovery_view', 'device_management'], [ours.id])
  const [own, foreign] = await Promise.all(
    [ours.id, theirs.id].map(async id => (await access(world, { group_ids: [id], params: {} })).id),
  )
  const good = { cidr: '10.9.17.0/24', access_ids: [own!], group_id: ours.id }
  const asked = (body: object) =>
    world.http('POST', path, { name: `beyond ${Math.random()}`, ...body }, limited)
  const unknown = await asked({ ...good, access_ids: [own, 2_000_000_000] })
  const hidden = await asked({ ...good, access_ids: [own, foreign] })
  assert.equal(
    [hidden.status, hidden.body.error?.code],
    [unknown.status, 'AUTODISCOVERY_ACCESS_UNKNOWN'],
    'a hidden profile is as unknown as none',
  )
  for (const cidr of ['10.9.32.0/24', '10.9.0.0/16'])
    assert.equal((await asked({ ...good, cidr })).body.error?.code, 'AUTODISCOVERY_RULE_BEYOND', cidr)
  const mine = await rule(world, good, limited)
  assert.equal((await world.http('PUT', `${path}/${mine.id}`, { cidr: '10.9.0.0/16' }, limited)).status, 403)
  // A rule that another user made for the group: its other profiles are not named, and it is not theirs to use.
  const given = await rule(world, { ...good, access_ids: [foreign!, own!] })
  const seen = await world.http('GET', `${path}/${given.id}`, undefined, limited)
  assert.equal(
    dataOf<RuleView>(seen).access.map(({ id }) => id),
    [own],
  )
  for (const [method, at, body] of [
    ['PUT', `${path}/${given.id}`, { interval_min: 5 }],
    ['POST', '/component/autodiscovery/run', { rule_ids: [given.id] }],
  ] as const)
    assert.equal(
      (await world.http(method, at, body, limited)).body.error?.code,
      'AUTODISCOVERY_RULE_BEYOND',
      method,
    )
  for (const { id } of [mine, given])
    assert.is((await world.http('DELETE', `${path}/${id}`, undefined, limited)).status, 200)
})

test('without device_management rules are read and nothing is changed or started', async () => {
  const reader = await keyOf(world, ['autodiscovery_view'], [])
  assert.is((await world.http('GET', path, undefined, reader)).status, 200)
  for (const [method, at] of [
    ['POST', path],
    ['PUT', `${path}/1`],
    ['DELETE', `${path}/1`],
    ['POST', '/component/autodiscovery/run'],
  ] as const) {
    assert.equal(
      [(await world.http(method, at, method === 'DELETE' ? undefined : {}, reader)).status],
      [403],
      `${method} ${at}`,
    )
  }
})

test('pages at their ends, with the total right under a filter', async () => {
  const [{ id }] = (await world.sql<{ id: number }>(
    "insert into autodiscovery_run (status, rule_ids, group_ids) values ('ok', '[1]', '[-1]') returning id",
  )) as [{ id: number }]
  await world.sql(
    `insert into autodiscovery_found (run_id, rule_id, rule, group_id, ip, result, name)
    select $1, 1, 'r', -1, '10.9.0.0'::inet + n, case when n % 5 = 0 then 'failed' else 'added' end, 'sw' from generate_series(1, 250) n`,
    [id],
  )
  const page = async (query: string) => {
    const answer = await world.http('GET', `/component/autodiscovery/runs/${id}/found?${query}`)
    return [
      answer.status,
      (answer.body.data as FoundView[] | null)?.length,
      (answer.body.meta as { total: number; limit: number } | null)?.total,
      (answer.body.meta as { total: number; limit: number } | null)?.limit,
    ]
  }
  assert.equal(await page(''), [200, 100, 250, 100])
  assert.equal(await page('limit=0'), [200, 0, 250, 0])
  assert.equal(await page('limit=999999&offset=249'), [200, 1, 250, 10_000])
  assert.equal(await page('offset=1000000000'), [200, 0, 250, 100])
  assert.equal(await page('result=failed&limit=7'), [200, 7, 50, 7])
  assert.equal(await page('query=%25'), [200, 0, 0, 100])
  for (const query of ['limit=-1', 'offset=1e10', 'sort=secrets', 'result=lost', 'unknown=1'])
    assert.is((await page(query))[0], 400, query)
  const all = [
    ...(await foundIn(world, id, 'limit=130&sort=-ip')),
    ...(await foundIn(world, id, 'limit=130&offset=130&sort=-ip')),
  ]
  assert.equal([all.length, new Set(all.map(row => row.ip)).size, all[0]!.ip], [250, 250, '10.9.0.250'])
  assert.is((await world.http('GET', '/component/autodiscovery/runs/99999999999/found')).status, 400)
})

test('a run whose process died is lost: it says so, and keeps no other from beginning', async () => {
  const rows = await world.sql<{
    id: number
  }>(`insert into autodiscovery_run (status, rule_ids, group_ids, heard_at) values
    ('running', '[1]', '[-1]', now() - interval '2 minutes'), ('running', '[1]', '[-1]', now()) returning id`)
  const statuses = async () =>
    Promise.all(
      rows.map(
        async ({ id }) =>
          dataOf<RunView>(await world.http('GET', `/component/autodiscovery/runs/${id}`)).status,
      ),
    )
  assert.equal(await statuses(), ['lost', 'running'])
  assert.is((await world.http('POST', '/system-schedule/autodiscovery.discover/run')).status, 202)
  await until('the next one has begun', async () => (await statuses())[1] === 'lost')
})

test('old runs go by days and by rows, and the newest stays whole', async () => {
  await world.sql('delete from autodiscovery_run')
  for (const [days, rows] of [
    [30, 10],
    [3, 900],
    [2, 500],
    [1, 700],
  ] as const) {
    const [{ id }] = (await world.sql<{ id: number }>(
      "insert into autodiscovery_run (status, rule_ids, group_ids, created_at) values ('ok', '[1]', '[-1]', now() - make_interval(days => $1)) returning id",
      [days],
    )) as [{ id: number }]
    await world.sql(
      "insert into autodiscovery_found (run_id, rule_id, rule, group_id, ip, result) select $1, 1, 'r', -1, '10.9.0.0'::inet + n, 'known' from generate_series(1, $2::int) n",
      [id, rows],
    )
  }
  await world.sql(
    "insert into autodiscovery_engine (engine_id, name, ip, seen_at) values ('aa', '', '10.9.0.1', now() - interval '91 days'), ('bb', '', '10.9.0.2', now())",
  )
  const ctx = { em: kernel.em, clock: () => new Date(), config: { keep_days: 14, keep_rows: 1500 } }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const trim = (keep: object = {}) =>
    plugin.jobs!['trim_runs']!.run({ ...ctx, config: { ...ctx.config, ...keep } } as never, {
      args: {},
      signal: new AbortController().signal,
      log,
      progress() {},
    })
  const left = async () =>
    (
      await world.sql<{ count: number }>(
        'select count(f.id)::int as count from autodiscovery_run r left join autodiscovery_found f on f.run_id = r.id group by r.id order by r.id',
      )
    ).map(({ count }) => count)
  await trim()
  assert.equal(await left(), [500, 700])
  assert.equal(
    (await world.sql<{ engine_id: string }>('select engine_id from autodiscovery_engine')).map(
      row => row.engine_id,
    ),
    ['bb'],
  )
  await trim({ keep_rows: 1 })
  assert.equal(await left(), [700])
})

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()
test('the plugin has its words in every language', () => {
  const { en } = world.use('installation').texts()
  const wanted = Object.keys(en).filter(key => /autodiscovery/i.test(key))
  for (const texts of Object.values(plugin.translations!)) {
    assert.equal(Object.keys(texts).toSorted(), wanted.toSorted())
    for (const key of wanted) assert.equal(placeholders(texts[key]!), placeholders(en[key]!), key)
  }
})
