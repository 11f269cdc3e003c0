import { DeviceError, SnmpType, type Varbind } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import {
  ctrlOntDelete,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlOntReset,
  ctrlOntUniAdminState,
  uniInterfacesStatus,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { readFileSync } from 'node:fs'
import driver from '../src/index.ts'

const test = suite('driver vsol changes')
const index = buildIndex([driver])

const gpon = '1.3.6.1.4.1.37950.1.1.6.1.1'
const epon = '1.3.6.1.4.1.37950.1.1.5.12'

/** What the agent does with a SET; it gives the values that changed. Throws what the agent answers. */
type Reaction = (one: Varbind, value: (oid: string) => number) => Varbind[]
const integer = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })
const gone = (oid: string): Varbind => ({ oid, type: SnmpType.Null, value: null })

/** A recorded OLT whose registers act. */
function livingOlt(folder: string, react: Reaction = () => []) {
  const text = readFileSync(new URL(`../recordings/${folder}/snmp.snmprec`, import.meta.url), 'utf8')
  const values = new Map<string, Varbind>([...parseSnmprec(text, folder)].map(one => [one.oid, one]))
  const known = index.models.get(folder.split('/')[0]!)!
  const session = replaySession(parseSnmprec('', folder), known)
  const sets: string[] = []
  const snmp = {
    ...session.snmp,
    get: async (oids: readonly string[]) =>
      new Map(
        oids.flatMap(oid => {
          const found = values.get(oid)
          return found && found.value !== null ? [[oid, found] as const] : []
        }),
      ),
    columns: async (oids: readonly string[], { under = '' } = {}) => ({
      columns: oids.map(
        oid =>
          new Map(
            [...values.values()]
              .filter(
                one => one.value !== null && one.oid.startsWith(`${oid}.${under === '' ? '' : `${under}.`}`),
              )
              .map(one => [one.oid.slice(oid.length + 1), one]),
          ),
      ),
      missing: [],
    }),
    set: async (varbinds: readonly Varbind[]) => {
      for (const one of varbinds) {
        sets.push(`${one.oid} = ${String(one.value)}`)
        values.set(one.oid, one)
        for (const changed of react(one, oid => Number(values.get(oid)?.value)))
          values.set(changed.oid, changed)
      }
    },
  }
  const acting = { ...session, snmp } as typeof session
  acting.call = ((module: { name: string }, args: unknown) =>
    known.modules.get(module.name)!.run(acting, args)) as typeof session.call
  return {
    sets,
    values,
    run: (module: { name: string }, args: unknown) =>
      known.modules.get(module.name)!.run(acting, args) as Promise<never>,
  }
}
const kindOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DeviceError ? error.kind : String(error)),
  )

const selected = (value: (oid: string) => number) => `${value(`${gpon}.5.1.0`)}.${value(`${gpon}.5.2.0`)}`
const operations: Reaction = ({ oid, value: action }, value) => {
  if (oid !== `${gpon}.5.3.0`) return []
  const at = selected(value)
  return action === 1
    ? [integer(`${gpon}.1.1.5.${at}`, 6)]
    : action === 2
      ? [1, 2, 3, 4, 5].map(column => gone(`${gpon}.1.1.${column}.${at}`))
      : [
          integer(`${gpon}.1.1.5.${at}`, action === 3 ? 3 : 7),
          integer(`${gpon}.1.1.3.${at}`, action === 3 ? 1 : 2),
        ]
}

test('GPON: an ONU is selected, the selection is read back, then the action is written', async () => {
  const { run, sets } = livingOlt('v_solution_v1600g/GS-4.0.0', operations)
  const done = await run(ctrlOntReboot, { interface: 'GPON0/1:1', ident: 'VSOL00A1B2C3' })
  assert.is((done as { verified: boolean }).verified, true)
  assert.equal(sets, [`${gpon}.5.1.0 = 1`, `${gpon}.5.2.0 = 1`, `${gpon}.5.3.0 = 1`])
})

test('GPON: delete, disable and enable are read back', async () => {
  const olt = livingOlt('v_solution_v1600g/GS-4.0.0', operations)
  for (const [module, args, action] of [
    [ctrlOntDisable, { interface: 'GPON0/2:128', state: 'disable' }, 4],
    [ctrlOntDisable, { interface: 'GPON0/2:128', state: 'enable' }, 3],
    [ctrlOntDelete, { interface: 'GPON0/2:128' }, 2],
  ] as const) {
    const done: { accepted: boolean; verified: boolean } = await olt.run(module, args)
    assert.equal([done.accepted, done.verified], [true, true])
    assert.is(olt.sets.at(-1), `${gpon}.5.3.0 = ${action}`)
  }
})

test('another client selects another ONU meanwhile: nothing is done', async () => {
  // The register of the ONU shows another number as soon as it is written.
  const { run, sets } = livingOlt('v_solution_v1600g/GS-4.0.0', ({ oid }) =>
    oid === `${gpon}.5.2.0` ? [integer(oid, 99)] : [],
  )
  assert.is(await kindOf(run(ctrlOntDelete, { interface: 'GPON0/1:2' })), 'NotApplied')
  assert.not(sets.some(one => one.startsWith(`${gpon}.5.3.0`)))
})

test('an agent that does not show its registers: nothing is done', async () => {
  const { run, sets } = livingOlt('v_solution_v1600g/GS-4.0.0', ({ oid }) =>
    oid.startsWith(`${gpon}.5.`) ? [gone(oid)] : [],
  )
  assert.is(await kindOf(run(ctrlOntDelete, { interface: 'GPON0/1:2' })), 'NotApplied')
  assert.not(sets.some(one => one.startsWith(`${gpon}.5.3.0`)))
})

test('the action is taken and nothing happens: no success is claimed', async () => {
  const { run } = livingOlt('v_solution_v1600g/GS-4.0.0')
  assert.is(await kindOf(run(ctrlOntDelete, { interface: 'GPON0/1:2' })), 'NotApplied')
  assert.is(await kindOf(run(ctrlOntDisable, { interface: 'GPON0/1:1', state: 'disable' })), 'NotApplied')
})

test('another ONU under the same number is not deleted', async () => {
  const { run, sets } = livingOlt('v_solution_v1600g/GS-4.0.0', operations)
  assert.is(
    await kindOf(run(ctrlOntDelete, { interface: 'GPON0/1:1', ident: 'VSOL00FFFFFF' })),
    'InterfaceMoved',
  )
  assert.equal(sets, [])
})

test('an ONU that is not online is not restarted', async () => {
  const { run, sets } = livingOlt('v_solution_v1600g/GS-4.0.0', operations)
  assert.is(await kindOf(run(ctrlOntReboot, { interface: 'GPON0/1:2' })), 'NotApplied')
  assert.equal(sets, [])
})

test('GPON: an Ethernet port keeps its speed, loop detection and limit of addresses', async () => {
  const set = `${gpon}.7.8`
  const olt = livingOlt('v_solution_v1600g/GS-4.0.0', ({ oid }, value) => {
    if (oid !== `${set}.7.0`) return []
    const at = [1, 2, 3].map(register => value(`${set}.${register}.0`)).join('.')
    return [
      integer(`${gpon}.8.15.1.4.${at}`, value(`${set}.4.0`)),
      integer(`${gpon}.8.15.1.5.${at}`, value(`${set}.5.0`)),
      integer(`${gpon}.8.15.1.6.${at}`, value(`${set}.6.0`)),
    ]
  })
  const port = async () => {
    const rows: { unis: { num: number; admin_state: string; admin_speed: string }[] }[] = await olt.run(
      uniInterfacesStatus,
      { interface: 'GPON0/1:1' },
    )
    return rows[0]!.unis.find(({ num }) => num === 3)!
  }
  assert.equal([(await port()).admin_state, (await port()).admin_speed], ['Disabled', '100-Full'])
  const done: { verified: boolean } = await olt.run(ctrlOntUniAdminState, {
    interface: 'GPON0/1:1',
    num: 3,
    state: 'enable',
  })
  assert.is(done.verified, true)
  assert.equal([(await port()).admin_state, (await port()).admin_speed], ['Enabled', '100-Full'])
  const before = olt.sets.length
  assert.is(
    await kindOf(olt.run(ctrlOntUniAdminState, { interface: 'GPON0/1:1', num: 4, state: 'enable' })),
    'BadArgument',
  )
  assert.is(olt.sets.length, before, 'a port that the ONU does not have')
})

test('EPON: the reset selects its ONU, and the OLT shows that it went down', async () => {
  const set = `${epon}.2.11`
  const { run, sets } = livingOlt('v_solution_v1600d/2.03.74', ({ oid }, value) =>
    oid === `${set}.3.0`
      ? [integer(`${epon}.1.25.1.4.${value(`${set}.1.0`)}.${value(`${set}.2.0`)}`, 0)]
      : [],
  )
  const done: { verified: boolean } = await run(ctrlOntReset, {
    interface: 'EPON0/1:34',
    ident: '02-00-65-00-00-22',
  })
  assert.is(done.verified, true)
  assert.equal(sets, [`${set}.1.0 = 1`, `${set}.2.0 = 34`, `${set}.3.0 = 1`])
})

test('EPON: Ethernet ports are read after their ONU is selected, and never those of another ONU', async () => {
  const select = `${epon}.5.3`
  const rows = (value: (oid: string) => number) => {
    const at = [1, 2, 3].map(register => value(`${select}.${register}.0`)).join('.')
    return [integer(`${epon}.5.1.13.1.4.${at}`, 1), integer(`${epon}.5.1.13.1.5.${at}`, 1)]
  }
  const olt = livingOlt('v_solution_v1600d/2.03.74', ({ oid }, value) =>
    oid === `${select}.3.0` ? rows(value) : [],
  )
  const found: { unis: { num: number }[] }[] = await olt.run(uniInterfacesStatus, { interface: 'EPON0/1:34' })
  assert.equal(
    found.map(({ unis }) => unis.map(({ num }) => num)),
    [[1, 2]],
  )
  const other = livingOlt('v_solution_v1600d/2.03.74', ({ oid }) =>
    oid === `${select}.2.0` ? [integer(oid, 1)] : [],
  )
  assert.is(await kindOf(other.run(uniInterfacesStatus, { interface: 'EPON0/1:34' })), 'NotApplied')
  assert.is(await kindOf(other.run(uniInterfacesStatus, {})), 'BadArgument')
  assert.is(index.models.get('v_solution_v1600d')!.modules.get('uni_interfaces_status')!.exclusive, true)
})
