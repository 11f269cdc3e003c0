import { SnmpType, type SnmpSession, type Varbind } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { noteChange, shareOf } from '../src/calls/share.ts'

const test = suite('equipment: what the calls of one operation share')

/** An agent whose values are `<oid>=<text>`; it notes what it is asked. */
function agent(values: Record<string, string>) {
  const asked: string[][] = []
  const cell = (oid: string): Varbind => ({
    oid,
    type: SnmpType.OctetString,
    value: Buffer.from(values[oid]!),
  })
  const found = (oids: readonly string[]) =>
    new Map(oids.filter(oid => oid in values).map(oid => [oid, cell(oid)]))
  const snmp: SnmpSession = {
    get: async (oids, { also = [] } = {}) => {
      asked.push([...also, ...oids])
      return found([...also, ...oids])
    },
    columns: async (oids, { also = [] } = {}) => {
      asked.push([...also, ...oids])
      return { columns: oids.map(() => new Map()), missing: [], also: found(also) }
    },
    set: async () => undefined,
  }
  return { asked, snmp, values }
}
const texts = (values: ReadonlyMap<string, Varbind>) =>
  Object.fromEntries([...values].map(([oid, { value }]) => [oid, String(value)]))

test('a value of an earlier call is not asked again, an absent one neither', async () => {
  const { snmp, asked } = agent({ '1.1': 'a', '1.2': 'b' })
  const [operation, memory] = [{}, {}]
  const first = shareOf(operation, 'olt', memory)
  await first.snmp(snmp).get(['1.1', '1.9'])
  assert.not.ok(first.used)
  first.keep()
  const second = shareOf(operation, 'olt', memory)
  assert.equal(texts(await second.snmp(snmp).get(['1.1', '1.9', '1.2'])), { '1.1': 'a', '1.2': 'b' })
  assert.equal(asked, [['1.1', '1.9'], ['1.2']])
  assert.ok(second.used)
})

test('what came from an earlier call has the time at which that was read', async () => {
  const { snmp } = agent({ '1.1': 'a', '1.2': 'b' })
  const [operation, memory] = [{}, {}]
  const first = shareOf(operation, 'olt', memory)
  const before = performance.now()
  await first.snmp(snmp).get(['1.1'])
  const after = performance.now()
  assert.is(first.readAt, Infinity)
  first.keep()
  const second = shareOf(operation, 'olt', memory)
  await second.snmp(snmp).get(['1.2'])
  assert.is(second.readAt, Infinity)
  await second.snmp(snmp).get(['1.1', '1.2'])
  assert.ok(second.readAt >= before && second.readAt <= after)
})

test('a call asks again what it has read itself, and what a failed call has read', async () => {
  const { snmp, asked, values } = agent({ '1.1': 'a' })
  const [operation, memory] = [{}, {}]
  const own = shareOf(operation, 'olt', memory).snmp(snmp)
  await own.get(['1.1'])
  values['1.1'] = 'b'
  assert.equal(texts(await own.get(['1.1'])), { '1.1': 'b' })
  await shareOf(operation, 'olt', memory).snmp(snmp).get(['1.1'])
  assert.is(asked.length, 3)
})

test('nothing is shared with another operation, another device, or over a change', async () => {
  const { snmp, asked } = agent({ '1.1': 'a' })
  const [operation, memory] = [{}, {}]
  const read = async (of: object | undefined, device: string) => {
    const share = shareOf(of, device, memory)
    await share.snmp(snmp).get(['1.1'])
    share.keep()
  }
  await read(operation, 'olt')
  await read({}, 'olt')
  await read(undefined, 'olt')
  await read(operation, 'other')
  assert.is(asked.length, 4)
  await read(operation, 'other')
  assert.is(asked.length, 4)
  noteChange(memory)
  await read(operation, 'other')
  assert.is(asked.length, 5)
})

test('what was read while the device was changed is not kept', async () => {
  const { snmp, asked } = agent({ '1.1': 'a' })
  const [operation, memory] = [{}, {}]
  const share = shareOf(operation, 'olt', memory)
  await share.snmp(snmp).get(['1.1'])
  noteChange(memory)
  share.keep()
  await shareOf(operation, 'olt', memory).snmp(snmp).get(['1.1'])
  assert.is(asked.length, 2)
})

for (const how of ['get', 'columns'] as const)
  test(`a proof goes with the next ${how} that is sent, and another value breaks the share`, async () => {
    const { snmp, asked, values } = agent({ '1.1': 'a', '9.1': 'ZTEG00000001', '2.1': 'x' })
    const [operation, memory] = [{}, {}]
    const first = shareOf(operation, 'olt', memory)
    await first.snmp(snmp).get(['1.1'], { also: ['9.1'] })
    first.keep()
    const ask = async () => {
      const share = shareOf(operation, 'olt', memory)
      const own = share.snmp(snmp)
      assert.equal(texts(await own.get(['1.1'], { also: ['9.1'] })), { '9.1': 'ZTEG00000001', '1.1': 'a' })
      const sent = how === 'get' ? own.get(['2.1']) : own.columns(['2'])
      return {
        share,
        failed: await sent.then(
          () => false,
          () => true,
        ),
      }
    }
    const same = await ask()
    assert.equal([same.share.broken, same.failed], [false, false])
    assert.ok(asked.at(-1)!.includes('9.1'))
    values['9.1'] = 'ZTEG00000002'
    const other = await ask()
    assert.equal([other.share.broken, other.failed], [true, true])
    await shareOf(operation, 'olt', memory).snmp(snmp).get(['1.1'])
    assert.is(asked.at(-1)![0], '1.1')
  })
