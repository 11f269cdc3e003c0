import { assert, suite } from '@linecard/test-kit'
import { acme } from '@linecard/test-kit/worlds/acme'
import { add, dataOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: access profiles')
let world: World
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const secrets = {
  login: 'operator-~q7~',
  password: 'pass-~q7~-hidden',
  public_community: 'read-~q7~-hidden',
  private_community: 'write-~q7~-hidden',
}
const snmp_v3 = {
  user: 'v3-~q7~',
  level: 'authPriv',
  auth_protocol: 'sha256',
  auth_key: 'auth-~q7~-hidden',
  priv_protocol: 'aes',
  priv_key: 'priv-~q7~-hidden',
}
const hidden = /~q7~/

test('secrets are in no list, card, error, log or table, only in their own logged operation', async () => {
  const access = await add(world, '/device-access', {
    name: 'core',
    ...secrets,
    snmp_v3,
    params: { sw_core_connection: { snmp_version: '2c' } },
  })
  const override = { login: 'own-~q7~', public_community: 'own-read-~q7~' }
  const device = await add(world, '/device', {
    ip: '10.2.0.1',
    access_id: access.id,
    enabled: false,
    params: { access: override, diag_ips: ['10.0.0.1'] },
  })
  const model = await modelId(world, 'acme_olt2')
  await world.http('PUT', `/device-model/${model}`, { params: { access: { password: 'model-~q7~' } } })

  for (const path of [
    '/device-access',
    `/device-access/${access.id}`,
    '/device',
    `/device/${device.id}`,
    '/device?ip=10.2.0.1',
    '/device-model',
    `/device-model/${model}`,
    '/device/options',
    '/device-access-defaults',
  ]) {
    const answer = await world.http('GET', path)
    assert.is(answer.status, 200, path)
    assert.not.match(answer.text, hidden, path)
    assert.not.match(
      answer.text,
      /"(password|public_community|private_community|login|community|snmp_v3|auth_key|priv_key)"/,
      path,
    )
  }
  const errors = [
    await world.http('POST', '/device-access', { name: 'core', ...secrets }),
    await world.http('POST', '/device-access', { name: 'x', ...secrets, extra: 1 }),
    await world.http('POST', '/device-access', { name: 'x', password: ['pass-~q7~'] }),
    await world.http('POST', '/device-access', { name: 'x', snmp_v3: { ...snmp_v3, priv_key: '~q7~' } }),
    await world.http('PUT', `/device/${device.id}`, {
      params: { access: { password: '~q7~', unheard: '~q7~' } },
    }),
    await world.http('PUT', `/device/${device.id}`, { params: { access: '~q7~' } }),
    await world.http('GET', '/device-access?sort=secrets'),
    await world.http('GET', '/device-access?query=~q7~-hidden&limit=x'),
  ]
  assert.equal(
    errors.map(({ status }) => status),
    [409, 400, 400, 400, 400, 400, 400, 400],
  )
  for (const { text } of errors.slice(0, 6)) assert.not.match(text, hidden)
  assert.not.match(errors[6]!.text, hidden)

  const tables = JSON.stringify([
    await world.sql('select * from inventory_access'),
    await world.sql('select * from inventory_device'),
    await world.sql('select * from inventory_model'),
  ])
  assert.not.match(tables, hidden)

  const shown = await world.http('GET', `/device-access/${access.id}/secrets`)
  assert.equal(dataOf(shown), { ...secrets, snmp_v3 })
  const line = world.log.find(entry => entry.includes('secrets of an access profile were shown'))
  assert.ok(line?.includes('"login":"admin"'))
  assert.not.match(world.log.join(''), hidden)
})

test('what is not set is absent, null or absence keeps, an empty text removes', async () => {
  const access = await add(world, '/device-access', { name: 'partial', community: 'old-name' })
  const read = async () => dataOf(await world.http('GET', `/device-access/${access.id}/secrets`))
  assert.equal(await read(), { public_community: 'old-name' })
  await world.http('PUT', `/device-access/${access.id}`, {
    name: 'renamed',
    login: null,
    public_community: null,
  })
  assert.equal(await read(), { public_community: 'old-name' })
  await world.http('PUT', `/device-access/${access.id}`, { login: 'me', public_community: '' })
  assert.equal(await read(), { login: 'me' })
  const answer = await world.http('PUT', `/device-access/${access.id}`, {
    snmp_v3: { user: 'u', level: 'authPriv', auth_key: 'long enough' },
  })
  assert.is(answer.status, 400)
  assert.is(answer.body.error?.details[0]?.path, 'snmp_v3.priv_key')
})

test('a profile in use stays', async () => {
  const access = await add(world, '/device-access', { name: 'used' })
  const device = await add(world, '/device', { ip: '10.2.1.1', access_id: access.id, enabled: false })
  assert.is((await world.http('DELETE', `/device-access/${access.id}`)).status, 409)
  await world.http('DELETE', `/device/${device.id}`)
  assert.is((await world.http('DELETE', `/device-access/${access.id}`)).status, 200)
  assert.is((await world.http('GET', `/device-access/${access.id}`)).status, 404)
})

test('a target has opened secrets; the device is stronger than its model, that than the profile, that than the system', async () => {
  const defaults = dataOf<Record<string, unknown>>(await world.http('GET', '/device-access-defaults'))
  assert.equal(
    [defaults['snmp_version'], defaults['snmp_port'], defaults['snmp_timeout_sec'], defaults['snmp_repeats']],
    ['2c', 161, 4, 3],
  )
  const access = await add(world, '/device-access', {
    name: 'layers',
    public_community: 'from-access',
    private_community: 'write-access',
    params: { sw_core_connection: { snmp_port: 1001, snmp_timeout_sec: 1, snmp_repeats: 1 } },
  })
  const model = await modelId(world, 'acme_olt4')
  await world.http('PUT', `/device-model/${model}`, {
    params: {
      sw_core_connection: { snmp_port: 1002, snmp_timeout_sec: 2 },
      access: { public_community: 'from-model' },
    },
  })
  const device = await add(world, '/device', {
    ip: '10.2.2.1',
    access_id: access.id,
    model_id: model,
    enabled: false,
    params: { sw_core_connection: { snmp_port: '1003', snmp_version: null } },
  })
  const system = world.use('auth').system()
  const target = async () => {
    const one = await world.use('devices').target({ id: device.id }, system)
    const of = await world.use('devices').targets([device.id])
    assert.equal(of(device.id), one, 'read with others')
    assert.throws(() => of(device.id + 1000), 'INVENTORY_DEVICE_UNKNOWN')
    return one
  }
  const common = { deviceId: device.id, ip: '10.2.2.1', modelKey: 'acme_olt4' }
  assert.equal(await target(), {
    ...common,
    snmp: {
      version: '2c',
      port: 1003,
      timeoutMs: 2000,
      retries: 1,
      community: 'from-model',
      writeCommunity: 'write-access',
    },
  })

  await world.http('PUT', `/device-access/${access.id}`, {
    login: 'noc',
    password: 'pass-word',
    params: { sw_core_connection: { console_connection_type: 'ssh' } },
  })
  const console = {
    protocol: 'ssh',
    port: 22,
    login: 'noc',
    password: 'pass-word',
    enable: 'pass-word',
    commandMs: 300_000,
    idleMs: 10_000,
    allowLegacy: false,
  }
  assert.equal((await target()).console, console)
  await world.http('PUT', `/device/${device.id}`, {
    params: {
      access: { enable_password: 'en-able' },
      sw_core_connection: { snmp_port: '1003', console_port: 2222, console_legacy_ssh: true },
    },
  })
  assert.equal((await target()).console, { ...console, port: 2222, enable: 'en-able', allowLegacy: true })
  assert.is(
    (
      await world.http('PUT', `/device/${device.id}`, {
        params: { sw_core_connection: { console_legacy_ssh: 'perhaps' } },
      })
    ).status,
    400,
  )

  await world.http('PUT', `/device/${device.id}`, { params: { access: { public_community: 'from-device' } } })
  assert.is((await target()).snmp.community, 'from-device')
  await world.http('PUT', `/device/${device.id}`, { params: { note: 'without access' } })
  assert.is((await target()).snmp.community, 'from-device')
  await world.http('PUT', `/device/${device.id}`, { params: { access: null } })
  assert.is((await target()).snmp.community, 'from-model')

  await world.http('PUT', `/device-access/${access.id}`, {
    snmp_v3: {
      user: 'noc',
      level: 'authPriv',
      auth_protocol: 'sha256',
      auth_key: 'auth-key-8',
      priv_protocol: 'aes',
      priv_key: 'priv-key-8',
    },
  })
  assert.equal((await target()).snmp.user, {
    name: 'noc',
    level: 'authPriv',
    auth: { protocol: 'sha256', key: 'auth-key-8' },
    priv: { protocol: 'aes', key: 'priv-key-8' },
  })
  assert.is((await target()).snmp.version, '3')
  assert.equal(await world.use('devices').target({ ip: '10.2.2.1' }, system), await target())
  assert.is(acme.models[1]?.key, 'acme_olt4')
})

test('a device without access profile, or with SNMPv3 and no user, is refused with what to do', async () => {
  const system = world.use('auth').system()
  const bare = await add(world, '/device', { ip: '10.2.3.1', enabled: false })
  await world
    .use('devices')
    .target({ id: bare.id }, system)
    .then(
      () => assert.unreachable(),
      error => assert.is(error.code, 'INVENTORY_ACCESS_MISSING'),
    )
  const access = await add(world, '/device-access', {
    name: 'v3 without user',
    params: { sw_core_connection: { snmp_version: '3' } },
  })
  await world.http('PUT', `/device/${bare.id}`, { access_id: access.id })
  await world
    .use('devices')
    .target({ id: bare.id }, system)
    .then(
      () => assert.unreachable(),
      error => assert.is(error.code, 'INVENTORY_SNMP_USER_MISSING'),
    )
})

test('logins, passwords and communities take no line break and no other control character, in every way in', async () => {
  for (const broken of ['admin\nreload', 'a\rb', '\u0003', 'a\u009bb', 'tab\there', 'a\u2028b']) {
    for (const field of [
      'login',
      'password',
      'enable_password',
      'public_community',
      'private_community',
      'community',
    ]) {
      const profile = await world.http('POST', '/device-access', { name: 'broken', [field]: broken })
      assert.equal([profile.status, profile.body.error?.details[0]?.path], [400, field], profile.text)
      if (field === 'community') continue
      const device = await world.http('POST', '/device', {
        ip: '10.2.9.9',
        params: { access: { [field]: broken } },
      })
      assert.is(device.status, 400, device.text)
    }
    const user = { user: `v3${broken}`, level: 'authNoPriv', auth_key: 'long enough' }
    for (const snmp of [user, { ...user, user: 'v3', auth_key: `long enough${broken}` }])
      assert.is((await world.http('POST', '/device-access', { name: 'broken', snmp_v3: snmp })).status, 400)
  }
  const sent = await fetch(`${world.url}/api/v1/device/import`, {
    method: 'POST',
    headers: { 'x-auth-key': world.admin, 'content-type': 'text/csv', prefer: 'wait=50' },
    body: '10.2.9.1,"ad\nmin",pw,,,,acme_olt2\n10.2.9.2,admin,"p\tw",,,,acme_olt2\n10.2.9.3,admin,"p\u009bw",,,,acme_olt2\n',
  })
  const { rows } = ((await sent.json()) as { data: { rows: { code: string }[] } }).data
  assert.equal(
    rows.map(({ code }) => code),
    Array(3).fill('INVENTORY_ROW_CELL'),
  )
})
