import { assert, suite } from '@linecard/test-kit'
import { inOlt, textOf } from './steps.ts'
import { keptBy } from './kept.ts'

/** What people have added to ONUs, through changes of registrations. */
const test = suite('registration: services stay, zte', { level: 'full' })

const sites = keptBy(test, ['C320', 'C600'])

test('C320: a line that was changed by hand is told before anything is sent, and `accept_loss` does it', async () => {
  const { world, shop, extras, points, fresh } = await sites.get('C320')!()
  const ident = fresh()
  await shop.register(ident)
  const number = inOlt(world, ident)!.id
  const rows = await world.call<{ success: boolean }[]>('multi_console_command', {
    commands: [
      'configure terminal',
      `interface ${points.port.replace('gpon_', 'gpon-onu_')}:${number}`,
      'no service-port 1',
      'service-port 1 vport 1 user-vlan 200 vlan 200',
      'end',
    ].map(text => ({ text })),
  })
  assert.ok(rows.every(({ success }) => success))
  const before = textOf(world)
  world.event({ do: 'fibre-cut', onu: ident })
  world.event({ do: 'appear', port: extras.other, serial: ident, type: points.type })
  const body = { device: { id: world.id }, ident, to: { port: extras.other } }
  const refused = await shop.post('move', body)
  assert.equal([refused.status, refused.error.code], [409, 'ONTS_REGISTRATION_CONFLICT'], refused.text)
  assert.ok(refused.text.includes('service-port 1 vport 1 user-vlan 200 vlan 200'), refused.text)
  assert.is(textOf(world), before)
  const done = await shop.post('move', { ...body, accept_loss: true })
  assert.is(done.status, 200, done.text)
  assert.ok(done.text.includes('"lost":["') && done.text.includes('user-vlan 200 vlan 200'), done.text)
})

test('C320 to C600: the plan of a cut-over tells what the other console cannot be given', async () => {
  const [first, other] = [await sites.get('C320')!(), await sites.get('C600')!()]
  const ident = await first.standing()
  const plan = async (more: object) => {
    const { rows } = await first.world.house.admin.post<{
      rows: { ident: string; state: string; error: { code: string; description: string } | null }[]
    }>('/component/onts_registration/cut-over', {
      from: { device: { id: first.world.id }, port: first.points.port },
      to: { device: { id: other.world.id }, port: other.points.port },
      ...more,
    })
    return rows.find(row => row.ident === ident)!
  }
  const refused = await plan({})
  assert.equal([refused.state, refused.error?.code], ['refused', 'ONTS_REGISTRATION_CONFLICT'])
  for (const line of ['service-port 2 vport 2', 'gemport 2 name IPTV', 'description iptv-box'])
    assert.ok(refused.error!.description.includes(line), refused.error!.description)
  assert.is((await plan({ accept_loss: true })).state, 'waiting')
})
