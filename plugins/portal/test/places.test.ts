import { distanceOf, boxesOf } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { add, keyOf, ports, startWorld, type World } from './world.ts'

const test = suite('portal: nearest elements')

interface Near {
  type: string
  id: number
  name: string
  status: string | null
  distance: number
  device: { id: number; ip: string; name: string }
  interface: { type: string } | null
  coordinates: { lat: number; lon: number }
}
interface Answer {
  status: number
  rows: Near[]
  meta: { total: number; limit: number; types: Record<string, number>; failed: unknown[] }
  code: string | null
}

let world!: World
let group!: { id: number }

async function near(
  lat: number,
  lon: number,
  more: Record<string, string> = {},
  key: string = world.admin,
): Promise<Answer> {
  const { status, body } = await world.http(
    'GET',
    `/portal/nearest-elements?${new URLSearchParams({ lat: String(lat), lon: String(lon), ...more })}`,
    undefined,
    key,
  )
  return { status, rows: body.data ?? [], meta: body.meta as never, code: body.error?.code ?? null }
}
const named = ({ rows }: Answer) => rows.map(({ name }) => name)

let host = 0
const place = (name: string, lat: number, lon: number, more: object = {}) =>
  add(world, '/device', { ip: `10.9.0.${++host}`, name, coordinates: { lat, lon }, enabled: false, ...more })

test.before(async () => {
  world = await startWorld()
  group = await add(world, '/device-group', { name: 'theirs' })
  const kyiv = await place('kyiv', 50.4501, 30.5234)
  await place('kyiv 500 m', 50.4546, 30.5234)
  await place('kyiv 3 km', 50.4771, 30.5234)
  await add(world, '/device', { ip: '10.9.1.1', name: 'nowhere', enabled: false })
  await ports(world, kyiv.id, [
    { name: 'onu 50 m', type: 'ONU', status: 'LOS', coordinates: { lat: 50.45055, lon: 30.5234 } },
    { name: 'port 100 m', status: 'Up', coordinates: { lat: 50.451, lon: 30.5234 } },
    { name: 'no place' },
  ])
})
test.after(() => world?.stop())

test('objects within the distance, nearest first, with status, distance and device', async () => {
  const answer = await near(50.4501, 30.5234)
  assert.equal(named(answer), ['kyiv', 'onu 50 m', 'port 100 m', 'kyiv 500 m'])
  assert.equal(
    [answer.meta.total, answer.meta.types, answer.meta.failed],
    [4, { device: 2, interface: 2 }, []],
  )
  const onu = answer.rows[1]!
  assert.equal(
    [onu.type, onu.interface!.type, onu.status, onu.device.name, onu.device.ip],
    ['interface', 'ONU', 'LOS', 'kyiv', '10.9.0.1'],
  )
  assert.ok(Math.abs(onu.distance - distanceOf({ lat: 50.4501, lon: 30.5234 }, onu.coordinates)) < 0.1)
  assert.is(answer.rows[0]!.distance, 0)
  assert.equal(named(await near(50.4501, 30.5234, { distance: '10000', type: 'device' })), [
    'kyiv',
    'kyiv 500 m',
    'kyiv 3 km',
  ])
  assert.equal(named(await near(50.4501, 30.5234, { distance: '100' })), ['kyiv', 'onu 50 m'])
  assert.equal(named(await near(50.4501, 30.5234, { status: 'LOS' })), ['onu 50 m'])
  assert.equal(named(await near(50.4501, 30.5234, { limit: '2' })), ['kyiv', 'onu 50 m'])
  assert.equal(named(await near(50.4501, 30.5234, { type: 'all', limit: '1' })), ['kyiv'])
})

test('places across the date line and near the poles', async () => {
  await place('east of 180', -17.0, 179.999)
  await place('west of 180', -17.0, -179.999)
  assert.equal(named(await near(-17, 179.9995)), ['east of 180', 'west of 180'])
  assert.equal(named(await near(-17, -180)).toSorted(), ['east of 180', 'west of 180'])
  await place('pole, one side', 89.999, 0)
  await place('pole, other side', 89.999, 180)
  await place('the pole', 90, 77)
  assert.equal(named(await near(89.9991, 0)), ['pole, one side', 'the pole', 'pole, other side'])
  await place('south', -90, 0)
  assert.equal(named(await near(-89.9995, -135)), ['south'])
})

test('a box contains the whole circle, wherever it is', () => {
  let seed = 7
  const next = () => (seed = (seed * 48271) % 2_147_483_647) / 2_147_483_647
  for (let n = 0; n < 3_000; n++) {
    const extreme = n % 3 === 0
    const centre = {
      lat: extreme ? (next() < 0.5 ? -1 : 1) * (90 - next() * 0.2) : next() * 180 - 90,
      lon: extreme ? (next() < 0.5 ? -1 : 1) * (180 - next() * 0.2) : next() * 360 - 180,
    }
    const metres = 100 + next() * 9_900
    const [bearing, angle, lat] = [
      next() * 2 * Math.PI,
      (metres * next()) / 6_371_008.8,
      (centre.lat * Math.PI) / 180,
    ]
    const there = Math.asin(
      Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing),
    )
    const lon =
      centre.lon +
      (Math.atan2(
        Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
        Math.cos(angle) - Math.sin(lat) * Math.sin(there),
      ) *
        180) /
        Math.PI
    const point = { lat: (there * 180) / Math.PI, lon: ((lon + 540) % 360) - 180 }
    const held = boxesOf(centre, metres).some(
      ({ west, south, east, north }) =>
        point.lon >= west && point.lon <= east && point.lat >= south && point.lat <= north,
    )
    assert.ok(held, JSON.stringify({ centre, metres, point }))
  }
})

test("only objects of the caller's groups are found", async () => {
  await place('hidden', 48, 37, { group_id: group.id })
  await place('shown', 48, 37.001)
  const key = await keyOf(world, ['global_search', 'device_show'], [-1])
  assert.equal(named(await near(48, 37, {}, key)), ['shown'])
  assert.equal(named(await near(48, 37)), ['hidden', 'shown'])
})

test('parameters at their limits', async () => {
  for (const [name, value] of [
    ['distance', '99'],
    ['distance', '10001'],
    ['distance', 'NaN'],
    ['lat', '90.1'],
    ['lat', '1e9999'],
    ['lon', '-180.1'],
    ['lon', ''],
    ['limit', '-1'],
    ['status', 'x'.repeat(31)],
  ] as const) {
    assert.is((await near(1, 1, { [name]: value })).status, 400, `${name}=${value}`)
  }
  const unknown = await near(1, 1, { type: 'castle' })
  assert.equal([unknown.status, unknown.code], [400, 'PORTAL_TYPE_UNKNOWN'])
  assert.is((await near(1, 1, { limit: '100000' })).meta.limit, 500)
  assert.is((await world.http('GET', '/portal/nearest-elements?lat=1')).status, 400)
})
