import { SnmpType, compareOids } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { Exception, PduType, Status } from '../src/snmp/pdu.ts'
import { type AgentReply, type AgentRequest, column } from './support/agent.ts'
import { accessTo, failure, upTo, values, withAgent } from './support/snmp.ts'
import { openSnmp } from '../src/snmp/index.ts'

const test = suite('SNMP walk')
const a = '1.3.6.1.2.1.2.2.1.1'
const b = '1.3.6.1.2.1.2.2.1.2'
const c = '1.3.6.1.2.1.2.2.1.3'
const tail = column('1.3.6.1.2.1.99.1', 2)
const table = [...column(a, 30), ...column(b, 30, row => row * 10), ...column(c, 30, row => -row), ...tail]
const empty = (reply: AgentReply, status: number): AgentReply => ({
  ...reply,
  status,
  index: 0,
  varbinds: [],
})

test('one GETBULK reads several columns, each to its own end', () =>
  withAgent(
    { access: { timeoutMs: 5_000 }, varbinds: [...column(a, 30), ...column(b, 3), ...tail] },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a, b, '1.3.6.1.2.1.50.1'])
      assert.equal(values(columns[0]!), upTo(30))
      assert.equal([...columns[1]!.keys()], ['1', '2', '3'])
      assert.is(columns[2]!.size, 0, 'a column that the device lacks is empty')
      assert.equal(missing, [])
      assert.is(agent.requests[0]!.varbinds.length, 3)
      assert.ok(agent.requests.length <= 4, `${agent.requests.length} requests`)
    },
  ))

test('a column gives its cells by index, with OIDs of any length, until it is cleared', () => {
  const long = Array.from({ length: 100 }, () => 70_000).join('.')
  const rows = ['5', long].map(index => ({ oid: `${a}.${index}`, type: SnmpType.Integer, value: 3 }))
  return withAgent({ varbinds: [...rows, ...tail] }, async ({ snmp }) => {
    const [cells] = (await snmp.columns([a])).columns
    const seen: string[] = []
    cells!.forEach((cell, index) => seen.push(`${index} ${cell.value}`))
    assert.equal(seen, ['5 3', `${long} 3`])
    assert.equal(cells!.get(long), { oid: `${a}.${long}`, type: SnmpType.Integer, value: 3 })
    assert.equal([cells!.has('5'), cells!.has('6'), cells!.size], [true, false, 2])
    cells!.clear()
    assert.equal([cells!.size, [...cells!], cells!.get('5')], [0, [], undefined])
  })
})

test('the end of the MIB ends a column', () =>
  withAgent({ varbinds: column(a, 5) }, async ({ snmp }) => {
    const { columns, missing } = await snmp.columns([a, b])
    assert.equal([columns[0]!.size, columns[1]!.size, missing.length], [5, 0, 0])
  }))

test('rows below an index, and the row of exactly that index', () => {
  const rows = ['3.1', '4.1', '4.2', '5.1'].map(index => ({
    oid: `${a}.${index}`,
    type: SnmpType.Integer,
    value: 1,
  }))
  return withAgent({ varbinds: [...rows, ...column(b, 9), ...tail] }, async ({ snmp }) => {
    const { columns } = await snmp.columns([a], { under: '4' })
    assert.equal([...columns[0]!.keys()], ['4.1', '4.2'])
    const exact = await snmp.columns([b], { under: '7' })
    assert.equal([...exact.columns[0]!], [['7', { oid: `${b}.7`, type: SnmpType.Integer, value: 7 }]])
  })
})

test('an answer stays below 1400 octets once the size of a column is known', () => {
  const long = Array.from({ length: 60 }, (_, row) => ({
    oid: `${a}.${row + 1}`,
    type: SnmpType.OctetString,
    value: Buffer.alloc(200, 65),
  }))
  const sizes: number[] = []
  return withAgent(
    {
      varbinds: [...long, ...tail],
      wire: bytes => {
        sizes.push(bytes.length)
        return [bytes]
      },
    },
    async ({ snmp }) => {
      const { columns } = await snmp.columns([a])
      assert.is(columns[0]!.size, 60)
      assert.ok(Math.max(...sizes.slice(3)) < 1400, `answers of ${sizes.join(', ')} octets`)
    },
  )
})

test('silence during a walk keeps the rows and names the missing ones', () =>
  withAgent(
    {
      varbinds: table,
      tuning: { maxRepetitions: 5 },
      behave: (request, reply) => (request.varbinds.some(({ oid }) => oid.endsWith('.10')) ? null : reply),
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal(values(columns[0]!), upTo(10))
      assert.equal(missing, [
        { what: a, reason: 'silent', rows: 10 },
        { what: b, reason: 'silent', rows: 10 },
      ])
    },
  ))

test('a device that never answers is a time-out, after no more requests than were allowed', () =>
  withAgent({ behave: () => null, access: { retries: 3, timeoutMs: 20 } }, async ({ agent, snmp }) => {
    await failure('DeviceTimeout', snmp.columns([a, b]))
    assert.is(agent.requests.length, 4)
    assert.is(snmp.stats.timeouts, 4)
  }))

test('a column that stops the agent does not affect the others', () =>
  withAgent(
    {
      varbinds: table,
      behave: (request, reply) =>
        request.varbinds.some(({ oid }) => oid.startsWith(`${b}.`) || oid === b) ? null : reply,
    },
    async ({ snmp }) => {
      await snmp.get(['1.3.6.1.2.1.99.1.1'])
      const { columns, missing } = await snmp.columns([a, b, c])
      assert.equal([columns[0]!.size, columns[1]!.size, columns[2]!.size], [30, 0, 30])
      assert.equal(missing, [{ what: b, reason: 'silent', rows: 0 }])
    },
  ))

test('OIDs that repeat or decrease end only that column', async () => {
  for (const back of ['4', '2']) {
    const behave = (_: AgentRequest, reply: AgentReply): AgentReply => ({
      ...reply,
      varbinds: reply.varbinds.map(varbind =>
        varbind.oid === `${a}.5` ? { ...varbind, oid: `${a}.${back}` } : varbind,
      ),
    })
    await withAgent({ varbinds: table, behave }, async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal([...columns[0]!.keys()], ['1', '2', '3', '4'])
      assert.is(columns[1]!.size, 30)
      assert.equal(missing, [{ what: a, reason: 'not_increasing', rows: 4 }])
    })
  }
})

test('an agent that repeats its rows gets a limited number of requests', () =>
  withAgent(
    {
      tuning: { noBulk: true },
      behave: ({ id, varbinds }) => ({
        id,
        status: 0,
        index: 0,
        varbinds: [
          { oid: varbinds[0]!.oid === `${a}.1` ? `${a}.2` : `${a}.1`, type: SnmpType.Integer, value: 1 },
        ],
      }),
    },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a])
      assert.is(columns[0]!.size, 2)
      assert.is(missing[0]?.reason, 'not_increasing')
      assert.is(agent.requests.length, 3)
    },
  ))

test('an agent with unordered rows is read to the end of the column if the driver allows it', async () => {
  const order = ['7', '2', '9', '1', '5']
  const chain = [
    ...order.map(index => ({ oid: `${a}.${index}`, type: SnmpType.Integer, value: Number(index) })),
    { oid: `${b}.4`, type: SnmpType.Integer, value: 40 },
    ...tail,
  ]
  const follower = (oid: string) =>
    oid === a ? 0 : oid === b ? order.length : chain.findIndex(row => row.oid === oid) + 1
  const behave = ({ id, varbinds, repetitions }: AgentRequest): AgentReply => ({
    id,
    status: 0,
    index: 0,
    varbinds: Array.from({ length: repetitions || 1 }, (_, row) =>
      varbinds.map(({ oid }) => chain[Math.min(follower(oid) + row, chain.length - 1)]!),
    ).flat(),
  })
  await withAgent({ behave, tuning: { unordered: true } }, async ({ snmp }) => {
    const { columns, missing } = await snmp.columns([a, b])
    assert.equal([...columns[0]!.keys()], order)
    assert.equal(values(columns[1]!), [40])
    assert.equal(missing, [])
  })
  await withAgent({ behave }, async ({ snmp }) => {
    const { columns, missing } = await snmp.columns([a])
    assert.equal([...columns[0]!.keys()], ['7'], 'no other agent may go back')
    assert.equal(missing, [{ what: a, reason: 'not_increasing', rows: 1 }])
  })
})

test('unordered rows that repeat end the column', () =>
  withAgent(
    {
      tuning: { unordered: true, noBulk: true },
      behave: ({ id, varbinds }) => ({
        id,
        status: 0,
        index: 0,
        varbinds: [
          { oid: varbinds[0]!.oid === `${a}.9` ? `${a}.2` : `${a}.9`, type: SnmpType.Integer, value: 1 },
        ],
      }),
    },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a])
      assert.equal([...columns[0]!.keys()], ['9', '2'])
      assert.equal(missing, [{ what: a, reason: 'not_increasing', rows: 2 }])
      assert.is(agent.requests.length, 3)
    },
  ))

test('a table sorted as text keeps what came in order', () => {
  const asText = ['1', '10', '11', '2', '3'].map(index => ({
    oid: `${a}.${index}`,
    type: SnmpType.Integer,
    value: Number(index),
  }))
  const behave = ({ id, varbinds }: AgentRequest): AgentReply => {
    const place = asText.findIndex(({ oid }) => oid === varbinds[0]!.oid)
    return { id, status: 0, index: 0, varbinds: [...asText.slice(place + 1), ...tail] }
  }
  return withAgent({ behave }, async ({ snmp }) => {
    const { columns, missing } = await snmp.columns([a])
    assert.equal(values(columns[0]!), [1, 10, 11])
    assert.equal(missing, [{ what: a, reason: 'not_increasing', rows: 3 }])
  })
})

/** Makes endless rows of the first column. */
const endless = (request: AgentRequest, reply: AgentReply): AgentReply => {
  let last = Number(request.varbinds[0]!.oid.slice(a.length + 1) || 0)
  return {
    ...reply,
    varbinds: reply.varbinds.map((varbind, at) =>
      at % request.varbinds.length === 0
        ? { oid: `${a}.${++last}`, type: SnmpType.Integer, value: 1 }
        : varbind,
    ),
  }
}

test('an endless table stops at the row limit, next to a table that ends', () => {
  return withAgent(
    { varbinds: [...column(b, 3), ...tail], behave: endless, tuning: { maxColumns: 2 } },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b], { maxRows: 500 })
      assert.equal([columns[0]!.size, columns[1]!.size], [500, 3])
      assert.equal(missing, [{ what: a, reason: 'row_limit', rows: 500 }])
    },
  )
})

test('an endless table stops at the time limit, and is not silent, whenever the time is over', async () => {
  for (let round = 0; round < 40; round++) {
    let last = 0
    await withAgent(
      {
        // No single answer is so late that the device counts as silent before the call is over.
        access: { timeoutMs: 10_000 },
        limits: { callMs: 30 + (round % 10) },
        wire: bytes => [{ bytes, afterMs: 7 }],
        behave: (_, reply) => ({
          ...reply,
          varbinds: [{ oid: `${a}.${++last}`, type: SnmpType.Integer, value: 1 }],
        }),
      },
      async ({ snmp }) => {
        const { columns, missing } = await snmp.columns([a])
        assert.ok(columns[0]!.size > 0)
        assert.equal(missing, [{ what: a, reason: 'time_limit', rows: columns[0]!.size }])
      },
    )
  }
})

test('answers without varbinds are neither rows nor an end', () =>
  withAgent({ behave: (_, reply) => empty(reply, 0) }, async ({ agent, snmp }) => {
    const { columns, missing } = await snmp.columns([a, b])
    assert.equal(
      columns.map(rows => rows.size),
      [0, 0],
    )
    assert.equal(
      missing.map(({ reason }) => reason),
      ['rejected', 'rejected'],
    )
    assert.ok(agent.requests.length < 20, `${agent.requests.length} requests`)
  }))

test('the next request continues after a short answer', async () => {
  for (const give of [1, 2, 3, 5, 7]) {
    await withAgent(
      { varbinds: table, behave: (_, reply) => ({ ...reply, varbinds: reply.varbinds.slice(0, give) }) },
      async ({ snmp }) => {
        const { columns, missing } = await snmp.columns([a, b, c])
        assert.equal(
          [values(columns[0]!), values(columns[2]!)],
          [upTo(30), upTo(30).map(row => -row)],
          `answers of ${give} varbinds`,
        )
        assert.equal([columns[1]!.size, missing.length], [30, 0])
      },
    )
  }
})

test('tooBig and genErr halve the request, and the working size is remembered', async () => {
  for (const status of [Status.tooBig, Status.genErr]) {
    await withAgent(
      { varbinds: table, behave: (_, reply) => (reply.varbinds.length > 6 ? empty(reply, status) : reply) },
      async ({ agent, snmp }) => {
        const { columns, missing } = await snmp.columns([a, b])
        assert.equal([columns[0]!.size, columns[1]!.size, missing.length], [30, 30, 0])
        // Two columns: 7 varbinds are three rows, as 6 are.
        assert.ok(
          snmp.learnt.maxVarbinds! >= 3 && snmp.learnt.maxVarbinds! <= 7,
          `learnt ${snmp.learnt.maxVarbinds}`,
        )
        const before = agent.requests.length
        const again = openSnmp({ ip: agent.ip, access: accessTo(agent.port), learnt: snmp.learnt })
        await again.columns([a, b])
        again.close()
        assert.ok(
          agent.requests.slice(before).every(({ repetitions }) => repetitions <= 3),
          'a next session begins with what was learnt',
        )
      },
    )
  }
})

test('an agent that refuses every GETBULK is walked by GETNEXT', () =>
  withAgent(
    {
      varbinds: table,
      behave: (request, reply) => (request.type === PduType.GetBulk ? empty(reply, Status.genErr) : reply),
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b, c])
      assert.equal([columns.map(rows => rows.size), missing], [[30, 30, 30], []])
    },
  ))

test('an agent that does not send large answers gets smaller requests', () =>
  withAgent(
    {
      varbinds: table,
      access: { timeoutMs: 25 },
      behave: (_, reply) => (reply.varbinds.length > 12 ? null : reply),
    },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal(
        [columns[0]!.size, columns[1]!.size, missing.length, snmp.learnt.noBulk],
        [30, 30, 0, false],
      )
      assert.ok(
        agent.requests.filter(({ type }) => type === PduType.GetBulk).length > 3,
        'GETBULK stays in use',
      )
    },
  ))

test('a column that the agent refuses is marked, the others are read', () =>
  withAgent(
    {
      varbinds: table,
      behave: (request, reply) =>
        request.varbinds.some(({ oid }) => oid === b)
          ? { ...empty(reply, Status.genErr), varbinds: request.varbinds }
          : reply,
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b, c])
      assert.equal(
        columns.map(rows => rows.size),
        [30, 0, 30],
      )
      assert.equal(missing, [{ what: b, reason: 'rejected', rows: 0 }])
    },
  ))

test('an agent silent on GETBULK is walked by GETNEXT, and that is remembered', () =>
  withAgent(
    {
      varbinds: table,
      access: { timeoutMs: 25 },
      behave: (request, reply) => (request.type === PduType.GetBulk ? null : reply),
    },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal(
        [columns[0]!.size, columns[1]!.size, missing.length, snmp.learnt.noBulk],
        [30, 30, 0, true],
      )
      assert.ok(snmp.stats.timeouts <= 4, `${snmp.stats.timeouts} waits in vain`)
      const before = agent.requests.length
      const again = openSnmp({ ip: agent.ip, access: accessTo(agent.port), learnt: snmp.learnt })
      await again.columns([a, b])
      again.close()
      assert.ok(agent.requests.slice(before).every(({ type }) => type === PduType.GetNext))
    },
  ))

test('SNMPv1 reads several columns at once; noSuchName ends the named column', () =>
  withAgent(
    { varbinds: [...column(a, 12), ...column(b, 4), ...column(c, 12)], access: { version: '1' } },
    async ({ agent, snmp }) => {
      const { columns, missing } = await snmp.columns([a, b, c, '1.3.6.1.2.1.80.1'])
      assert.equal(
        columns.map(rows => rows.size),
        [12, 4, 12, 0],
      )
      assert.equal(missing, [])
      assert.ok(agent.requests.every(({ version, type }) => version === 0 && type === PduType.GetNext))
    },
  ))

test('SNMPv1 agents with a wrong error-index, or none', async () => {
  for (const blame of [0, 1, 99]) {
    await withAgent(
      {
        varbinds: [...column(a, 6), ...column(c, 6)],
        access: { version: '1' },
        behave: (_, reply) => (reply.status === Status.noSuchName ? { ...reply, index: blame } : reply),
      },
      async ({ snmp }) => {
        const { columns, missing } = await snmp.columns([a, c, '1.3.6.1.2.1.80.1'])
        assert.equal([columns.map(rows => rows.size), missing], [[6, 6, 0], []], `error-index ${blame}`)
      },
    )
  }
})

/** The varbind at this position of an answer is outside the requested column. */
const left = (request: AgentRequest, oid: string, at: number) =>
  !oid.startsWith(`${request.varbinds[at % request.varbinds.length]!.oid.split('.').slice(0, 10).join('.')}.`)

/**
 * Omits ended columns from later rows, so that the position of a varbind no longer shows its column.
 */
const mixing = (request: AgentRequest, reply: AgentReply): AgentReply => {
  const width = request.varbinds.length
  const gone = new Set<number>()
  const varbinds = reply.varbinds.filter(({ oid }, at) => {
    if (gone.has(at % width)) return false
    if (left(request, oid, at)) gone.add(at % width)
    return true
  })
  return { ...reply, varbinds }
}
/** Omits ended columns from the first row too. */
const dropping = (request: AgentRequest, reply: AgentReply): AgentReply => {
  const varbinds = reply.varbinds.filter(({ oid }, at) => !left(request, oid, at))
  return varbinds.length > 0 ? { ...reply, varbinds } : reply
}

test('a column is the same if it is read alone, with others, and from an agent that omits ended columns', async () => {
  const uneven = [...column(a, 30), ...column(b, 7), ...column(c, 19), ...tail]
  for (const behave of [undefined, mixing, dropping]) {
    await withAgent({ varbinds: uneven, behave }, async ({ snmp }) => {
      const wide = await snmp.columns([a, b, c])
      for (const [position, oid] of [a, b, c].entries()) {
        const narrow = await snmp.columns([oid])
        assert.equal([...wide.columns[position]!], [...narrow.columns[0]!])
        assert.equal(narrow.missing, [])
      }
      assert.equal([wide.columns.map(rows => rows.size), wide.missing], [[30, 7, 19], []])
    })
  }
})

test('an endOfMibView at the wrong position is requested again', () =>
  withAgent(
    {
      varbinds: table,
      behave: (_, reply) => ({
        ...reply,
        varbinds: reply.varbinds.map((varbind, at) =>
          at === 4 ? { oid: '1.3.9', type: Exception.endOfMibView, value: null } : varbind,
        ),
      }),
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal([columns[0]!.size, columns[1]!.size, missing.length], [30, 30, 0])
    },
  ))

test('rows come in the order of the MIB', () =>
  withAgent(
    {
      varbinds: [1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 4_294_967_295].map(index => ({
        oid: `${a}.${index}`,
        type: SnmpType.Integer,
        value: 1,
      })),
    },
    async ({ snmp }) => {
      const oids = values((await snmp.columns([a])).columns[0]!).length
      assert.is(oids, 8)
      const keys = [...(await snmp.columns([a])).columns[0]!.keys()]
      assert.equal(keys, keys.toSorted(compareOids))
    },
  ))
