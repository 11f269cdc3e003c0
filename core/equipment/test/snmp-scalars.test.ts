import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { openSnmp } from '../src/snmp/index.ts'
import { sharedSocket } from '../src/snmp/socket.ts'
import { PduType, Status } from '../src/snmp/pdu.ts'
import { type AgentReply, type AgentRequest, column } from './support/agent.ts'
import { accessTo, failure, upTo, values, withAgent } from './support/snmp.ts'

const test = suite('SNMP scalars and writing')
const base = '1.3.6.1.4.1.99999.1'
const oids = upTo(50).map(row => `${base}.${row}`)
const mib = column(base, 50)
const name: Varbind = { oid: '1.3.6.1.2.1.1.5.0', type: SnmpType.OctetString, value: Buffer.from('sw1') }
const failed = (reply: AgentReply, status: number, index = 0): AgentReply => ({ ...reply, status, index })

test('many OIDs go in few requests; missing objects are absent', () =>
  withAgent({ varbinds: mib }, async ({ agent, snmp }) => {
    const answer = await snmp.get([...oids, `${base}.77`, oids[0]!])
    assert.equal(values(answer), upTo(50))
    assert.is(agent.requests.length, 2)
    assert.is((await snmp.get([])).size, 0)
  }))

test('SNMPv1 loses no value if one is missing, for any error-index of the agent', async () => {
  for (const blame of [undefined, 0, 1, 200]) {
    await withAgent(
      {
        varbinds: mib,
        access: { version: '1' },
        behave: (_, reply) => (reply.status && blame !== undefined ? { ...reply, index: blame } : reply),
      },
      async ({ snmp }) => {
        const answer = await snmp.get([
          `${base}.90`,
          ...oids.slice(0, 9),
          `${base}.91`,
          ...oids.slice(9),
          `${base}.92`,
        ])
        assert.equal(
          values(answer).toSorted((x, y) => Number(x) - Number(y)),
          upTo(50),
        )
      },
    )
  }
})

test('tooBig splits a GET, and the next one is smaller at once', () =>
  withAgent(
    {
      varbinds: mib,
      behave: (request, reply) =>
        request.varbinds.length > 8 ? { ...failed(reply, Status.tooBig), varbinds: [] } : reply,
    },
    async ({ agent, snmp }) => {
      assert.is((await snmp.get(oids)).size, 50)
      const before = agent.requests.length
      await snmp.get(oids)
      assert.ok(agent.requests.slice(before).every(({ varbinds }) => varbinds.length <= 8))
    },
  ))

test('missing values of an answer are requested again; no values are an error', async () => {
  await withAgent(
    { varbinds: mib, behave: (_, reply) => ({ ...reply, varbinds: reply.varbinds.slice(0, 4) }) },
    async ({ snmp }) => {
      assert.equal(values(await snmp.get(oids)), upTo(50))
    },
  )
  await withAgent(
    { varbinds: mib, behave: (_, reply) => ({ ...reply, varbinds: [] }) },
    async ({ agent, snmp }) => {
      await failure('ParseFailed', snmp.get([oids[0]!]))
      assert.is(agent.requests.length, 1)
    },
  )
})

test('values of objects that were not requested are ignored', () =>
  withAgent(
    { behave: (_, reply) => ({ ...reply, varbinds: [{ ...name, oid: '1.3.6.1.2.1.1.6.0' }] }) },
    async ({ snmp }) => {
      await failure('ParseFailed', snmp.get([name.oid]))
    },
  ))

test('an agent silent about many OIDs is asked for one at a time', () =>
  withAgent(
    {
      varbinds: mib,
      access: { timeoutMs: 30 },
      behave: (request, reply) => (request.varbinds.length > 1 ? null : reply),
    },
    async ({ snmp }) => {
      assert.is((await snmp.get(oids.slice(0, 20))).size, 20)
    },
  ))

test('silence after some values: the error carries them, and names what is missing', () =>
  withAgent(
    {
      varbinds: mib,
      access: { timeoutMs: 20 },
      behave: (request, reply) => (request.varbinds.some(({ oid }) => oid === oids[40]) ? null : reply),
    },
    async ({ snmp }) => {
      const error = await failure('DeviceTimeout', snmp.get(oids))
      assert.ok((error.partial as Map<string, Varbind>).size >= 30)
      assert.ok(error.missing.some(({ what, reason }) => what === oids[40] && reason === 'silent'))
    },
  ))

test('a GET that is given up carries the values it has', () => {
  const controller = new AbortController()
  const isSilent = (request?: AgentRequest) => request?.varbinds.some(({ oid }) => oid === oids[40])
  return withAgent(
    {
      varbinds: mib,
      access: { timeoutMs: 600_000 },
      behave: (request, reply) => (isSilent(request) ? null : reply),
    },
    async ({ agent, snmp }) => {
      const asked = failure('DeviceTimeout', snmp.until(controller.signal).get(oids))
      // The last question has no answer, so all other values have come.
      await until('only the silent one is left', () => isSilent(agent.requests.at(-1)))
      controller.abort()
      const error = await asked
      assert.ok((error.partial as Map<string, Varbind>).size >= 30)
      assert.ok(error.missing.some(({ what, reason }) => what === oids[40] && reason === 'time_limit'))
    },
  )
})

test('a refused value among others is absent, a refusal of all is an error with its name', async () => {
  await withAgent(
    {
      varbinds: mib,
      behave: (request, reply) => {
        const at = request.varbinds.findIndex(({ oid }) => oid === oids[2])
        return at < 0 ? reply : failed(reply, Status.genErr, at + 1)
      },
    },
    async ({ snmp }) => {
      assert.equal(values(await snmp.get(oids.slice(0, 5))).toSorted(), [1, 2, 4, 5])
    },
  )
  await withAgent({ behave: (_, reply) => failed(reply, Status.authorizationError, 1) }, async ({ snmp }) => {
    assert.match((await failure('AuthFailed', snmp.get([name.oid]))).message, 'authorizationError')
  })
})

test('SET goes once, with the write community and its types', () =>
  withAgent({}, async ({ agent, snmp }) => {
    const varbinds: Varbind[] = [
      name,
      { oid: `${base}.1`, type: SnmpType.Integer, value: -2_147_483_648 },
      { oid: `${base}.2`, type: SnmpType.Gauge32, value: 4_294_967_295 },
      { oid: `${base}.3`, type: SnmpType.IpAddress, value: '10.1.2.3' },
      { oid: `${base}.4`, type: SnmpType.Oid, value: '1.3.6.1.4.1.99999' },
      { oid: `${base}.5`, type: SnmpType.Counter64, value: 2n ** 64n - 1n },
      { oid: `${base}.6`, type: SnmpType.OctetString, value: Buffer.alloc(300, 1) },
      { oid: `${base}.7`, type: SnmpType.TimeTicks, value: 0 },
      { oid: `${base}.8`, type: SnmpType.Null, value: null },
    ]
    await snmp.set(varbinds)
    const [request] = agent.requests
    assert.equal([request!.type, request!.community, agent.requests.length], [PduType.Set, 'private', 1])
    assert.equal(request!.varbinds, varbinds)
  }))

test('a refused SET names status and OID', () =>
  withAgent({ behave: (_, reply) => failed(reply, 17, 2) }, async ({ snmp }) => {
    const error = await failure('CommandRejected', snmp.set([name, { ...name, oid: '1.3.6.1.2.1.1.6.0' }]))
    assert.match(error.message, 'notWritable')
    assert.match(error.message, '1.3.6.1.2.1.1.6.0')
  }))

test('a SET without an answer is not repeated, and its result is unknown', () =>
  withAgent({ behave: () => null, access: { timeoutMs: 20, retries: 3 } }, async ({ agent, snmp }) => {
    const error = await failure('DeviceTimeout', snmp.set([name]))
    assert.match(error.message, 'unknown')
    assert.is(agent.requests.length, 1)
  }))

test('a value that does not fit its type is refused before it is sent', () =>
  withAgent({}, async ({ agent, snmp }) => {
    const wrong: [number, Varbind['value']][] = [
      [SnmpType.Integer, 2 ** 31],
      [SnmpType.Integer, 1.5],
      [SnmpType.Integer, 'one'],
      [SnmpType.Gauge32, -1],
      [SnmpType.Counter64, -1n],
      [SnmpType.IpAddress, '10.0.0.256'],
      [SnmpType.IpAddress, '10.0.0'],
      [SnmpType.Oid, 'x'],
      [SnmpType.OctetString, 5],
      [0x80, null],
    ]
    for (const [type, value] of wrong)
      await failure('BadArgument', snmp.set([{ oid: name.oid, type, value }]))
    await failure('BadArgument', snmp.set([]))
    assert.is(agent.requests.length, 0)
  }))

test('giving up ends open requests, keeps rows, and refuses new requests', async () => {
  const controller = new AbortController()
  await withAgent(
    {
      varbinds: mib,
      signal: controller.signal,
      access: { timeoutMs: 600_000 },
      behave: (request, reply) => (request.varbinds[0]!.oid === base ? reply : null),
      tuning: { maxRepetitions: 5 },
    },
    async ({ agent, snmp }) => {
      const walk = snmp.columns([base])
      await until('the walk stands still', () => agent.requests.length === 2)
      controller.abort()
      const { columns, missing } = await walk
      assert.equal([columns[0]!.size, missing[0]?.reason], [5, 'time_limit'])
      await failure('DeviceTimeout', snmp.get([name.oid]))
    },
  )
})

test('a call that is given up returns its rows; the session continues', () =>
  withAgent(
    {
      varbinds: [...mib, name],
      access: { timeoutMs: 5000 },
      tuning: { maxRepetitions: 5 },
      behave: (request, reply) => (request.varbinds[0]!.oid === `${base}.10` ? null : reply),
    },
    async ({ agent, snmp }) => {
      const controller = new AbortController()
      const call = snmp.until(controller.signal)
      const walk = call.columns([base])
      await until('the walk stands still', () => agent.requests.length === 3)
      const waiting = failure('DeviceTimeout', call.get([name.oid]))
      const other = snmp.get([name.oid])
      controller.abort()
      const { columns, missing } = await walk
      assert.equal([columns[0]!.size, missing[0]?.reason], [10, 'time_limit'])
      await waiting
      await failure('DeviceTimeout', call.set([name]))
      assert.is((await other).size, 1)
      assert.equal([agent.requests.length, sharedSocket(4).open], [4, 0])
    },
  ))

test('close ends open requests with an error, reports the counts once, and is final', async () => {
  const told: number[] = []
  await withAgent({ behave: () => null }, async ({ agent }) => {
    const snmp = openSnmp({
      ip: agent.ip,
      access: accessTo(agent.port, { timeoutMs: 5000 }),
      onStats: stats => told.push(stats.requests),
    })
    const open = [failure('SessionLost', snmp.get([name.oid])), failure('SessionLost', snmp.get([name.oid]))]
    await until('it is asked', () => agent.requests.length > 0)
    snmp.close()
    snmp.close()
    await Promise.all(open)
    await failure('SessionLost', snmp.get([name.oid]))
    assert.equal(told, [1])
  })
})

test('requests to one device wait for each other', () => {
  let open = 0
  let most = 0
  return withAgent(
    {
      varbinds: [...mib, name],
      access: { timeoutMs: 2000 },
      wire: bytes => {
        most = Math.max(most, ++open)
        setTimeout(() => open--, 2)
        return [{ bytes, afterMs: 3 }]
      },
    },
    async ({ agent, snmp }) => {
      await Promise.all(oids.slice(0, 10).map(oid => snmp.get([oid])))
      assert.equal([most, agent.requests.length, snmp.stats.late], [1, 10, 0])
    },
  )
})

test('IPv6, mapped IPv4, and invalid addresses', async () => {
  await withAgent({ varbinds: [name], address: '::1' }, async ({ agent }) => {
    const snmp = openSnmp({ ip: '0:0:0:0:0:0:0:1', access: accessTo(agent.port) })
    assert.is((await snmp.get([name.oid])).size, 1)
    snmp.close()
  })
  await withAgent({ varbinds: [name] }, async ({ agent }) => {
    const snmp = openSnmp({ ip: `::ffff:${agent.ip}`, access: accessTo(agent.port) })
    assert.is((await snmp.get([name.oid])).size, 1)
    snmp.close()
  })
  for (const ip of ['', 'switch.example', '10.0.0.256'])
    await failure(
      'BadArgument',
      Promise.resolve().then(() => openSnmp({ ip, access: accessTo(161) })),
    )
  await failure(
    'BadArgument',
    Promise.resolve().then(() => openSnmp({ ip: '10.0.0.1', access: accessTo(0) })),
  )
})
