import { assert, suite } from '@linecard/test-kit'
import { DeviceError } from '../../src/index.ts'
import {
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlOntUniAdminState,
  ctrlPortDescr,
  interfaceDescriptions,
} from '../../src/modules/index.ts'
import type { Replay } from '../../src/testing/index.ts'
import { octetsTo } from '../../src/builders/control/act.ts'
import { forPorts } from '../../src/onus/index.ts'
import { cell, olt, recorded, session, verifiedOn } from './small-olt.ts'

const test = suite('ONUs: changes')

const failed = async (call: Promise<unknown>): Promise<DeviceError> => {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof DeviceError)) throw new Error(`no device error: ${String(error)}`)
  return error
}
const seen = { id: 1001, name: 'pon1:1', ident: 'ZTEG30303031' }

test('admin state, description and an Ethernet port are read back', async () => {
  const interfaceOf = { interface: 'pon1:1' }
  for (const change of [
    (one: Replay) => one.call(ctrlOntDisable, { ...interfaceOf, state: 'disable' }),
    (one: Replay) => one.call(ctrlOntDescr, { ...interfaceOf, description: 'contract 7' }),
    (one: Replay) => one.call(ctrlOntUniAdminState, { ...interfaceOf, num: '1', state: 'disable' }),
  ]) {
    const one = session()
    const { accepted, verified } = await change(one)
    assert.equal([accepted, verified, one.sent.length], [true, true, 1])
  }
})

test('an OLT that answers and does nothing is not believed', async () => {
  const error = await failed(
    session({ deaf: ['state'] }).call(ctrlOntDisable, { interface: 'pon1:1', state: 'disable' }),
  )
  assert.is(error.kind, 'NotApplied')
  assert.match(error.message, /the admin state of pon1:1 is Enabled after the change/)
})

test('a restart is verified when the ONU goes down', async () => {
  const { verified, evidence } = await session().call(ctrlOntReboot, { interface: 'pon1:1' })
  assert.ok(verified)
  assert.match(evidence!, /The ONU went down: PowerOff/)
})

test('an ONU that is not online is not restarted, and nothing is sent', async () => {
  const one = session()
  const error = await failed(one.call(ctrlOntReboot, { interface: 'pon1:2' }))
  assert.is(error.kind, 'NotApplied')
  assert.match(error.message, /pon1:2 is LOS.*Nothing was sent/)
  assert.is(one.sent.length, 0)
})

test('the ident that the caller saw is compared first: another ONU is not touched (case 16)', async () => {
  for (const module of [ctrlOntDelete, ctrlOntReboot]) {
    const one = session()
    const error = await failed(one.call(module, { interface: 'pon1:1', ident: 'ZTEG99999999' }))
    assert.is(error.kind, 'InterfaceMoved')
    assert.match(error.message, /was "ZTEG99999999" and is "ZTEG30303031" now/)
    assert.is(one.sent.length, 0)
  }
})

test('the stored ident is compared where the caller gives none (case 16)', async () => {
  const one = session({ expected: { ...seen, ident: 'ZTEG88888888' } })
  assert.is((await failed(one.call(ctrlOntDelete, { interface: 1001 }))).kind, 'InterfaceMoved')
  assert.is(one.sent.length, 0)
})

test('the same ident in another form is the same ONU (case 25)', async () => {
  const one = session({ expected: seen })
  const { verified } = await one.call(ctrlOntDisable, {
    interface: 1001,
    ident: '5A54454730303031',
    state: 'disable',
  })
  assert.ok(verified)
})

test('an ident that the OLT cannot show refuses the change of a caller who gave one', async () => {
  const lines = [`${cell('serial', '1.1')}|4|`, `1.3.6.1.2.1.2.2.1.2.1|4|pon1`, `1.3.6.1.2.1.2.2.1.3.1|2|250`]
  const one = session({ lines })
  const error = await failed(
    one.call(ctrlOntDisable, { interface: 'pon1:1', ident: 'ZTEG1', state: 'disable' }),
  )
  assert.is(error.kind, 'Unsupported')
  assert.match(error.message, /Nothing was changed/)
  assert.is(one.sent.length, 0)
})

test('an ONU that is still there after its deletion was not deleted', async () => {
  const error = await failed(session({ deaf: ['delete'] }).call(ctrlOntDelete, { interface: 'pon1:1' }))
  assert.is(error.kind, 'NotApplied')
  assert.match(error.message, /pon1:1 is still registered/)
})

test('a deletion whose outcome nobody knows is verified: the ONU is there, gone, or another one', async () => {
  const verify = (lines?: readonly string[], args: object = {}) =>
    verifiedOn(ctrlOntDelete, { interface: 'pon1:1', ident: 'ZTEG30303031', ...args }, lines)
  assert.is((await verify()).result, 'NOT_DONE')
  const gone = await verify(recorded.filter(line => !/\.1\.1\|/.test(line)))
  assert.equal([gone.result, gone.evidence], ['DONE', 'The OLT has no pon1:1'])
  assert.is((await verify(recorded, { ident: 'ZTEG99999999' })).result, 'DONE')
})

test('a change of a port is read back as the OLT shows it now, not as it was read before', async () => {
  const seenBy: (string | null)[] = []
  const interfaceOf = { interface: 'pon1:1' }
  const [probe] = forPorts(olt, [
    {
      module: ctrlPortDescr,
      run: async one => {
        const [before] = await one.call(interfaceDescriptions, interfaceOf)
        await one.snmp.set([octetsTo(cell('descr', '1.1'), Buffer.from('flat 7'))])
        const [after] = await one.call(interfaceDescriptions, interfaceOf, { again: true })
        seenBy.push(before!.description, after!.description)
        return null as never
      },
    },
  ])
  await probe!.run(session(), { interface: 'pon1', description: 'flat 7' })
  assert.equal(seenBy, ['contract 1.1', 'flat 7'])
})

test('a port is no ONU', async () => {
  const error = await failed(session().call(ctrlOntDelete, { interface: 'pon1' }))
  assert.is(error.kind, 'BadArgument')
  assert.match(error.message, /pon1 is not an ONU/)
})
