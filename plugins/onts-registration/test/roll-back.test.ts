import { assert, suite } from '@linecard/test-kit'
import { rollBack } from '../src/run/roll-back.ts'
import { createRun, runById, type Run } from '../src/run/store.ts'
import { service, type Registrations } from '../src/registrations.ts'
import type { Script } from '../src/words/run.ts'
import { newOlt, port, startWorld, type Olt, type RegistrationWorld } from './world.ts'

/** The roll-back of a registration, against an OLT in memory and the database. */
const test = suite('roll-back of a registration')
let world!: RegistrationWorld
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const [ours, stranger] = ['ZTEGC1086C70', 'HWTC01234567']
const why = { code: 'ONTS_REGISTRATION_NOT_ONLINE', message: 'it is not online' }
const undo = ['no service-port 3', 'no onu 3']
const scriptOf = (more: Partial<Script> = {}): Script => ({
  ident: ours,
  place: { port, number: 3 },
  technology: 'gpon',
  commands: [{ text: 'onu 3' } as never],
  undo: undo.map(command => ({ command }) as never),
  checks: [],
  onlineSec: 0,
  before: null,
  removes: false,
  from: null,
  params: {},
  ont: {},
  ...more,
})

/** Rolls a run back. `olt` carries out `no onu 3`, if it does nothing else. */
async function rolledBack(olt: Olt, more: Partial<Script> = {}): Promise<Run> {
  const script = scriptOf(more)
  const held = world.held(olt)
  const parts: Registrations = { ...world.parts, ctx: held.ctx }
  const template = { id: null, name: 'test', version: 1 }
  const kind = script.removes ? 'remove' : 'register'
  const id = await createRun(parts, { kind, deviceId: 7, script, template, caller: service })
  await rollBack(parts, held, id, script, why)
  return runById(parts, id)
}
const removes = (olt: Olt) => (command: string) => void (command === 'no onu 3' && olt.onus.delete(3))

test('what was sent is removed, command by command, and the reason stays', async () => {
  const olt = newOlt([[3, ours]])
  let meanwhile: { state: string; error_code: string }[] = []
  olt.does = async command => {
    meanwhile = await world.sql(
      'select state, error_code from onts_registration_run order by id desc limit 1',
    )
    removes(olt)(command)
    return undefined
  }
  const run = await rolledBack(olt)
  assert.equal(olt.got, undo)
  assert.equal(meanwhile, [{ state: 'rolling_back', error_code: why.code }])
  assert.is(run.state, 'rolled_back')
  assert.equal([run.error_code, run.error, run.left_over], [why.code, why.message, []])
  assert.equal(
    run.undo.map(({ command, success }) => [command, success]),
    undo.map(command => [command, true]),
  )
  assert.ok(run.ended_at)
  assert.is(olt.refreshed, 1)
})

test('nothing is sent where another ONU has the place: the commands would hit a stranger', async () => {
  const olt = newOlt([[3, stranger]])
  const run = await rolledBack(olt)
  assert.equal(olt.got, [])
  assert.is(run.state, 'failed')
  assert.is(
    run.error,
    `${why.message}. The place has another ONU (${stranger}), so nothing was sent to undo it`,
  )
  assert.is(run.error_code, why.code)
})

test('an ONU whose ident the OLT does not tell is a stranger too', async () => {
  const olt = newOlt([[3, null]])
  const run = await rolledBack(olt)
  assert.equal(olt.got, [])
  assert.match(run.error!, 'another ONU (an ONU without a known ident)')
})

test('the ONU that had the place before a replacement is no stranger, and its roll-back goes on', async () => {
  const olt = newOlt([[3, stranger]])
  const run = await rolledBack(olt, { before: stranger })
  assert.equal(olt.got, undo)
  assert.is(run.state, 'rolled_back')
})

test('a free place is cleared all the same: service ports may stand there', async () => {
  const olt = newOlt()
  assert.is((await rolledBack(olt)).state, 'rolled_back')
  assert.equal(olt.got, undo)
})

test('a command that the OLT refuses does not stop the others', async () => {
  const olt = newOlt([[3, ours]])
  const remove = removes(olt)
  olt.does = command => {
    remove(command)
    return command === 'no service-port 3' ? 'no such service port' : undefined
  }
  const run = await rolledBack(olt)
  assert.equal(olt.breakOnError, ['no'])
  assert.equal(olt.got, undo)
  assert.equal(
    run.undo.map(({ success }) => success),
    [false, true],
  )
  assert.is(run.state, 'rolled_back')
})

test('an undo that is cut leaves something behind, even if the ONU is gone', async () => {
  const olt = newOlt([[3, ours]])
  olt.does = command => {
    olt.onus.delete(3)
    return command === undo[1] ? null : undefined
  }
  const run = await rolledBack(olt)
  assert.is(run.state, 'left')
  assert.equal(run.left_over, ['the undo ended after 1 of 2 commands: gone'])
  assert.equal([run.error_code, run.ended_at], [why.code, null])
})

test('an undo of which nothing was sent leaves something behind', async () => {
  const olt = newOlt()
  olt.does = () => null
  const run = await rolledBack(olt)
  assert.is(run.state, 'left')
  assert.equal(run.left_over, ['the undo ended after 0 of 2 commands: gone'])
})

test('an ONU that is still there after the undo is told', async () => {
  const run = await rolledBack(newOlt([[3, ours]]))
  assert.is(run.state, 'left')
  assert.equal(run.left_over, [`${ours} is registered as pon 0/1:3`])
  assert.is(run.error, why.message)
})

test('a removal that is sent again is done when nothing is left', async () => {
  const olt = newOlt([[3, ours]])
  olt.does = removes(olt)
  const run = await rolledBack(olt, { removes: true })
  assert.is(run.state, 'done')
  assert.equal([run.error_code, run.left_over], [null, []])
})

test('a removal that is sent again is not done while the ONU stands there', async () => {
  const run = await rolledBack(newOlt([[3, ours]]), { removes: true })
  assert.is(run.state, 'left')
  assert.equal(run.left_over, [`${ours} is still registered as pon 0/1:3`])
})

test('an OLT that cannot be read afterwards leaves an unknown state, and says why', async () => {
  const olt = newOlt([[3, ours]])
  olt.does = removes(olt)
  olt.refresh = async () => {
    throw new Error('no answer')
  }
  const run = await rolledBack(olt)
  assert.is(run.state, 'unknown')
  assert.is(run.error, `${why.message}. Then it could not be read: no answer`)
  assert.equal([run.error_code, run.seen, run.ended_at], [why.code, null, null])
  olt.refresh = () => Promise.reject('no words')
  assert.match((await rolledBack(olt, { ident: 'ZTEGC1086C71' })).error!, 'could not be read: no words')
})
