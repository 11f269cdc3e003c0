import { createServer, type AddressInfo, type Socket } from 'node:net'
import { DeviceError, type Missing, type RouterOsSession } from '@linecard/driver-kit'
import type { RouterOsAccess, Target } from '@linecard/plugin-kit'
import { startRouterOs, selfSigned, type RouterOsDevice } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { defaultSettings, settingsWith } from '../src/config.ts'
import { createBudget } from '../src/limits/budget.ts'
import { hostKeysInMemory } from '../src/host-keys.ts'
import { createKeptRouterOs, type KeptRouterOs } from '../src/connections/router-os.ts'
import { routerOsOpener } from '../src/router-os/open.ts'
import { failure } from './fake-console.ts'

const test = suite('RouterOS API')
const ip = '127.31.9.1'
let device!: RouterOsDevice
let old!: RouterOsDevice
const kept: KeptRouterOs[] = []

interface Opened {
  api: RouterOsSession
  connection: KeptRouterOs
  missing: Missing[]
  heard: number
  target: Target
}
/** A session as a call gets it. */
function open(
  access: Partial<RouterOsAccess> = {},
  {
    signal = new AbortController().signal,
    hostKeys = hostKeysInMemory(),
    at = ip,
  }: { signal?: AbortSignal; hostKeys?: ReturnType<typeof hostKeysInMemory>; at?: string } = {},
): Opened {
  const target: Target = {
    deviceId: 1,
    ip: at,
    modelKey: null,
    snmp: { version: '2c', port: 9, timeoutMs: 100, retries: 0, community: '', writeCommunity: '' },
    routerOs: {
      port: device.api.port!,
      tls: false,
      login: 'noc',
      password: 'pass-word',
      commandMs: 20_000,
      idleMs: 10_000,
      allowLegacy: false,
      ...access,
    },
  }
  const connection = createKeptRouterOs(routerOsOpener(hostKeys))
  kept.push(connection)
  const opened: Opened = {
    connection,
    missing: [],
    heard: 0,
    target,
    api: connection.session({
      budget: createBudget(defaultSettings, 1_000),
      target,
      signal,
      report: what => {
        opened.missing.push(what)
      },
      onAnswer: () => {
        opened.heard++
      },
    }),
  }
  return opened
}
/** What the device has heard comes a moment later. */
const comes = (probe: () => unknown) => until('the device has heard it', probe)
const login = { login: 'noc', password: 'pass-word' }
test.before(async () => {
  device = await startRouterOs({ name: 'ros-7', ip, api: { port: 0, tlsPort: 0, ...login } })
  old = await startRouterOs({
    name: 'ros-6',
    ip: '127.31.9.2',
    version: 6,
    api: { port: 0, tlsPort: 0, certificate: null, ...login },
  })
})
test.after(async () => {
  for (const connection of kept) connection.close()
  await device?.api.stop()
  await device?.stop()
  await old?.stop()
})
/** A test that starts with a device without faults, and leaves no session open. */
const check = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    try {
      await work()
    } finally {
      for (const connection of kept.splice(0)) connection.close()
      device.api.behaviour = {}
    }
  })

check('prints a menu, asks for properties, and for items that fit', async () => {
  const { api } = open()
  assert.ok(api.offered)
  const all = await api.print('/interface')
  assert.is(all.length, 14)
  assert.equal(all[0]!['name'], 'ether1')
  assert.equal(await api.print('/interface', { fields: ['.id', 'name'], where: { name: 'ether2' } }), [
    { '.id': '*2', name: 'ether2' },
  ])
  assert.equal(await api.print('/interface', { where: { name: 'none' } }), [])
})

check('the challenge of RouterOS before 6.43 is answered, the right way and the wrong way', async () => {
  const { api } = open({ port: old.api.port! }, { at: old.ip })
  assert.match((await api.print('/system/resource'))[0]!['version']!, /^6\./)
  const wrong = await failure(
    open({ port: old.api.port!, password: 'other-word' }, { at: old.ip }).api.print('/ip/arp'),
  )
  assert.is(wrong.kind, 'AuthFailed')
  assert.match(wrong.message, 'cannot log in')
})

check(
  'a wrong password is AuthFailed with the words of the device, without the password; no login at all is told too',
  async () => {
    const wrong = await failure(open({ password: 'other-word' }).api.print('/ip/arp'))
    assert.equal([wrong.kind, wrong.message.includes('other-word')], ['AuthFailed', false])
    assert.match(wrong.message, 'invalid user name or password (6)')
    const connection = createKeptRouterOs(routerOsOpener(hostKeysInMemory()))
    const { routerOs: _, ...nobody } = open().target
    const api = connection.session({
      budget: createBudget(defaultSettings, 1_000),
      target: nobody,
      signal: new AbortController().signal,
      report() {},
      onAnswer() {},
    })
    assert.not(api.offered)
    assert.match((await failure(api.print('/ip/arp'))).message, 'no login and password')
  },
)

check(
  'questions that come together share one login, run side by side, and get each their own answer',
  async () => {
    const { api } = open()
    const before = { logins: device.api.logins, connections: device.api.connections }
    const menus = [
      '/interface',
      '/ip/arp',
      '/ip/dhcp-server',
      '/system/identity',
      '/interface/vlan',
      '/routing/bgp/session',
    ]
    // A slow answer must not delay the others: its request is the first, and its answer the last.
    const order: string[] = []
    const slow = api.run('/ping', { address: '10.100.0.10', count: 4, interval: '50ms' }).then(rows => {
      order.push('ping')
      return rows
    })
    const answers = await Promise.all(
      menus.map(menu =>
        api.print(menu).then(rows => {
          order.push(menu)
          return rows
        }),
      ),
    )
    assert.is((await slow).length, 4)
    assert.is(order.at(-1), 'ping')
    assert.equal(
      answers.map(rows => rows[0]?.['name']),
      ['ether1', undefined, 'dhcp100', 'ros-7', 'vlan100', 'upstream1-1'],
    )
    assert.equal([device.api.logins - before.logins, device.api.connections - before.connections], [1, 1])
  },
)

check('a refusal is CommandRejected with the words of the device, and the session goes on', async () => {
  const opened = open()
  const error = await failure(opened.api.print('/no/such'))
  assert.equal(
    [error.kind, error.message],
    ['CommandRejected', 'The device refused /no/such/print: no such command prefix'],
  )
  device.api.behaviour = { traps: { '/ip/arp/print': 'not enough permissions (9)' } }
  assert.match((await failure(opened.api.print('/ip/arp'))).message, 'not enough permissions (9)')
  assert.is((await opened.api.print('/system/identity')).length, 1)
  assert.is(opened.heard, 3)
})

check('changes give the id of what they made, are shown at once', async () => {
  const { api } = open()
  const id = await api.change('/ip/arp/add', {
    address: '10.100.0.250',
    'mac-address': '02:00:00:00:00:FA',
    interface: 'vlan100',
    comment: 'a=b\nc',
    disabled: false,
  })
  assert.match(id!, /^\*[0-9A-F]+$/)
  const [row] = await api.print('/ip/arp', { where: { address: '10.100.0.250' } })
  assert.equal([row!['.id'], row!['comment'], row!['dynamic']], [id, 'a=b\nc', 'false'])
  assert.is(await api.change('/ip/arp/remove', { '.id': id! }), null)
  assert.is(
    (await failure(api.change('/ip/arp/remove', { '.id': id! }))).message,
    'The device refused /ip/arp/remove: no such item',
  )
})

check(
  'hostile values stay values: equals signs, lines, tags, queries, NULs and other encodings',
  async () => {
    const { api } = open()
    for (const text of [
      '=disabled=yes',
      'x\n=disabled=yes',
      '.tag=1',
      '?name=ether1',
      '/quit',
      '!done',
      '',
      'вулиця 4',
      'a=b=c',
      '"; /system/reboot',
      'a\u2028b',
    ]) {
      await api.change('/interface/set', { '.id': '*2', comment: text })
      const [row] = await api.print('/interface', { where: { name: 'ether2' } })
      assert.equal([row!['comment'] ?? '', row!['disabled'], row!['name']], [text, 'false', 'ether2'])
    }
    assert.equal(await api.print('/interface', { where: { name: 'ether1\u0000.tag=9' } }), [])
    for (const bad of ['/ip/arp\n/quit', '/ip arp', '/ip/arp/', '/IP']) {
      const error = await api.print(bad).then(
        () => null,
        (thrown: Error) => thrown,
      )
      assert.match(error?.message ?? '', 'is not a command of RouterOS', bad)
    }
    for (const bad of ['name=x', 'na me', '', '.tag=', 'a\nb']) {
      const error = await api.change('/interface/set', { [bad]: 'x' }).then(
        () => null,
        (thrown: Error) => thrown,
      )
      assert.match(error?.message ?? '', 'is not a property of RouterOS', bad)
    }
  },
)

check('texts of other encodings, strange properties and long values arrive as text', async () => {
  device.api.behaviour = {
    tamper: () => [
      Buffer.concat([Buffer.from('=comment='), Buffer.from('Stra\xdfe', 'latin1')]),
      '=__proto__=x',
      '=name',
      `=long=${'y'.repeat(20_000)}`,
    ],
  }
  const [row] = await open().api.print('/system/identity')
  assert.is(row!['comment'], 'Straße')
  assert.is(row!['long']!.length, 20_000)
  assert.is(Object.getPrototypeOf(row), Object.prototype)
})

check('silence is DeviceTimeout before the first row, and a cut answer after it', async () => {
  device.api.behaviour = { silent: ['/ip/arp'] }
  const quiet = open({ idleMs: 2_000 })
  const error = await failure(quiet.api.print('/ip/arp'))
  assert.equal([error.kind, error.missing], ['DeviceTimeout', [{ what: '/ip/arp/print', reason: 'silent' }]])
  device.api.behaviour = { silentAfterRows: 3 }
  const half = open({ idleMs: 2_000 })
  assert.is((await half.api.print('/interface')).length, 3)
  assert.equal(half.missing, [{ what: '/interface/print', reason: 'silent', rows: 3 }])
  // After silence the next call signs in again.
  device.api.behaviour = {}
  const before = device.api.logins
  await half.connection.rest()
  assert.is((await half.api.print('/interface')).length, 14)
  assert.is(device.api.logins, before + 1)
})

check(
  'an answer that trickles for ever ends with the time of a command, and the device is told',
  async () => {
    const { api, missing } = open({ commandMs: 3_000 })
    const rows = await api.run('/ping', { address: '10.100.0.10', interval: '50ms' })
    assert.ok(rows.length > 0)
    assert.equal(
      missing.map(({ what, reason }) => [what, reason]),
      [['/ping', 'time_limit']],
    )
    await comes(() => device.api.commands.at(-1) === '/cancel')
  },
)

check('an answer without end is cut at its limit', async () => {
  const { connectionOver } = await import('../src/router-os/connection.ts')
  const { signIn } = await import('../src/router-os/login.ts')
  const { openSocket } = await import('../src/router-os/socket.ts')
  const { signal } = new AbortController()
  const socket = await openSocket({
    ip,
    port: device.api.port!,
    tls: false,
    allowLegacy: false,
    connectMs: 10_000,
    signal,
    hostKeys: hostKeysInMemory(),
  })
  const connection = connectionOver(socket, 'here')
  const options = { signal, idleMs: 10_000, totalMs: 20_000 }
  await signIn(connection, login, options)
  const cut = await connection.ask(['/interface/print'], {
    ...options,
    budget: createBudget(settingsWith({ column_rows: 5 }), 5),
  })
  assert.equal([cut.rows.length, cut.cut], [5, 'row_limit'])
  await connection.settled()
  assert.is((await connection.ask(['/system/identity/print'], options)).rows.length, 1)
  const big = await connection
    .ask(['/interface/print'], { ...options, budget: createBudget(settingsWith({ call_octets: 100 }), 5) })
    .then(
      () => null,
      (error: DeviceError) => error,
    )
  assert.is(big?.kind, 'ParseFailed')
  connection.close()
})

check('a caller who leaves cancels what runs, and the session stays usable', async () => {
  const stop = new AbortController()
  const opened = open({}, { signal: stop.signal })
  const ping = opened.api.run('/ping', { address: '10.100.0.10', interval: '20ms' })
  await comes(() => device.api.commands.at(-1) === '/ping')
  stop.abort(new Error('gone'))
  assert.is(
    (
      await ping.then(
        () => null,
        (error: Error) => error,
      )
    )?.message,
    'gone',
  )
  await opened.connection.rest()
  assert.is(device.api.commands.at(-1), '/cancel')
  const before = device.api.logins
  const next = opened.connection.session({
    budget: createBudget(defaultSettings, 1_000),
    target: opened.target,
    signal: new AbortController().signal,
    report() {},
    onAnswer() {},
  })
  assert.is((await next.print('/system/identity')).length, 1)
  assert.is(device.api.logins, before)
})

check('a change is not cancelled by who leaves: what it did is known', async () => {
  device.api.behaviour = { delayMs: 300 }
  const stop = new AbortController()
  const { api } = open({}, { signal: stop.signal })
  await api.print('/system/identity')
  const change = api.change('/interface/set', { '.id': '*3', comment: 'kept' })
  await comes(() => device.api.commands.at(-1) === '/interface/set')
  stop.abort(new Error('gone'))
  assert.is(await change, null)
  assert.not(device.api.commands.at(-1) === '/cancel')
  device.api.behaviour = { silent: ['/interface/set'] }
  const lost = await failure(
    open({ idleMs: 2_000 }).api.change('/interface/set', { '.id': '*3', comment: 'lost' }),
  )
  assert.equal([lost.kind, /whether it was done is not known/.test(lost.message)], ['DeviceTimeout', true])
})

check(
  'garbage, cut sentences, answers to nobody and a fatal end the session as errors of the device; the next call signs in again',
  async () => {
    const bad: readonly (readonly [object, DeviceError['kind']])[] = [
      [{ garbage: Buffer.from('\xff\xfe\xfd', 'latin1') }, 'ParseFailed'],
      [{ garbage: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n') }, 'DeviceTimeout'],
      [{ garbage: Buffer.from('\x05!done\x09.tag=9999\x00') }, 'ParseFailed'],
      [{ garbage: Buffer.from('\x04!yes\x00') }, 'ParseFailed'],
      [{ cut: 9 }, 'DeviceTimeout'],
      [{ fatal: 'session terminated' }, 'SessionLost'],
    ]
    for (const [behaviour, kind] of bad) {
      device.api.behaviour = behaviour
      const opened = open({ idleMs: 2_000 })
      assert.is((await failure(opened.api.print('/interface'))).kind, kind, JSON.stringify(behaviour))
      device.api.behaviour = {}
      await opened.connection.rest()
      assert.is((await opened.api.print('/system/identity')).length, 1)
    }
  },
)

check('a session that the device ended meanwhile is opened again', async () => {
  const opened = open()
  await opened.api.print('/system/identity')
  device.api.drop()
  await comes(() => device.api.open === 0)
  await opened.connection.rest()
  assert.is((await opened.api.print('/system/identity')).length, 1)
  const running = opened.api.run('/ping', { address: '10.100.0.10', interval: '20ms' })
  await comes(() => device.api.commands.at(-1) === '/ping')
  device.api.drop()
  assert.is((await failure(running)).kind, 'SessionLost')
})

check('nobody there, nobody who speaks, and one who hangs up', async () => {
  const sockets = new Set<Socket>()
  const mute = createServer(socket => {
    sockets.add(socket.on('error', () => undefined))
  })
  const rude = createServer(socket => {
    socket.on('error', () => undefined).end()
  })
  const listening = async (server: typeof mute) => {
    await new Promise<void>(resolve => {
      server.listen(0, '127.31.9.3', resolve)
    })
    return (server.address() as AddressInfo).port
  }
  const [mutePort, rudePort] = [await listening(mute), await listening(rude)]
  assert.is(
    (await failure(open({ port: mutePort, idleMs: 2_000 }, { at: '127.31.9.3' }).api.print('/interface')))
      .kind,
    'DeviceTimeout',
  )
  assert.is(
    (await failure(open({ port: rudePort, idleMs: 2_000 }, { at: '127.31.9.3' }).api.print('/interface')))
      .kind,
    'SessionLost',
  )
  for (const socket of sockets) socket.destroy()
  mute.close()
  rude.close()
  const gone = await failure(open({ port: mutePort }, { at: '127.31.9.3' }).api.print('/interface'))
  assert.equal([gone.kind, /enables api for the address/.test(gone.message)], ['DeviceUnreachable', true])
})

check(
  'TLS: the key of a self-signed certificate is kept, a renewed certificate with it is known, another one refused before the login',
  async () => {
    const hostKeys = hostKeysInMemory()
    const tls = { tls: true, port: device.api.tlsPort! }
    assert.is((await open(tls, { hostKeys }).api.print('/system/identity')).length, 1)
    assert.match((await hostKeys.known(ip, tls.port))!, /^SHA256:[\w+/]{43}$/)
    assert.is((await open(tls, { hostKeys }).api.print('/system/identity')).length, 1)
    const port = device.api.tlsPort!
    await device.api.stop()
    const other = await device.simulated.startApi({
      tlsPort: port,
      certificate: selfSigned('other'),
      ...login,
    })
    const error = await failure(open(tls, { hostKeys }).api.print('/system/identity'))
    assert.equal([error.kind, other.logins, other.commands.length], ['HostKeyChanged', 0, 0])
    await other.stop()
    Object.assign(device, { api: await device.simulated.startApi({ port: 0, tlsPort: 0, ...login }) })
  },
)

check('TLS against a plain port, plain against TLS, and a port that is no RouterOS', async () => {
  const plain = await failure(
    open({ tls: true, port: device.api.port!, idleMs: 2_000 }).api.print('/interface'),
  )
  assert.ok(['SessionLost', 'DeviceUnreachable'].includes(plain.kind), plain.kind)
  const tls = await failure(
    open({ tls: false, port: device.api.tlsPort!, idleMs: 1_000 }).api.print('/interface'),
  )
  assert.ok(['SessionLost', 'ParseFailed', 'DeviceTimeout'].includes(tls.kind), tls.kind)
})

check(
  'TLS without a certificate only where the access profile allows it, and never behind one that was known',
  async () => {
    const tls = { tls: true, port: old.api.tlsPort! }
    const refused = await failure(open(tls, { at: old.ip }).api.print('/system/identity'))
    assert.equal([refused.kind, /legacy TLS allowed/.test(refused.message)], ['SessionLost', true])
    assert.is(
      (await open({ ...tls, allowLegacy: true }, { at: old.ip }).api.print('/system/identity')).length,
      1,
    )
    const hostKeys = hostKeysInMemory()
    await hostKeys.keep(old.ip, tls.port, 'SHA256:known')
    const downgraded = await failure(
      open({ ...tls, allowLegacy: true }, { at: old.ip, hostKeys }).api.print('/system/identity'),
    )
    assert.equal([downgraded.kind, /no certificate/.test(downgraded.message)], ['HostKeyChanged', true])
  },
)
