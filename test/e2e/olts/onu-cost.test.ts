import { assert, suite } from '@linecard/test-kit'
import { withoutReadings, type Installation } from '../../support/installation.ts'
import { startOlts, until, type OltWorld } from './world.ts'

/** What one ONU complete costs its OLT, in requests of SNMP. */
const test = suite('olts: one ONU complete in few requests', { level: 'full' })

const plans = {
  C320: { vendor: 'zte', model: 'C320', onusOnEveryPort: 8 },
  C600: { vendor: 'zte', model: 'C600', onusOnEveryPort: 8 },
  'MA5800-X7': { vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: 8 },
} as const
/** Everything, with ports, MAC addresses and counters. Huawei has four more tables of it. */
const most: Readonly<Record<string, number>> = { C320: 6, C600: 6, 'MA5800-X7': 9 }
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
  await withoutReadings(house.admin)
})
test.after(() => house?.stop())

interface Complete {
  ident: { value: string | null }
  status: { status: string } | null
  optical: { rx: number | null; olt_rx: number | null } | null
  reasons: object | null
  counters: object | null
}

for (const name of Object.keys(plans)) {
  const complete = (world: OltWorld, id: number) =>
    house.admin.ask<Complete>('GET', `/component/olts/onts/${world.id}/${id}`, { query: { from: 'device' } })

  test(`${name}: state, light, reasons and ident in two requests, all the rest in few more`, async () => {
    const world = worlds.get(name)!
    const one = await world.online(0)
    await until(
      async () => [
        world.device.requests,
        await new Promise(done => setTimeout(done, 700)),
        world.device.requests,
      ],
      ([before, , after]) => before === after,
      'the OLT is still being read',
    )
    await complete(world, one.id)
    const asked: string[][] = []
    world.device.behaviour.tamper = (answer, { oids }) => {
      asked.push([...oids])
      return answer
    }
    const { status, data, text } = await complete(world, one.id)
    delete world.device.behaviour.tamper
    assert.is(status, 200, text)
    assert.is(data.ident.value, one.ident)
    assert.is(data.status?.status, 'Online')
    assert.type(data.optical?.rx, 'number')
    assert.type(data.optical?.olt_rx, 'number')
    assert.ok(data.reasons && data.counters)
    assert.ok(asked.length > 2 && asked.length <= most[name]!, JSON.stringify(asked, null, 1))
    // After the second request there is light, and the others ask nothing that came before, except the proof.
    const [first, second, ...rest] = asked.map(oids => new Set(oids))
    const known = new Set([...first!, ...second!])
    const again = rest.map(oids => [...oids].filter(oid => known.has(oid)))
    assert.ok(
      again.every(oids => oids.length <= 1),
      JSON.stringify(again),
    )
  })

  test(`${name}: an ONU that is replaced in the middle of the operation is not mixed with the old one`, async () => {
    const world = worlds.get(name)!
    const one = await world.online(1)
    const before = one.onu.serial
    let requests = 0
    world.device.behaviour.tamper = answer => {
      requests++
      // The second request still has the old ONU, the third one finds the new one.
      if (requests === 2) one.onu.serial = Buffer.from('5A54454700ABCDEF', 'hex')
      return answer
    }
    const { status, error } = await complete(world, one.id)
    delete world.device.behaviour.tamper
    one.onu.serial = before
    assert.is(status, 409)
    assert.is(error.code, 'INTERFACE_MOVED')
  })
}
