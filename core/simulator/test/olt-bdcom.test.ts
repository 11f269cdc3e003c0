import { assert, suite } from '@linecard/test-kit'
import { identOf, isOnline, onuWith } from '@linecard/simulator'
import { operator } from './operator.ts'

const test = suite('registration on the console of living OLTs of BDCOM')

const login = [
  ['admin', 'Password: '],
  ['admin', 'olt>'],
  ['enable', 'Password: '],
  ['en-1', 'olt#'],
  ['terminal length 0', 'olt#'],
  ['config', 'olt_config#'],
] as const
const at = (model: string) => operator({ vendor: 'bdcom', model, login, first: 'Username: ' })

test('EPON: a found ONU is bound, gets its service, is online, and leaves nothing behind', async () => {
  const { olt, clock, running, type, types, leave } = await at('P3310C')
  try {
    olt.do({ do: 'appear', port: 'EPON0/2', serial: '84:79:73:00:00:01', type: 'F660' })
    const before = running()
    const waiting = await type('show epon rejected-onu')
    assert.match(waiting, /on interface EPON0\/2:\n +8479\.7300\.0001$/)
    await types([
      'interface EPON0/2',
      'epon bind-onu mac 8479.7300.0001 7',
      'interface EPON0/2:7',
      'description house-7',
      'epon onu port 1 ctc vlan mode tag 100',
      'epon onu port 2 ctc vlan mode trunk 100 200,300-310',
      'epon onu port 2 ctc mcst mc-vlan add 200',
      'epon onu port 1 ctc loopback detect',
      'epon sla downstream pir 100000 cir 512',
      'switchport port-security mode dynamic',
      'switchport port-security dynamic maximum 1',
    ])
    assert.is(await type('show epon rejected-onu'), '')
    const own = await type('show running-config interface EPON0/2:7')
    for (const line of [
      'description house-7',
      'epon onu port 1 ctc vlan mode tag 100 priority 0',
      'epon onu port 2 ctc vlan mode trunk 100 200,300-310',
      'epon onu port 2 ctc mcst mc-vlan add 200',
      'epon sla downstream pir 100000 cir 512',
      'switchport port-security dynamic maximum 1',
    ])
      assert.ok(own.includes(`\n ${line}\n`), line)
    assert.match(running(), /\n epon bind-onu mac 8479\.7300\.0001 7\n/)
    clock.advance(6_000)
    const onu = onuWith(olt, identOf('847973000001')!)!
    assert.ok(isOnline(onu, olt.now()))
    await types(['exit', 'interface epon0/2', 'no epon bind-onu mac 8479.7300.0001'])
    assert.is(running(), before)
    assert.match(await type('show epon rejected-onu interface EPON0/2'), /8479\.7300\.0001/)
  } finally {
    await leave()
  }
})

test('EPON: what the OLT refuses changes nothing', async () => {
  const { olt, running, types, leave } = await at('P3310C')
  try {
    const taken = olt.pons[0]!.onus[0]!.serial.toString('hex')
    const before = running()
    await types([
      'interface EPON0/1',
      ['epon bind-onu mac 8479.7300 9', /^Parameter invalid$/],
      ['epon bind-onu mac 8479.7300.0001 1', /^% Sequence is already used/],
      ['epon bind-onu mac 8479.7300.0001 65', /^Parameter invalid$/],
      [`epon bind-onu mac ${taken} 9`, /^% ONU is already bound on EPON0\/1:1$/],
      ['epon bind-onu sn ABCD:00000001 9', /^Unknown command$/],
      ['gpon bind-onu sn ABCD:00000001 9', /^Unknown command$/],
      ['no epon bind-onu mac 8479.7300.0001', /^% ONU is not bound$/],
      ['no epon bind-onu sequence 9', /^% ONU is not bound$/],
      ['description x', /^Unknown command$/],
      ['interface EPON0/1:9', /^Parameter invalid$/],
      'interface EPON0/1:1',
      ['epon onu port 9 ctc vlan mode tag 100', /^Parameter invalid$/],
      ['epon onu port 1 ctc vlan mode tag 4095', /^Parameter invalid$/],
      ['epon onu port 1 ctc vlan mode', /^Incomplete command$/],
      ['epon sla upstream pir 100 cir 50', /^Parameter invalid$/],
      ['epon sla upstream pir 1000 cir 2000', /^Parameter invalid$/],
      ['description two words', /^Unknown command$/],
      { line: 'epon onu port 1 ctc vlan mode tag 200', asks: /Are you sure\?\(y\/n\)$/, answer: 'n' },
    ])
    assert.is(running(), before)
    await types([
      { line: 'epon onu port 1 ctc vlan mode tag 200', asks: /Are you sure\?\(y\/n\)$/, answer: 'y' },
    ])
    assert.match(running(), /EPON0\/1:1\n[^!]*vlan mode tag 200 priority 0/)
  } finally {
    await leave()
  }
})

test('GPON: profiles, a router with PPPoE, and nothing left behind', async () => {
  const { olt, running, type, types, leave } = await at('GP3600-08')
  try {
    olt.do({ do: 'appear', port: 'GPON0/3', serial: 'ZTEGC0000001', type: 'F660' })
    const before = running()
    await types([
      'interface GPON0/3',
      ['gpon bind-onu sn ZTEGC000 9', /^Parameter invalid$/],
      'gpon bind-onu sn 5A544547C0000001 9',
      ['gpon bind-onu sn ZTEG:C0000001 10', /^% ONU is already bound on GPON0\/3:9$/],
      'interface GPON0/3:9',
      'description house-9',
      'gpon onu flow-mapping-profile flow-mapping-default-hgu',
      'gpon onu tcont-virtual-port-bind-profile tvbind-default',
      ['gpon onu flow-mapping-profile nothing', /^% Profile nothing does not exist$/],
      'gpon onu uni 2 vlan-profile iptv',
      'gpon onu uni 2 uni-profile uni-quiet',
      'gpon onu wan 1 connection-type pppoe',
      'gpon onu wan 1 pppoe username house9 password s3cret',
      'gpon onu wan 1 tci vlan 100',
      'gpon onu wan 1 bind lan1 lan2 ssid1',
      ['gpon onu wan 1 bind lan1 lan9', /^Parameter invalid$/],
      ['gpon onu wan 9 nat enable', /^Parameter invalid$/],
      ['gpon onu uni 9 vlan-profile iptv', /^Parameter invalid$/],
    ])
    const own = await type('show running-config interface GPON0/3:9')
    assert.match(own, / gpon onu wan 1 tci vlan 100 priority 0\n/)
    assert.match(own, / gpon onu uni 2 vlan-profile iptv\n/)
    await types(['no gpon onu wan 1'])
    assert.not.match(await type('show running-config interface GPON0/3:9'), /wan 1/)
    await types(['interface GPON0/3', 'no gpon bind-onu sequence 9'])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})

test('the order of commands does not matter; a mode of an ONU that is gone changes nothing', async () => {
  const { olt, running, types, leave } = await at('GP3600-08')
  try {
    const lines = ['gpon onu uni 1 vlan-profile iptv', 'gpon onu flow-mapping-profile flow-mapping-triple']
    const texts = []
    for (const order of [lines, lines.toReversed()]) {
      await types(['interface GPON0/1', 'gpon bind-onu sn ZTEGC0000009 9', 'interface GPON0/1:9', ...order])
      texts.push(running())
      await types(['interface GPON0/1', 'no gpon bind-onu sn ZTEGC0000009'])
    }
    assert.is(texts[0], texts[1])
    await types(['interface GPON0/1:1'])
    olt.do({ do: 'delete', onu: 'GPON0/1:1' })
    const before = running()
    await types([
      ['description late', /^Parameter invalid$/],
      ['gpon onu uni 1 vlan-profile iptv', /^Parameter invalid$/],
    ])
    assert.is(running(), before)
  } finally {
    await leave()
  }
})
