import { SnmpType } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { ctrlOntReset, ponOntsStatus } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { readFileSync } from 'node:fs'
import { localTime } from '../src/columns.ts'
import driver from '../src/index.ts'
import { keyOf, parseName, placeOf, slotPortOnu, uplinkKey } from '../src/place.ts'

const test = suite('driver gcom places')
const place = (slot: number, port: number, onu: number | null) => ({ shelf: 0, slot, port, onu })

test('in slot 0 bind keys are those that clients hold; port 10 and slot 1 do not meet', () => {
  assert.is(keyOf(place(0, 1, null)), 1_001_000)
  assert.is(keyOf(place(0, 12, 5)), 1_012_005)
  assert.is(keyOf(place(0, 10, 1)), 1_010_001)
  assert.is(keyOf(place(1, 0, 1)), 1_100_001)
  assert.is(uplinkKey('e0/1'), 1001)
  assert.is(uplinkKey('e1/12'), 1112)
  assert.is(uplinkKey('p0/1'), null)
})

test('every place has its own key and index, and both give it back', () => {
  const seen = new Set<number>()
  for (let slot = 0; slot <= 9; slot++)
    for (let port = 0; port <= 99; port++)
      for (const onu of [null, 1, 64, 128, 999]) {
        const key = keyOf(place(slot, port, onu))!
        assert.not(seen.has(key), `${slot}/${port}:${onu}`)
        seen.add(key)
        assert.equal(placeOf(key), place(slot, port, onu))
        if (onu === null) continue
        const index = slotPortOnu.encode({ ...place(slot, port, onu), onu })!
        assert.is(index, `${slot}.${port}.${onu}`)
        assert.equal(slotPortOnu.decode(index), place(slot, port, onu))
      }
  for (const one of [place(10, 1, 1), place(0, 100, 1), place(0, 1, 1000), place(0, 1, 0)])
    assert.is(keyOf(one), null)
  for (const key of [1, 1001, 999_999, 2_000_000]) assert.is(placeOf(key), null)
  for (const index of ['0.1', '0.1.0', '0.1.2.3']) assert.is(slotPortOnu.decode(index), null)
})

test('names of ports and ONUs', () => {
  for (const [name, at] of [
    ['p0/12', place(0, 12, null)],
    ['0/12:5', place(0, 12, 5)],
    ['p0/12:5', place(0, 12, 5)],
    ['0/12/5', place(0, 12, 5)],
    ['P1/2', place(1, 2, null)],
  ] as const) {
    const { technology, ...found } = parseName(name)!
    assert.equal(found, at, name)
    assert.is(technology, 'epon')
  }
  for (const name of ['e0/1', '0/12', 'vlan1', 'p0/12:5x']) assert.is(parseName(name), null)
})

const read = (value: string) =>
  localTime('1').decode({ oid: '1', type: SnmpType.OctetString, value: Buffer.from(value) })

test('times in the notations of OLTs', () => {
  assert.is(read('2026/02/03 04:05:06'), '2026-02-03 04:05:06')
  assert.is(read('2026-2-3, 4:05:06'), '2026-02-03 04:05:06')
  assert.is(read('N/A'), null)
})

const index = buildIndex([driver])

test('a reset is written to the row of the ONU: slot, port and number, and not its bind key', async () => {
  const text = readFileSync(
    new URL('../recordings/gcom_el5610_16p/1.0/snmp.snmprec', import.meta.url),
    'utf8',
  )
  const known = index.models.get('gcom_el5610_16p')!
  const session = replaySession(parseSnmprec(text, 'gcom'), known)
  const set = session.snmp.set
  session.snmp.set = async varbinds => {
    await set(varbinds)
    // The ONU goes down.
    await set([{ oid: '1.3.6.1.4.1.13464.1.13.3.1.1.4.0.10.64', type: SnmpType.Integer, value: 0 }])
  }
  const done = (await known.modules
    .get(ctrlOntReset.name)!
    .run(session, { interface: 1_010_064, ident: '02:00:66:00:10:64' })) as { verified: boolean }
  assert.is(done.verified, true)
  assert.is(session.sent[0]!.oid, '1.3.6.1.4.1.13464.1.13.3.1.1.17.0.10.64')
  assert.is(session.sent[0]!.value, 1)
  const [row] = await session.call(ponOntsStatus, { interface: '0/10:64' }, { again: true })
  assert.is(row!.status, 'Offline')
})

const product = '1.3.6.1.4.1.13464.1.10.5'
const identities = [
  [`${product}.3`, 'GCOM EPON System', 'olt-1', 'gcom_el5610_series'],
  [`${product}.3`, 'GCOM EPON System', 'EL5610-04P', 'gcom_el5610_04p'],
  [`${product}.1`, 'GCOM EPON', 'OLT-08P', 'gcom_el5610_08p'],
  [product, 'the GCOM EPON OLT', 'EL5610-16P', 'gcom_el5610_16p'],
  [`${product}.1`, 'EPON', 'EL5610-16P', 'gcom_el5610_series_old'],
  [`${product}.3`, 'EPON', 'x', null],
] as const
for (const [objectId, descr, name, key] of identities)
  test(`${objectId} "${descr}" ${name} is ${key ?? 'none of ours'}`, async () =>
    assert.is(
      (await index.detect({ objectId, descr }, async (_, below) => (below ? null : name))).modelKey,
      key,
    ))

test('every model has an identity here', () => {
  const named = new Set<string | null>(identities.map(one => one[3]))
  assert.equal(
    driver.models.filter(one => !named.has(one.key)).map(one => one.key),
    [],
  )
})
