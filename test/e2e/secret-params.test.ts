import { assert, suite, until } from '@linecard/test-kit'
import type { SimulatedOlt } from '@linecard/simulator'
import pg from 'pg'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'
import { examples } from './registration/folders.ts'
import { readAll } from '../support/read-all.ts'

/** What was filled in for a parameter of type `secret` is on the device, and nowhere else. */
const test = suite('secret parameters', { level: 'full' })

/** No pattern of a console and no name of a field finds them. */
const [door, user, word] = ['zqDoor7Kx91', 'zqUser5Rw82', 'zqWord3Tp64'] as const
/** Of later changes, and constants of a mapping. */
const [user2, word2, user3, word3] = ['zqUser8Bd11', 'zqWord4Fn27', 'zqUser2Hj35', 'zqWord9Lm58'] as const
const secrets = [door, user, word, user2, word2, user3, word3]
const [ident, other] = ['ZTEGC0FFEE01', 'ZTEGC0FFEE03'] as const
const [third, fourth] = ['ZTEGC0FFEE04', 'ZTEGC0FFEE05'] as const
const olt = {
  kind: 'olt',
  vendor: 'zte',
  model: 'C320',
  steady: true,
  onusOnEveryPort: 3,
  console: { telnet: 0 },
}
const devices = [
  { kind: 'switch', name: 'dlink', vendor: 'dlink', model: 'DES-3200-28/C1', console: { telnet: 0 } },
  { ...olt, name: 'zte' },
  { ...olt, name: 'zte2' },
]

let house!: Installation
let ids!: ReadonlyMap<string, number>
const answers: { of: string; status: number; text: string }[] = []
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const { status, text, data } = await house.admin.ask<T>(method, path, body && { body })
  answers.push({ of: `${method} ${path}`, status, text })
  return data
}
const of = (path: string) => answers.find(one => one.of.includes(path))!.text

const appear = (at: string, serial: string) =>
  (house.simulated(at).simulated as SimulatedOlt).do({
    do: 'appear',
    port: 'gpon_1/1/2',
    serial,
    type: 'F660',
  })

test.before(async () => {
  house = await startInstallation({ scene: sceneOf(devices) })
  for (const serial of [ident, other, third, fourth]) appear('zte', serial)
  ids = await readAll(
    house,
    devices.map(({ name }) => name),
  )
})
test.after(() => house?.stop())

/** Every table of the database that has one of the secrets in a text. */
async function tablesWithSecrets(): Promise<string[]> {
  const client = new pg.Client(house.databaseUrl!)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text like any ($1)`,
        [secrets.map(secret => `%${secret}%`)],
      )
      found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`))
    }
    return found
  } finally {
    await client.end()
  }
}

const leaks = () =>
  answers.filter(({ text }) => secrets.some(secret => text.includes(secret))).map(({ of: what }) => what)

async function macros(): Promise<void> {
  const device = { id: ids.get('dlink') }
  const macro = {
    parameters: [{ key: 'door', name: 'Door', type: 'secret', required: true }],
    template:
      'config ports 3 description {{params.door}}\nshow ports {{upper params.door}}\nno {{params.door}}\n',
  }
  const params = { door }
  const { id } = await ask<{ id: number }>('POST', '/component/macros-control', { name: 'Door', ...macro })
  await ask('POST', '/component/macros-control/preview', { ...macro, params })
  await ask('POST', `/component/macros/${id}/form`, { device, params })
  await ask('POST', '/component/macros/rehearse', { device, macros: { id }, params })
  for (const more of [{}, { macros: { id: 999_999 } }, { interface: { id: 'no such port' } }])
    await ask('POST', '/component/macros/execute', { device, macros: { id }, params, ...more })
  const runs = await ask<{ id: number }[]>('GET', '/component/macros/runs')
  assert.is(runs.length, 1)
  await ask('GET', `/component/macros/runs/${runs[0]!.id}`)
}

test('macros: in no preview, form, rehearsal, run or error', async () => {
  await macros()
  assert.equal(leaks(), [])
  const typed = house.simulated('dlink').console!.typed
  assert.ok(typed.some(line => line.includes(door)))
  assert.match(of('macros/rehearse'), /config ports 3 description \*\*\*/)
  assert.match(of('macros/rehearse'), /n\+config ports 3 .* description \\"\*\*\*\\"/)
  assert.match(of('macros-control/preview'), /config ports 3 description \*\*\*/)
})

let params!: Readonly<Record<string, unknown>>
let template!: object
const base = '/component/onts_registration'
const control = '/component/onts-registration-control'

async function registrations(): Promise<void> {
  const device = { id: ids.get('zte') }
  const { name, definition } = examples().find(one => one.folder === 'zte-fw21-pppoe')!
  const [form] = definition.forms
  const secret = (one: (typeof form & object)['parameters'][number]) =>
    one.key === 'login' || one.key === 'password' ? { ...one, type: 'secret' as const } : one
  const own = {
    ...definition,
    enabled: true,
    forms: [{ ...form!, parameters: form!.parameters.map(secret) }],
    // The time of the simulated network stands still.
    verify: { ...definition.verify, online_sec: 0 },
  }
  const profiles = await ask<Record<string, { id: number | null; name: string }[] | null>>(
    'POST',
    `/switcher-core/device/pon_profiles/${device.id}`,
    {},
  )
  const chosen = (key: string) => profiles[key]![0]!.id ?? profiles[key]![0]!.name
  params = {
    name: 'flat-7',
    tcont: chosen('tcont'),
    traffic: chosen('traffic'),
    vlan_profile: chosen('vlan'),
    login: user,
    password: word,
  }
  const older = { name: 'Older', ...definition, enabled: true, verify: own.verify }
  const { id: old } = await ask<{ id: number }>('POST', control, older)
  const { text } = await house.admin.ask('POST', `${base}/rehearse`, {
    body: { device, ident, params: { ...params, login: 'shown' } },
  })
  assert.match(text, /\+[^+]*username shown password \*\*\*/)
  assert.not.ok(text.includes(word), 'a password is no part of a difference, whatever its type')
  await house.admin.delete(`${control}/${old}`)
  template = own
  await ask('POST', control, { name, ...own })
  await ask('POST', `${control}/preview`, { ...own, params, variables: { data: { pon_profiles: profiles } } })
  const asked = { device, ident, params }
  await ask('POST', `${base}/form`, asked)
  await ask('POST', `${base}/rehearse`, asked)
  const batch = await ask<{ id: number }>('POST', `${base}/batches`, {
    device,
    rows: [{ ident: other, params }],
  })
  await ask('POST', `${base}/register`, { ...asked, ident: 'ZTEGC0FFEE02' })
  await ask('POST', `${base}/register`, { ...asked, params: { ...params, vlan: 'none' } })
  const { id } = await ask<{ id: string }>('POST', `${base}/plan`, asked)
  await ask('POST', `${base}/register`, { plan_id: id })
  await ask('POST', `${base}/register`, asked)
  await ask('POST', `${base}/batches/${batch.id}/start`, {})
  await until('the batch has ended', async () => {
    const { state } = await house.admin.get<{ state: string }>(`${base}/batches/${batch.id}`)
    return state !== 'planned' && state !== 'running'
  })
  await ask('GET', `${base}/batches/${batch.id}`)
  const runs = await ask<{ id: number; state: string }[]>('GET', `${base}/registrations`)
  assert.equal(
    runs.map(({ state }) => state),
    ['done', 'done'],
  )
  for (const run of runs) await ask('GET', `${base}/registrations/${run.id}`)
}

test('registrations: in no plan, form, rehearsal, run or error', async () => {
  await registrations()
  assert.equal(leaks(), [])
  assert.match(of('onts_registration/plan'), /pppoe username \*\*\* password \*\*\*/)
  assert.match(of('onts-registration-control/preview'), /pppoe username \*\*\* password \*\*\*/)
  assert.match(of('onts_registration/rehearse'), /\+[^+]*username \*\*\* password \*\*\*/)
  const typed = house.simulated('zte').console!.typed
  assert.is(typed.filter(line => line.includes(user) && line.includes(word)).length, 2)
})

/** An ONU that is registered is replaced, moved and cut over, each time with other secrets. */
async function changes(): Promise<void> {
  const [device, to] = [{ id: ids.get('zte') }, { id: ids.get('zte2') }]
  const later = { ...params, login: user2, password: word2 }
  const [port, elsewhere] = ['gpon_1/1/2', 'gpon_1/1/3']
  const changed = async (what: 'replace' | 'move', more: object, status = 200) => {
    await ask('POST', `${base}/${what}`, { device, ...more })
    const last = answers.at(-1)!
    assert.is(last.status, status, last.text)
  }
  // Those of the registration, and others; the last ones fail.
  await changed('replace', { old: ident, ident: third })
  appear('zte', ident)
  // Its replacement gives only the new serial number: other params are not there afterwards.
  await changed('replace', { old: third, ident, params: later }, 502)
  const { id: whole } = await ask<{ id: number }>('POST', control, { ...template, name: 'W', replace: null })
  await changed('replace', { old: third, ident: fourth, params: later, template: { id: whole } })
  await house.admin.delete(`${control}/${whole}`)
  await changed('replace', { old: fourth, ident: 'ZTEGC0FFEE09', params: later }, 404)
  await changed('move', { ident: other, to: { port: elsewhere }, params: later })
  await changed('move', { ident: other, to: { port } })
  await changed('move', { ident: other, to: { port: 'none' }, params: later }, 400)
  appear('zte2', other)
  await changed('move', { ident: other, to: { device: to, port }, params: later })

  const constants = {
    ...Object.fromEntries(Object.keys(params).map(key => [key, {}])),
    type: { value: 'F660' },
    login: { values: { [user2]: user3 } },
    password: { value: word3 },
  }
  const cutOver = (mapping: object, more: object = {}) =>
    ask<{ id: number }>('POST', `${base}/cut-over`, {
      from: { device, port },
      to: { device: to, port },
      mapping,
      params: { ...later, type: 'F660' },
      ...more,
    })
  await cutOver(constants, { to: { device: to, port: 'none' } })
  await cutOver({ ...constants, vlan: { value: 'none' } })
  appear('zte2', fourth)
  const planned = await cutOver(constants)
  assert.is(answers.at(-1)!.status, 201, answers.at(-1)!.text)
  const { id } = planned
  await ask('POST', `${base}/batches/${id}/start`, {})
  const { rows } = await until('the cut-over has ended', async () => {
    const seen = await ask<{ state: string; rows: { ident: string; state: string; error: object | null }[] }>(
      'GET',
      `${base}/batches/${id}`,
    )
    return seen.state === 'done' ? seen : null
  })
  const row = rows.find(one => one.ident === fourth)!
  assert.is(row.state, 'done', JSON.stringify(row))
  for (const run of await ask<{ id: number }[]>('GET', `${base}/registrations`))
    await ask('GET', `${base}/registrations/${run.id}`)
}

test('replace, move and cut-over: in no plan, run or error, those of a mapping too', async () => {
  // ONUs come online while time goes on.
  const timer = setInterval(() => void house.clock.advance(5000), 100)
  await changes().finally(() => clearInterval(timer))
  assert.equal(leaks(), [])
  const typed = (at: string, text: string) =>
    house.simulated(at).console!.typed.some(line => line.includes(text))
  assert.equal(
    [user2, word2].map(text => [typed('zte', text), typed('zte2', text)]),
    [
      [true, true],
      [true, true],
    ],
  )
  assert.equal(
    [user3, word3].map(text => typed('zte2', text)),
    [true, true],
  )
})

test('in no log and no table of the database', async () => {
  for (const path of ['/logs/actions', '/system-switcher-core/filter'])
    await ask('POST', path, { limit: 1000 })
  assert.equal(leaks(), [])
  assert.not.ok(secrets.some(secret => house.log().includes(secret)))
  assert.equal(await tablesWithSecrets(), [])
})
