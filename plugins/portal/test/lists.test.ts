import { assert, suite } from '@linecard/test-kit'
import { add, ports, startWorld, type World } from './world.ts'

const test = suite('portal: the free text of lists')

let world!: World
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

test('the page and the total of a text filter agree, also for MAC addresses in any notation', async () => {
  const device = await add(world, '/device', { ip: '10.1.0.6', name: 'olt-north', enabled: false })
  await ports(
    world,
    device.id,
    Array.from({ length: 30 }, (_, n) => ({
      name: `p${n}`,
      type: n % 2 ? 'ONU' : 'ETH',
      mac: `30:99:35:00:12:${n.toString(16).padStart(2, '0').toUpperCase()}`,
    })),
  )
  for (const query of ['30:99:35:00:12', '3099.3500.12', '309935', 'p']) {
    const { status, body } = await world.http('GET', `/device-interface?query=${query}&limit=10`)
    assert.equal(
      [query, status, (body.data as unknown[])?.length, (body.meta as { total: number } | null)?.total],
      [query, 200, 10, 30],
    )
  }
  for (const limit of [0, 1, 10]) {
    const { status, body } = await world.http('GET', `/device?query=olt-n&limit=${limit}`)
    assert.equal(
      [status, (body.data as unknown[]).length, (body.meta as unknown as { total: number }).total],
      [200, Math.min(1, limit), 1],
    )
  }
})
