import { assert, suite } from '@linecard/test-kit'
import { createTotals } from '../src/interfaces/totals.ts'
import { serialForms } from '../src/interfaces/ident.ts'
import { sightingsOf, type FdbRow } from '../src/interfaces/sightings/sightings.ts'

const test = suite('inventory: bounds of what is kept in memory')

const hex = (n: number) => n.toString(16).toUpperCase().padStart(6, '0').match(/../g)!.join(':')
const learnt = (mac: string, port: number | null, more: Partial<FdbRow> = {}): FdbRow => ({
  interface:
    port === null
      ? null
      : ({ id: port, name: `1/${port}`, type: 'ETH', parent: null, if_index: port } as FdbRow['interface']),
  mac_address: mac,
  vlan_id: 10,
  status: 'LEARNED',
  is_dynamic: true,
  ...more,
})

test('of a hundred thousand addresses each port keeps its share, and ports with few of them go first', async () => {
  const rows = [
    ...Array.from({ length: 100_000 }, (_, n) => learnt(`02:00:00:${hex(n)}`, 24)),
    learnt('02:01:00:00:00:01', 1),
    ...Array.from({ length: 50 }, (_, n) => learnt(`02:02:00:${hex(n)}`, 2)),
  ]
  const { ports, rows: kept } = await sightingsOf(rows, { perPort: 60, perDevice: 100 })
  assert.equal(ports, [
    { bindKey: '1', macs: 1 },
    { bindKey: '2', macs: 50 },
    { bindKey: '24', macs: 100_000 },
  ])
  assert.equal(
    ['1', '2', '24'].map(key => kept.filter(({ bindKey }) => bindKey === key).length),
    [1, 50, 49],
  )
})

test('what is no station behind a port is left out, and each row counts once', async () => {
  const station = '02:00:00:00:00:01'
  const { ports, rows } = await sightingsOf(
    [
      learnt(station, 1),
      learnt(station, 1),
      learnt(station, 1, { vlan_id: null }),
      learnt(station, 1, { vlan_id: 70_000 }),
      learnt('02:00:00:00:00:02', null),
      learnt('02:00:00:00:00:03', 1, { status: 'SELF' }),
      learnt('02:00:00:00:00:04', 1, { status: 'INVALID' }),
      learnt('01:00:5E:00:00:01', 1),
      learnt('FF:FF:FF:FF:FF:FF', 1),
      learnt('00:00:00:00:00:00', 1),
    ],
    { perPort: 10, perDevice: 100 },
  )
  assert.equal(ports, [{ bindKey: '1', macs: 1 }])
  assert.equal(
    rows.map(({ mac, vlan }) => [mac, vlan]),
    [
      [station, 10],
      [station, 0],
    ],
  )
})

test('totals of long lists are counted once in a while, those of short ones each time', async () => {
  // lru-cache takes a time of 0 for none.
  let [now, counted] = [1, 0]
  const totals = createTotals(() => now)
  const ask = (question: unknown, total: number) =>
    totals(question, async () => {
      counted++
      return total
    })
  assert.equal(
    [
      await ask('long', 500_000),
      await ask('long', 1),
      await ask('short', 9_999),
      await ask('short', 3),
      counted,
    ],
    [500_000, 500_000, 9_999, 3, 3],
  )
  now += 5_001
  assert.equal([await ask('long', 500_001), counted], [500_001, 4])
  for (let n = 0; n < 300; n++) await ask(n, 20_000)
  assert.equal([await ask('long', 7), await ask(299, 7)], [7, 20_000])
})

test('a serial number is looked for in every spelling that a driver may have kept', () => {
  const forms = ['ZTEGC1086C70', '5A544547C1086C70', 'ZTEG:C1086C70', 'ZTEG-C1086C70']
  for (const given of ['ztegc1086c70', '5a544547c1086c70', 'ZTEG-C1086C70', '5A 54 45 47 C1 08 6C 70'])
    for (const form of forms) assert.ok(serialForms(given).includes(form), `${form} of ${given}`)
  assert.equal(serialForms(' no serial% '), ['NO SERIAL%'])
})
