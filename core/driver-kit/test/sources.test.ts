import { suite, assert } from '@linecard/test-kit'
import {
  DeviceError,
  defineFamily,
  implement,
  type DeviceErrorKind,
  type Implementation,
  type Missing,
  type Session,
} from '@linecard/driver-kit'
import { resolveModules } from '@linecard/driver-kit/detection'
import { fdb, interfacesList, parseInterface, sysResources } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'

const test = suite('sources of a module')

const entry = (mac: string) => ({
  interface: null,
  mac_address: mac,
  vlan_id: 7,
  status: 'LEARNED' as const,
  is_dynamic: true,
})
const [one, two] = [entry('02:00:00:00:00:01'), entry('02:00:00:00:00:02')]

/** A source of `fdb` and its questions. `rows` may change between the questions. */
function table(
  source: string,
  rows: (typeof one)[],
  more: { missing?: Missing; fails?: DeviceErrorKind } = {},
) {
  const asked: unknown[] = []
  const implementation = implement(
    fdb,
    async (session, args) => {
      asked.push(args)
      if (more.missing) session.report(more.missing)
      if (more.fails) throw new DeviceError(more.fails, `${source} failed`)
      return rows.filter(({ mac_address }) => args.mac === undefined || args.mac === mac_address)
    },
    { source },
  )
  return { asked, rows, implementation, more }
}

const nothing = parseSnmprec('', 'empty')

function sessionOf(
  modules: readonly Implementation[],
  {
    console = [],
    access,
    agent = nothing,
  }: { console?: readonly Implementation[]; access?: Session['access']; agent?: typeof nothing } = {},
) {
  const family = defineFamily({ id: 'sw-one', modules, console })
  const model = {
    key: 'one',
    name: 'One',
    type: 'SWITCH' as const,
    family,
    detect: { objectId: '1.3.6.1.4.1.9' },
  }
  const session = replaySession(agent, { model, modules: resolveModules(model) })
  const view = access ? (Object.create(session, { access: { value: access } }) as typeof session) : session
  const ask = (args: object = {}) => resolveModules(model).get('fdb')!.run(view, args)
  return { session, ask, by: () => session.answeredBy?.get('fdb') }
}

const withConsole = { console: true, prefer: 'snmp' } as const

test('an empty table asks the next one, and the answer says who gave it; then only that one is asked', async () => {
  const [own, next] = [table('ACME-MIB', []), table('OTHER-MIB', [one])]
  const { ask, by } = sessionOf([{ ...own.implementation, next: [next.implementation] }])
  assert.equal(await ask(), [one])
  assert.equal(by(), ['OTHER-MIB'])
  assert.equal(await ask(), [one])
  assert.equal([own.asked.length, next.asked.length], [1, 2])
})

test('an empty table is proven by an agent that has the MIB, or by another source; else it is absent', async () => {
  const bridge = parseSnmprec('1.3.6.1.2.1.17.1.2.0|2|24\n', 'a switch without addresses')
  const reported = async (agent: typeof nothing, sources: readonly string[], args = {}) => {
    const [first, ...next] = sources.map(source => table(source, []).implementation)
    const { ask, session } = sessionOf([{ ...first!, next }], { agent })
    assert.equal(await ask(args), [])
    return session.reports.map(({ what, reason }) => `${what} ${reason}`)
  }
  assert.equal(await reported(nothing, ['Q-BRIDGE-MIB', 'BRIDGE-MIB']), [
    'Q-BRIDGE-MIB absent',
    'BRIDGE-MIB absent',
  ])
  assert.equal(await reported(bridge, ['Q-BRIDGE-MIB', 'BRIDGE-MIB']), [])
  assert.equal(await reported(nothing, ['ACME-MIB', 'BRIDGE-MIB']), [])
  assert.equal(await reported(nothing, ['BRIDGE-MIB'], { vlan_id: '7' }), [])
})

test('the remembered source that is empty now is forgotten', async () => {
  const [own, next] = [table('ACME-MIB', []), table('OTHER-MIB', [one])]
  const { ask, by } = sessionOf([{ ...own.implementation, next: [next.implementation] }])
  await ask()
  next.rows.length = 0
  own.rows.push(two)
  assert.equal(await ask(), [two])
  assert.equal(by(), ['ACME-MIB'])
})

test('the empty answer to a filter proves nothing: the table is read once as a whole', async () => {
  const [own, next] = [table('ACME-MIB', [one]), table('OTHER-MIB', [two])]
  const { ask, by } = sessionOf([{ ...own.implementation, next: [next.implementation] }])
  assert.equal(await ask({ mac: two.mac_address }), [])
  assert.equal(by(), ['ACME-MIB'])
  assert.equal(own.asked, [{ mac: two.mac_address }, {}])
  await ask({ mac: two.mac_address })
  assert.equal([own.asked.length, next.asked.length], [3, 0])
})

test('a filter finds the row in the table that has rows', async () => {
  const [own, next] = [table('ACME-MIB', []), table('OTHER-MIB', [one, two])]
  const { ask, by } = sessionOf([{ ...own.implementation, next: [next.implementation] }])
  assert.equal(await ask({ mac: two.mac_address }), [two])
  assert.equal(by(), ['OTHER-MIB'])
})

test('what no source has is an empty answer of all of them', async () => {
  const { ask, by, session } = sessionOf([table('ACME-MIB', []).implementation])
  assert.equal(await ask(), [])
  assert.equal(by(), ['ACME-MIB', 'Q-BRIDGE-MIB', 'BRIDGE-MIB'])
  assert.equal(session.reports, [])
})

test('refused objects are an error if no source has rows, else they are missing', async () => {
  const missing: Missing = { what: '1.3.6.1.4.1.9.1', reason: 'rejected', rows: 0 }
  const refused = table('ACME-MIB', [], { missing })
  const alone = sessionOf([refused.implementation])
  const error = await alone.ask().catch((failure: unknown) => failure)
  assert.instance(error, DeviceError)
  assert.equal([(error as DeviceError).kind, (error as DeviceError).missing], ['CommandRejected', [missing]])

  const next = table('OTHER-MIB', [one])
  const pair = sessionOf([{ ...refused.implementation, next: [next.implementation] }])
  assert.equal(await pair.ask(), [one])
  assert.equal(pair.session.reports, [missing])
  await pair.ask()
  assert.is(refused.asked.length, 3)
})

test('the console answers last, and only with a login', async () => {
  const console = [table('console', [one]).implementation]
  const own = table('ACME-MIB', [])
  assert.equal(await sessionOf([own.implementation], { console }).ask(), [])
  const open = sessionOf([own.implementation], { console, access: withConsole })
  assert.equal(await open.ask(), [one])
  assert.equal(open.by(), ['console'])
})

test('where SNMP is silent the console answers, and SNMP is left alone for a while', async () => {
  const own = table('ACME-MIB', [], { fails: 'DeviceTimeout' })
  const next = table('OTHER-MIB', [two])
  const console = [table('console', [one]).implementation]
  const modules = [{ ...own.implementation, next: [next.implementation] }]
  const { ask, by, session } = sessionOf(modules, { console, access: withConsole })
  assert.equal(await ask(), [one])
  assert.equal(await ask(), [one])
  assert.equal([own.asked.length, next.asked.length], [1, 0])
  assert.equal(by(), ['console'])
  assert.equal(session.reports, [])
  const error = await sessionOf(modules)
    .ask()
    .catch((failure: unknown) => failure)
  assert.is((error as DeviceError).kind, 'DeviceTimeout')
})

test('a console that fails is no proof, and is not opened for each call', async () => {
  const console = table('console', [], { fails: 'NoPrompt' })
  const { ask, session } = sessionOf([table('ACME-MIB', []).implementation], {
    console: [console.implementation],
    access: withConsole,
  })
  const missing = { what: 'console', reason: 'rejected' }
  assert.equal(await ask(), [])
  assert.equal(await ask(), [])
  assert.equal([console.asked.length, session.reports], [1, [missing, missing]])
})

test('a profile may prefer the console', async () => {
  const own = table('ACME-MIB', [one])
  const console = [table('console', [two]).implementation]
  const access = { console: true, prefer: 'console' } as const
  assert.equal(await sessionOf([own.implementation], { console, access }).ask(), [two])
  assert.is(own.asked.length, 0)
})

test('a module of the console alone is a module of the model', async () => {
  const { ask } = sessionOf([], { console: [table('console', [one]).implementation], access: withConsole })
  assert.equal(await ask(), [one])
})

test('a record takes each field from the first source that has it', async () => {
  const none = { cpu: null, memory: null, disk: null, interfaces: null, cards: null, fans: null }
  const cpu = { util: 5, _cpu_count: null }
  const memory = { util: 50, _total: 2, _used: 1, _free: 1 }
  const asked: string[] = []
  const source = (name: string, given: object) =>
    implement(
      sysResources,
      async () => {
        asked.push(name)
        return { ...none, ...given }
      },
      { source: name },
    )
  const family = defineFamily({
    id: 'sw-one',
    modules: [
      { ...source('A', { cpu }), next: [source('B', { cpu: { ...cpu, util: 9 }, memory }), source('C', {})] },
    ],
  })
  const model = {
    key: 'one',
    name: 'One',
    type: 'SWITCH' as const,
    family,
    detect: { objectId: '1.3.6.1.4.1.9' },
  }
  const modules = resolveModules(model)
  const session = replaySession(nothing, { model, modules })
  const run = (args: object) => modules.get('sys_resources')!.run(session, args)
  assert.equal(await run({ load_only: 'cpu' }), { ...none, cpu })
  assert.equal(asked, ['A'])
  assert.equal(await run({}), { ...none, cpu, memory })
  assert.equal(session.answeredBy?.get('sys_resources'), ['A', 'B'])
  asked.length = 0
  await run({})
  assert.equal(asked, ['A', 'B'])
})

test('changes and errors of the caller stay as they are', async () => {
  const bad = implement(fdb, async () => {
    throw new DeviceError('BadArgument', 'no such interface', { argument: 'interface' })
  })
  const error = await sessionOf([bad])
    .ask()
    .catch((failure: unknown) => failure)
  assert.is((error as DeviceError).kind, 'BadArgument')
  const list = implement(interfacesList, async () => [], { source: 'ACME-MIB' })
  const parse = implement(parseInterface, async () => null as never)
  const family = defineFamily({ id: 'sw-one', modules: [list, parse] })
  const model = {
    key: 'one',
    name: 'One',
    type: 'SWITCH' as const,
    family,
    detect: { objectId: '1.3.6.1.4.1.9' },
  }
  const modules = resolveModules(model)
  const session = replaySession(nothing, { model, modules })
  // Interfaces keep the bind keys of their driver: IF-MIB does not answer for it.
  assert.equal(await modules.get('interfaces_list')!.run(session, {}), [])
  assert.equal(session.answeredBy?.get('interfaces_list'), ['ACME-MIB'])
})
