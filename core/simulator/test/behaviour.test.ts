import { assert, suite, until } from '@linecard/test-kit'
import { startDevice, type Behaviour, type Device } from '@linecard/simulator'
import snmp from 'net-snmp'
import { client, raw, textOf } from './client.ts'
import { small } from './small.ts'

const test = suite('simulator behaviour')
let device: Device
test.before(async () => {
  device = await startDevice({ ip: '127.8.3.1', port: 0, recording: small, seed: 5 })
})
test.after(() => device.stop())

const sysDescr = '1.3.6.1.2.1.1.1.0'
const ifDescr = '1.3.6.1.2.1.2.2.1.2'

/** Runs `ask` while the device has these faults, and removes them afterwards. */
async function behaving<T>(
  behaviour: Behaviour,
  ask: (session: ReturnType<typeof client>) => Promise<T>,
  options: Parameters<typeof client>[1] = {},
): Promise<T> {
  device.behaviour = behaviour
  const session = client(device, options)
  try {
    return await ask(session)
  } finally {
    session.close()
    device.behaviour = {}
  }
}
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error as Error).name,
  )

/** The outcome of a request that gets no answer. The device has it then, so that it meets no later fault. */
async function silence(ask: (session: ReturnType<typeof client>) => Promise<unknown>): Promise<string> {
  const before = device.requests
  const session = client(device, { timeout: 150 })
  const told = await outcome(ask(session))
  await until('the device has the request', () => device.requests > before)
  session.close()
  return told
}

/** A v2c GET of sysDescr, by hand: community public, request-id 7. */
const getDescr = Buffer.from(
  '302602010104067075626c6963a019020107020100020100300e300c06082b060102010101000500',
  'hex',
)
/** GETBULK of one column, max-repetitions 20. */
const bulkNames = Buffer.from(
  '302702010104067075626c6963a51a020107020100020114300f300d06092b06010201020201020500',
  'hex',
)

test('delayMs delays every answer', async () => {
  const started = performance.now()
  await behaving({ delayMs: 80 }, session => session.get(sysDescr))
  assert.ok(performance.now() - started >= 78)
})

/** The numbers of the requests that were answered, of 25. */
async function lossPattern(): Promise<number[]> {
  const other = await startDevice({
    ip: '127.8.3.2',
    port: 0,
    recording: small,
    seed: 11,
    behaviour: { loss: 0.4 },
  })
  const numbered = (id: number) => Buffer.from(getDescr).fill(id, 17, 18)
  let isLast = false
  const answers = await raw(
    other,
    Array.from({ length: 25 }, (_, id) => numbered(id)),
    {
      over(received, send) {
        if (other.requests < 25) return false
        // Answers come in the order of the requests: after that of a last one, which is not lost, none comes.
        other.behaviour = {}
        if (!isLast) send(numbered(99))
        isLast = true
        return received.at(-1)?.data[17] === 99
      },
      lingerMs: 0,
    },
  )
  await other.stop()
  return answers.slice(0, -1).map(({ data }) => data[17]!)
}

test('loss depends on the seed: the same requests are lost every time', async () => {
  const [first, second] = [await lossPattern(), await lossPattern()]
  const lost = 25 - first.length
  assert.equal(first, second)
  assert.ok(lost >= 4 && lost <= 16, `${lost} of 25 lost`)
})

test('truncate cuts a GETBULK to whole varbinds and makes a GET tooBig', async () => {
  const [column] = await behaving({ truncate: 120 }, session => session.getBulk([ifDescr], 0, 20))
  assert.ok(
    (column as unknown[]).length >= 1 && (column as unknown[]).length < 5,
    `${(column as unknown[]).length} rows`,
  )
  const failure: unknown = await behaving({ truncate: 120 }, session =>
    session.get(...[...small].slice(0, 8).map(({ oid }) => oid)).catch((error: unknown) => error),
  )
  assert.is((failure as { status: number }).status, snmp.ErrorStatus.TooBig)
  device.behaviour = { truncate: 120 }
  const [answer] = await raw(device, [bulkNames])
  device.behaviour = {}
  assert.ok(answer!.data.length <= 120, `${answer!.data.length} octets`)
})

test('cut sends invalid BER, which no client accepts as an answer', async () => {
  device.behaviour = { cut: 20 }
  const [answer] = await raw(device, [getDescr])
  device.behaviour = {}
  assert.is(answer!.data.length, 20)
})

test('silent: for all requests, after a number of requests, and for requests that name or reach a subtree', async () => {
  assert.is(
    await behaving({ silent: true }, () => silence(session => session.get(sysDescr))),
    'RequestTimedOutError',
  )
  const from = device.requests
  assert.equal(
    await behaving({ silent: { after: from + 2 } }, async session => [
      await outcome(session.get(sysDescr)),
      await outcome(session.get(sysDescr)),
      await silence(brief => brief.get(sysDescr)),
    ]),
    ['answered', 'answered', 'RequestTimedOutError'],
  )
  const under = { silent: { under: ['1.3.6.1.2.1.2.2.1.10'] } }
  assert.equal(
    await behaving(under, async session => [
      await outcome(session.get(sysDescr)),
      await outcome(session.getNext(ifDescr)),
      await silence(brief => brief.get('1.3.6.1.2.1.2.2.1.10.1')),
      await silence(brief => brief.getNext('1.3.6.1.2.1.2.2.1.2.300')),
      await silence(brief => brief.getBulk([ifDescr], 0, 20)),
      await outcome(session.getBulk([ifDescr], 0, 2)),
    ]),
    [
      'answered',
      'answered',
      'RequestTimedOutError',
      'RequestTimedOutError',
      'RequestTimedOutError',
      'answered',
    ],
  )
})

test('noBulk does not answer GETBULK, but answers GETNEXT', async () => {
  assert.equal(
    await behaving({ noBulk: true }, async session => [
      await silence(brief => brief.getBulk([ifDescr], 0, 5)),
      await outcome(session.getNext(ifDescr)),
    ]),
    ['RequestTimedOutError', 'answered'],
  )
})

test('maxRepetitions returns fewer rows than requested; silentAboveRepetitions does not answer', async () => {
  const [column] = await behaving({ maxRepetitions: 2 }, session => session.getBulk([ifDescr], 0, 20))
  assert.is((column as unknown[]).length, 2)
  assert.equal(
    await behaving({ silentAboveRepetitions: 40 }, async session => [
      await silence(brief => brief.getBulk([ifDescr], 0, 50)),
      await outcome(session.getBulk([ifDescr], 0, 40)),
    ]),
    ['RequestTimedOutError', 'answered'],
  )
})

test('versions: an agent supports only SNMPv1', async () => {
  const only: Behaviour = { versions: ['1'] }
  assert.is(await behaving(only, () => silence(session => session.get(sysDescr))), 'RequestTimedOutError')
  assert.is(
    await behaving(only, session => outcome(session.get(sysDescr)), { version: snmp.Version1 }),
    'answered',
  )
})

test('communities other than public and private are possible', async () => {
  const other = await startDevice({
    ip: '127.8.3.3',
    port: 0,
    recording: small,
    communities: { read: 'look', write: 'touch' },
  })
  const [look, touch, stranger] = ['look', 'touch', 'public'].map(community =>
    client(other, { community, ...(community === 'public' ? { timeout: 100 } : {}) }),
  )
  const set = { oid: '1.3.6.1.2.1.1.5.0', type: 4, value: 'new' }
  assert.equal(
    [
      await outcome(look!.get(sysDescr)),
      await outcome(look!.set(set)),
      await outcome(touch!.set(set)),
      await outcome(stranger!.get(sysDescr)),
    ],
    ['answered', 'RequestFailedError', 'answered', 'RequestTimedOutError'],
  )
  for (const session of [look, touch, stranger]) session!.close()
  await other.stop()
})

test('wrongSource answers from another port, duplicate answers twice, reorder sends the later answer first', async () => {
  device.behaviour = { wrongSource: true }
  const [stray] = await raw(device, [getDescr])
  device.behaviour = { duplicate: true }
  const twice = await raw(device, [getDescr], { over: received => received.length >= 2 })
  device.behaviour = { reorder: true }
  const second = Buffer.from(getDescr)
  second[17] = 8
  const swapped = await raw(device, [getDescr, second])
  const alone = await raw(device, [getDescr])
  device.behaviour = {}
  assert.ok(stray && stray.port !== device.port)
  assert.is(twice.length, 2)
  assert.ok(twice[0]!.data.equals(twice[1]!.data))
  assert.equal(
    swapped.map(({ data }) => data[17]),
    [8, 7],
  )
  assert.is(alone.length, 1)
})

test('errors: requests for a subtree get an error-status', async () => {
  const failure: unknown = await behaving(
    { errors: [{ under: '1.3.6.1.2.1.2', status: snmp.ErrorStatus.GeneralError }] },
    session => session.getBulk([ifDescr], 0, 3).catch((error: unknown) => error),
  )
  assert.is((failure as { status: number }).status, snmp.ErrorStatus.GeneralError)
})

test('tamper changes, drops and replaces answers', async () => {
  const [row] = await behaving(
    {
      tamper: answer => ({
        ...answer,
        varbinds: answer.varbinds.map(varbind => ({
          ...varbind,
          type: 4,
          value: Buffer.from('not a number'),
        })),
      }),
    },
    session => session.get('1.3.6.1.2.1.2.2.1.10.1'),
  )
  assert.equal([row!.type, textOf(row)], [4, 'not a number'])
  const asked: unknown[] = []
  assert.is(
    await behaving(
      {
        tamper: (_, request) => {
          asked.push(request)
          return null
        },
      },
      () => silence(session => session.getNext(ifDescr)),
    ),
    'RequestTimedOutError',
  )
  assert.equal(asked, [{ type: 'getNext', oids: [ifDescr] }])
  device.behaviour = { tamper: () => Buffer.from('garbage') }
  const [answer] = await raw(device, [getDescr])
  device.behaviour = {}
  assert.is(answer!.data.toString(), 'garbage')
})

test('a device counts its requests, and does not answer after its stop', async () => {
  const other = await startDevice({
    ip: '127.8.3.4',
    port: 0,
    recording: small,
    behaviour: { delayMs: 5000 },
  })
  await raw(other, [getDescr, getDescr, Buffer.from('x')], { over: () => other.requests === 3, lingerMs: 0 })
  assert.equal([other.requests, other.malformed], [3, 1])
  await other.stop()
  await other.stop()
  const again = await startDevice({ ip: other.ip, port: other.port, recording: small })
  await again.stop()
})
