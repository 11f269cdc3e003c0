import { readFile } from 'node:fs/promises'
import { DeviceError, type Module } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { ctrlOntDelete, ctrlOntReboot, ctrlOntUniAdminState, saveConfig } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('driver cdata: changes')
const index = buildIndex([driver])

/** What a change types and sets, and how it ends, on a recording whose rows do not go away. */
async function changed(
  folder: string,
  module: Module,
  args: Record<string, unknown>,
  alter = (text: string) => text,
) {
  const text = await readFile(new URL(`../recordings/${folder}/snmp.snmprec`, import.meta.url), 'utf8')
  const known = index.models.get(folder.split('/')[0]!)!
  const session = replaySession(parseSnmprec(alter(text)), known, { console: true })
  const typed: string[] = []
  Object.assign(session, {
    signal: AbortSignal.abort(),
    cli: {
      run: async (command: string, { mode = 'main' }: { mode?: string } = {}) => {
        typed.push(`${mode}: ${command}`)
        return ''
      },
    },
  })
  const outcome = await known.modules
    .get(module.name)!
    .run(session, args)
    .then(
      result => (result as { verified: boolean }).verified,
      (error: unknown) => (error instanceof DeviceError ? error.kind : String(error)),
    )
  return { outcome, typed, sent: session.sent.map(({ oid, value }) => `${oid} = ${String(value)}`) }
}

for (const [folder, name, typed] of [
  ['c_data_fd1608_fw3/V3.3.86', 'gpon 0/0/1:3', ['gpon-0: ont delete 1 3', 'config: save']],
  ['c_data_fd1700s_fw3/V3.1.4', 'gpon 0/2/1:1', ['gpon-2: ont delete 1 1', 'config: save']],
  ['c_data_fd1608/V1.6.2', 'pon0/0/8:64', ['gpon-0: ont delete 8 64', 'config: save']],
  ['c_data_fd1104sn/V1.3.7', 'pon1/4:64', ['main: olt 4', 'main: no-bind onu-id 64', 'main: exit']],
] as const)
  test(`${folder}: an ONU that is still there was not deleted`, async () => {
    const { outcome, typed: commands } = await changed(folder, ctrlOntDelete, { interface: name })
    assert.equal(commands, typed)
    assert.is.not(outcome, true)
  })

test('FD12xx changes its ONUs over SNMP', async () => {
  const one = { interface: 'pon0/0/2:1' }
  const deleted = await changed('c_data_fd1208s/V1.6.0', ctrlOntDelete, one)
  assert.equal([deleted.typed, deleted.sent], [[], ['1.3.6.1.4.1.17409.2.3.4.5.2.1.4.16780801 = 6']])
  assert.is.not(deleted.outcome, true)
  const restarted = await changed('c_data_fd1208s/V1.6.0', ctrlOntReboot, one)
  assert.equal(restarted.sent, ['1.3.6.1.4.1.17409.2.3.4.1.1.17.16780801 = 1'])
  assert.is.not(restarted.outcome, true)
})

for (const [module, args] of [
  [ctrlOntReboot, {}],
  [ctrlOntDelete, {}],
  [ctrlOntUniAdminState, { num: 1, state: 'disable' }],
] as const)
  test(`${module.name}: another ONU at this place is not touched`, async () => {
    const { outcome, typed, sent } = await changed('c_data_fd1608_fw3/V3.3.86', module, {
      interface: 'gpon 0/0/1:1',
      ident: 'CDTC99999999',
      ...args,
    })
    assert.equal([outcome, typed, sent], ['InterfaceMoved', [], []])
  })

test('an ONU that the OLT calls by another place is not touched', async () => {
  const { outcome, typed } = await changed(
    'c_data_fd1608_fw3/V3.3.86',
    ctrlOntReboot,
    { interface: 'gpon 0/0/1:1' },
    text => text.replace('gpon 0/0/1 onu 1 ', 'gpon 0/0/3 onu 7 '),
  )
  assert.equal([outcome, typed], ['NotApplied', []])
})

test('an ONU that is offline is not restarted', async () => {
  const { outcome, typed } = await changed('c_data_fd1608_fw3/V3.3.86', ctrlOntReboot, {
    interface: 'gpon 0/0/1:2',
  })
  assert.equal([outcome, typed], ['NotApplied', []])
})

test('a save is a SET, and nothing confirms its end', async () => {
  for (const [folder, oid] of [
    ['c_data_fd1608_fw3/V3.3.86', '1.3.6.1.4.1.17409.2.3.1.1.14.0'],
    ['c_data_fd1104sn/V1.3.7', '1.3.6.1.4.1.34592.1.3.1.2.12.0'],
  ] as const) {
    const { outcome, sent } = await changed(folder, saveConfig, {})
    assert.equal([outcome, sent], [false, [`${oid} = 1`]])
  }
})
