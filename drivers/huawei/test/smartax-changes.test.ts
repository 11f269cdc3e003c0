import { readFile } from 'node:fs/promises'
import { DeviceError } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import {
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlPortDescr,
  fdb,
  unregisteredOnts,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { smartAxCli } from '../src/cli.ts'
import { readAutofind } from '../src/smartax/parse/autofind.ts'
import { readMacAddresses } from '../src/smartax/parse/mac-address.ts'

const test = suite('driver huawei: changes and console of SmartAX')
const index = buildIndex([driver])

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof DeviceError ? `${error.kind}: ${error.message}` : String(error)),
  )

interface Answer {
  send: string
  reply: string
  mode?: string
}
async function recorded(cli: readonly Answer[], model = 'huawei_ma5603t', firmware = 'V800R013') {
  const text = await readFile(
    new URL(`../recordings/${model}/${firmware}/snmp.snmprec`, import.meta.url),
    'utf8',
  )
  const session = replaySession(parseSnmprec(text), index.models.get(model)!, { cli })
  Object.assign(session.access!, { console: true })
  return session
}
const config = (send: string, reply = ''): Answer => ({ send, reply, mode: 'config' })

const onu = 'GPON 0/1/0:7'
const services = 'undo service-port port 0/1/0 ont 7'
const deleted = [
  config('quit'),
  config('interface gpon 0/1'),
  config('ont delete 0 7', 'Number of ONTs that can be deleted: 1, success: 1'),
]

test('an ONU is deleted after its service ports', async () => {
  const session = await recorded([config(services, 'deleted: 2'), ...deleted])
  // The replay cannot delete the row, and a change that is not seen is no success.
  assert.match(
    await outcome(session.call(ctrlOntDelete, { interface: onu })),
    /^NotApplied: .*still registered/,
  )
  assert.equal(session.typed, [
    `config: ${services}`,
    'config: interface gpon 0/1',
    'config: ont delete 0 7',
    'config: quit',
  ])
})

test('an ONU without service ports is deleted too', async () => {
  const session = await recorded([
    config(services, '  Failure: No service virtual port can be operated'),
    ...deleted,
  ])
  await outcome(session.call(ctrlOntDelete, { interface: onu }))
  assert.is(session.typed.at(-2), 'config: ont delete 0 7')
})

test('nothing else is typed after a refusal', async () => {
  for (const words of ['  Failure: System is busy, please retry after a while', '  % Parameter error']) {
    const session = await recorded([config(services, words), ...deleted])
    assert.match(await outcome(session.call(ctrlOntDelete, { interface: onu })), /^CommandRejected/)
    assert.equal(session.typed, [`config: ${services}`])
  }
})

test('a deletion that fails in its second half says what is gone', async () => {
  const session = await recorded([
    config(services, 'The number of total service virtual port which have been deleted: 2'),
    config('interface gpon 0/1'),
    config('ont delete 0 7', '  Failure: The ONT is being configured'),
  ])
  const said = await outcome(session.call(ctrlOntDelete, { interface: onu }))
  assert.match(said, /^CommandRejected: .*being configured.*service ports were deleted before/s)
  const none = await recorded([
    config(services, '  Failure: No service virtual port can be operated'),
    config('interface gpon 0/1'),
    config('ont delete 0 7', 'Number of ONTs that can be deleted: 1, success: 0'),
    config('quit'),
  ])
  assert.match(await outcome(none.call(ctrlOntDelete, { interface: onu })), /^CommandRejected: .*success: 0/)
})

test('the ident may be written in every notation; another ONU at the place is not deleted', async () => {
  for (const ident of ['HWTC00000CC7', '4857544300000cc7', 'hwtc-00000cc7']) {
    const session = await recorded([config(services), ...deleted])
    assert.match(await outcome(session.call(ctrlOntDelete, { interface: onu, ident })), /^NotApplied/)
    assert.is(session.typed.length, 4)
  }
  const other = await recorded([config(services), ...deleted])
  const said = await outcome(other.call(ctrlOntDelete, { interface: onu, ident: 'HWTC00000CC8' }))
  assert.match(said, /^InterfaceMoved/)
  assert.equal([...other.typed, ...other.sent], [])
})

test('a description is one quoted text; the empty one is what the OLT shows for none', async () => {
  const typedFor = async (
    description: string,
    model?: string,
    firmware?: string,
    one: string | number = onu,
  ) => {
    const session = await recorded([], model, firmware)
    const said = await outcome(session.call(ctrlOntDescr, { interface: one, description }))
    return session.typed.length > 0 ? session.typed : said.split(':')[0]
  }
  const first = 'config: interface gpon 0/1'
  assert.equal(await typedFor('roof; 7'), [first])
  const whole = await recorded([
    config('interface gpon 0/1'),
    config('ont modify 0 7 desc "ONT_NO_DESCRIPTION"'),
    config('quit'),
  ])
  await outcome(whole.call(ctrlOntDescr, { interface: onu, description: '' }))
  assert.is(whole.typed.at(-2), 'config: ont modify 0 7 desc "ONT_NO_DESCRIPTION"')
  assert.is(await typedFor('x"\nreboot system'), 'BadArgument')
  assert.is(await typedFor('x'.repeat(65)), 'BadArgument')
  assert.equal(await typedFor('flat', 'huawei_ma5680t', 'V800R015', 'EPON 0/5/0:2'), [
    'config: interface epon 0/5',
  ])
})

test('an ONU that is not online is not restarted, and an ONU is no port', async () => {
  const session = await recorded([])
  assert.match(
    await outcome(session.call(ctrlOntReboot, { interface: onu })),
    /^NotApplied.*Nothing was sent/,
  )
  assert.match(
    await outcome(session.call(ctrlPortDescr, { interface: onu, description: 'x' })),
    /^BadArgument/,
  )
  assert.match(
    await outcome(session.call(ctrlOntDisable, { interface: 'GPON 0/1/0', state: 'disable' })),
    /^BadArgument/,
  )
  assert.equal([...session.typed, ...session.sent], [])
})

const line = '  -----------------------------------------------------------------------'
const heading = `${line}
   SRV-P BUNDLE TYPE MAC            MAC TYPE F /S /P   VPI  VCI   VLAN ID
   INDEX INDEX
${line}`
const macs = `${heading}
     214     -  gpon 0200-0000-0a01 dynamic  0 /1 /0   7    1         301
     215     -  gpon 0200-0000-0a02 static   0 /1 /0   0    2         302
       -     -  eth  0200-0000-0a03 dynamic  0 /9 /0   -    -         301
${line}
  Total: 3
  Note: F--Frame, S--Slot, P--Port, F/S/P indicates PW Index for PW,
        VPI indicates ONT ID for PON, VCI indicates GEM index for GPON`

test('MAC addresses stand at their ONUs, and those of uplinks at their ports', async () => {
  const session = await recorded([{ send: 'display mac-address all', reply: macs }])
  const rows = await session.call(fdb, {})
  assert.equal(
    rows.map(row => [row.mac_address, row.interface?.name, row.vlan_id, row.status, row.gem_port ?? null]),
    [
      ['02:00:00:00:0A:01', 'GPON 0/1/0:7', 301, 'LEARNED', 1],
      ['02:00:00:00:0A:02', 'GPON 0/1/0:0', 302, 'STATIC', 2],
      ['02:00:00:00:0A:03', 'ethernet0/9/0', 301, 'LEARNED', null],
    ],
  )
})

test('the smallest command is typed for one ONU, one port and one address', async () => {
  const cases = [
    [{ interface: onu }, 'display mac-address port 0/1/0 ont 7', ['02:00:00:00:0A:01']],
    [
      { interface: 'GPON 0/1/0' },
      'display mac-address port 0/1/0',
      ['02:00:00:00:0A:01', '02:00:00:00:0A:02'],
    ],
    [{ interface: 'ethernet0/9/0' }, 'display mac-address port 0/9/0', ['02:00:00:00:0A:03']],
    [{ mac: '02:00:00:00:0a:02' }, 'display location 0200-0000-0a02', ['02:00:00:00:0A:02']],
  ] as const
  for (const [args, send, found] of cases) {
    const session = await recorded([{ send, reply: macs }])
    assert.equal(
      (await session.call(fdb, args)).map(row => row.mac_address),
      found,
    )
    assert.equal(session.typed, [send])
  }
})

test('no MAC address is an empty list, silence and other words are not', () => {
  assert.equal(readMacAddresses('  Failure: There is not any MAC address record'), { rows: [], lost: 0 })
  assert.is(readMacAddresses(''), null)
  assert.is(readMacAddresses('  Failure: System is busy'), null)
  assert.equal(readMacAddresses(`${heading}\n     214     -  gpon 0200-0000-0a01 dyn`), { rows: [], lost: 1 })
  // Older firmware has no bundles.
  assert.equal(
    readMacAddresses('    99 epon 0200-0000-0a09 dynamic 0 /5 /3   12   -    30')?.rows.map(row => [
      row.mac,
      row.kind,
      row.onu,
      row.vlan,
    ]),
    [['02:00:00:00:0A:09', 'epon', 12, 30]],
  )
})

const autofind = `   ----------------------------------------------------------------------------
   Number              : 1
   F/S/P               : 0/1/0
   Ont SN              : 485754430A0B0C0D (HWTC-0A0B0C0D)
   Password            : 0x00000000000000000000
   Loid                :
   Checkcode           :
   VendorID            : HWTC
   Ont Version         : 15AD.A
   Ont SoftwareVersion : V5R019C00S065
   Ont EquipmentID     : EG8145V5
   Ont autofind time   : 2026-03-05 08:00:00+02:00
   ----------------------------------------------------------------------------
   Number              : 2
   F/S/P               : 0/ 5/3
   Ont MAC             : 0200-0000-0EFF
   Password            : abc
   ----------------------------------------------------------------------------
   The number of EPON autofind ONT is 1`

test('ONUs that wait, from the console', async () => {
  const found = readAutofind(autofind)!
  assert.equal(
    found.map(({ type, port, facts }) => [
      type,
      port.slot,
      port.port,
      facts.ident,
      facts.password,
      facts.since,
    ]),
    [
      ['gpon', 1, 0, 'HWTC0A0B0C0D', null, '2026-03-05 08:00:00'],
      ['epon', 5, 3, '02:00:00:00:0E:FF', 'abc', null],
    ],
  )
  assert.equal(readAutofind('  Failure: The automatically found ONTs do not exist'), [])
  assert.is(readAutofind('  Failure: System is busy'), null)
  const session = await recorded(
    [config('display ont autofind all', autofind)],
    'huawei_smart_ax',
    'V100R019',
  )
  assert.equal(
    (await session.call(unregisteredOnts, {})).map(row => [row._ident, row.interface?.name ?? null]),
    [
      ['HWTC0A0B0C0D', null],
      ['02:00:00:00:0E:FF', null],
    ],
  )
})

test('prompts, pager and questions of the console', () => {
  const { modes, pager, errors, newline } = smartAxCli
  const is = (pattern: RegExp, text: string) => new RegExp(`^(?:${pattern.source})$`).test(text)
  assert.ok(is(modes['user']!.prompt, 'MA5608T>'))
  assert.ok(is(modes['privileged']!.prompt, 'MA5800-X7#'))
  assert.ok(is(modes['config']!.prompt, 'MA5800-X7(config)#'))
  assert.ok(is(modes['config']!.prompt, 'MA5800-X7(config-if-gpon-0/1)#'))
  assert.not.ok(is(modes['privileged']!.prompt, 'MA5800-X7(config)#'))
  // CR LF would be two Enters: the second one answers a question with its default, no.
  assert.is(newline, '\n')
  const answerTo = (text: string) => pager.find(({ prompt }) => prompt.test(text))?.answer
  assert.is(answerTo("---- More ( Press 'Q' to break ) ----"), ' ')
  assert.is(answerTo('{ <cr>||<K> }:'), '\n')
  assert.is(answerTo('{ <cr>|vlan<K>|ont<K> }:'), '\n')
  assert.is(answerTo('{ ontid<U><0,127> }:'), undefined)
  assert.is(answerTo('  Are you sure? (y/n)[n]:'), undefined)
  assert.ok(errors.some(pattern => pattern.test('  Failure: The ONT does not exist')))
  assert.ok(errors.some(pattern => pattern.test("  % Unknown command, the error locates at '^'")))
})
