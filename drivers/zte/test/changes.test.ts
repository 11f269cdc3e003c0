import { readFile } from 'node:fs/promises'
import { DeviceError } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import {
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlOntReset,
  ctrlResetPort,
  fdb,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession, type Replay } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { largeBoardOnu, smallBoardOnu } from '../src/indexes.ts'

const test = suite('zte: changes')
const { models } = buildIndex([driver])
type Answer = { send: string; mode?: string; reply: string; snmp?: string[]; gone?: string[] }
const answer = (send: string, snmp?: string[], gone?: string[]): Answer => ({
  send,
  mode: 'config',
  reply: '',
  ...(snmp && { snmp }),
  ...(gone && { gone }),
})

async function session(folder: string, cli: readonly Answer[] = [], console = true): Promise<Replay> {
  const file = new URL(`../recordings/${folder}/snmp.snmprec`, import.meta.url)
  const known = models.get(folder.split('/')[0]!)!
  const made = replaySession(parseSnmprec(await readFile(file, 'utf8')), known, { cli, console })
  // Waits are skipped.
  return Object.assign(made, { signal: AbortSignal.abort() })
}
const c320 = 'zte_c320/2.1'
const c300 = 'zte_c300_fw_1_2/1.2.5'
const c600 = 'zte_c600_fw_12/1.2.1'

const failed = async (call: Promise<unknown>): Promise<DeviceError> => {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof DeviceError)) throw new Error(`no device error: ${String(error)}`)
  return error
}
const admin = '1.3.6.1.2.1.2.2.1.7.285278465'

test('a PON port is reset: it is shown off, then on', async () => {
  const one = await session(c320, [
    answer('interface gpon-olt_1/1/1'),
    answer('shutdown', [`${admin}|2|2`]),
    answer('no shutdown', [`${admin}|2|1`]),
  ])
  const { verified } = await one.call(ctrlResetPort, { interface: 'gpon_1/1/1' })
  assert.ok(verified)
  assert.equal(one.typed, [
    'config: interface gpon-olt_1/1/1',
    'config: shutdown',
    'config: interface gpon-olt_1/1/1',
    'config: no shutdown',
  ])
})

test('a reset after which the port stays off is an error that says so', async () => {
  const one = await session(c320, [
    answer('interface gpon-olt_1/1/1'),
    answer('shutdown', [`${admin}|2|2`]),
    answer('no shutdown'),
  ])
  const error = await failed(one.call(ctrlResetPort, { interface: 'gpon_1/1/1' }))
  assert.equal([error.kind, /still switched off/.test(error.message)], ['NotApplied', true])
})

test('a port that is switched off is not reset, and only PON ports are', async () => {
  const one = await session(c320, [])
  await one.snmp.set([{ oid: admin, type: 2, value: 2 }])
  assert.is((await failed(one.call(ctrlResetPort, { interface: 'gpon_1/1/1' }))).kind, 'NotApplied')
  assert.is((await failed(one.call(ctrlResetPort, { interface: 'xgei_1/4/2' }))).kind, 'BadArgument')
  assert.equal(one.typed, [])
})

test('the C600 restarts and resets ONUs by SETs of its own', async () => {
  for (const [module, column] of [
    [ctrlOntReboot, 1],
    [ctrlOntReset, 4],
  ] as const) {
    const one = await session(c600)
    const { accepted, verified } = await one.call(module, { interface: 'gpon_onu-1/3/1:1' })
    assert.equal([accepted, verified], [true, false], 'the recording does not go down')
    assert.equal(
      one.sent.map(({ oid, value }) => `${oid} ${String(value)}`),
      [`1.3.6.1.4.1.3902.1082.500.20.2.1.10.1.${column}.285278977.1 1`],
    )
  }
})

test('the admin state of an EPON ONU is set in the layout of its board', async () => {
  for (const [name, index] of [
    ['epon-onu_1/3/4:5', smallBoardOnu.encode({ shelf: 1, slot: 3, port: 4, onu: 5 })],
    ['epon-onu_1/16/16:64', largeBoardOnu.encode({ shelf: 1, slot: 16, port: 16, onu: 64 })],
  ] as const) {
    const one = await session(c300)
    const { verified } = await one
      .call(ctrlOntDisable, { interface: name, state: 'disable' })
      .catch(error => {
        if (error instanceof DeviceError && error.kind === 'NotApplied') return { verified: null }
        throw error
      })
    assert.equal(
      one.sent.map(({ oid }) => oid),
      [`1.3.6.1.4.1.3902.1015.1010.1.7.4.1.6.${index}`],
    )
    assert.ok(verified !== false, name)
  }
})

test('an EPON ONU is deleted at its port; its description has no known command', async () => {
  const one = await session(c300, [
    answer('interface epon-olt_1/3/4'),
    answer('no onu 5', [], ['1.3.6.1.4.1.3902.1015.1010.1.7.4.1.7.807077120']),
  ])
  assert.ok((await one.call(ctrlOntDelete, { interface: 'epon-onu_1/3/4:5' })).verified)
  const other = await session(c300)
  const change = other.call(ctrlOntDescr, { interface: 'epon-onu_1/3/4:5', description: 'x' })
  assert.is((await failed(change)).kind, 'Unsupported')
  assert.equal([other.typed, other.sent], [[], []])
})

test('the text that is shown is changed: the name of an ONU that has one', async () => {
  const names = '1.3.6.1.4.1.3902.1012.3.28.1.1'
  const interfaceOf = 'gpon-onu_1/1/1:2'
  const one = await session(c320, [
    answer(`interface ${interfaceOf}`),
    answer('name roof-7', [`${names}.2.268501248.2|4|roof-7`]),
  ])
  assert.ok((await one.call(ctrlOntDescr, { interface: interfaceOf, description: 'roof-7' })).verified)
  const none = await session(c320, [
    answer(`interface ${interfaceOf}`),
    answer('no name', [`${names}.2.268501248.2|4|`]),
    answer('no description', [`${names}.3.268501248.2|4|`]),
  ])
  assert.ok((await none.call(ctrlOntDescr, { interface: interfaceOf, description: '' })).verified)
})

test('case 27: another ONU under the same number is not touched', async () => {
  for (const folder of [c320, c600]) {
    const one = await session(folder)
    const interfaceOf = folder === c320 ? 'gpon-onu_1/1/1:1' : 'gpon_onu-1/3/1:1'
    for (const module of [ctrlOntDelete, ctrlOntReboot])
      assert.is(
        (await failed(one.call(module, { interface: interfaceOf, ident: 'ZTEG99999999' }))).kind,
        'InterfaceMoved',
      )
    assert.equal([one.typed, one.sent], [[], []])
  }
})

test('without a login to the console only the uplinks are told, and that the rest is missing', async () => {
  const one = await session(c320, [], false)
  const rows = await one.call(fdb, {})
  assert.equal(
    rows.map(row => row.interface?.name),
    ['xgei_1/4/2', 'gei_1/4/1'],
  )
  assert.ok(one.reports.some(({ what }) => what === 'MAC addresses behind ONUs'))
  for (const folder of [c320, c600]) {
    const other = await session(folder, [], false)
    const interfaceOf = folder === c320 ? 'gpon-onu_1/1/1:1' : 'gpon_onu-1/3/1:1'
    assert.is((await failed(other.call(fdb, { interface: interfaceOf }))).kind, 'Unsupported')
  }
})

test('a MAC address is searched with one command, and on all ports if the firmware cannot', async () => {
  const table = 'Total mac address : 1\n\n0200.0000.0c01   301   Dynamic   vport-1/3/1.1:1'
  const mac = '02:00:00:00:0C:01'
  const found = await session(c600, [{ send: 'show mac 0200.0000.0c01', reply: table }])
  assert.equal(
    (await found.call(fdb, { mac })).map(row => row.interface?.name),
    ['gpon_onu-1/3/1:1'],
  )
  const cannot = await session(c600, [
    { send: 'show mac 0200.0000.0c01', reply: '%Error 20202: Invalid input detected' },
    { send: 'show mac interface gpon_olt-1/3/1', reply: table },
    { send: 'show mac interface xgspon_olt-1/3/2', reply: 'Total mac address : 0' },
  ])
  assert.equal(
    (await cannot.call(fdb, { mac })).map(row => row.interface?.name),
    ['gpon_onu-1/3/1:1'],
  )
})

test('silence of the console is no empty table', async () => {
  const one = await session(c600, [{ send: 'show mac interface gpon_onu-1/3/1:1', reply: '' }])
  assert.is((await failed(one.call(fdb, { interface: 'gpon_onu-1/3/1:1' }))).kind, 'ParseFailed')
})
