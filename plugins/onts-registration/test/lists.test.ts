import { assert, suite } from '@linecard/test-kit'
import { keyOf } from '@linecard/test-kit/worlds/inventory'
import { createBatch } from '../src/batch/store.ts'
import { service } from '../src/registrations.ts'
import { createRun } from '../src/run/store.ts'
import type { RunState, Script } from '../src/words/run.ts'
import { port, startWorld, type RegistrationWorld } from './world.ts'

/** The lists of registrations and of batches, of which users see those on OLTs of their groups. */
const test = suite('registrations: lists')
const base = '/component/onts_registration'
let world!: RegistrationWorld
let key = ''
test.before(async () => {
  world = await startWorld()
  key = await keyOf(world, ['unregistered_onts'], [71])
})
test.after(() => world?.stop())

interface Row {
  id: number
  open: boolean
  total: number
  done: number
  failed: number
}
const page = async (path: string, as?: string) => {
  const { body, status, text } = await world.http('GET', `${base}${path}`, undefined, as)
  assert.is(status, 200, text)
  return { rows: body.data as Row[], meta: body.meta as { total: number; limit: number; offset: number } }
}
const idsOf = async (path: string, as?: string) => (await page(path, as)).rows.map(({ id }) => id)

async function run(deviceId: number, ident: string, state: RunState): Promise<number> {
  const script = { ident, place: { port, number: 3 }, commands: [], undo: [] } as unknown as Script
  const template = { id: null, name: 'test', version: 1 }
  const id = await createRun(world.parts, { kind: 'register', deviceId, script, template, caller: service })
  await world.sql('update onts_registration_run set state = $1 where id = $2', [state, id])
  return id
}

test('registrations: open ones first, then the newest; by ident in any notation, state and device', async () => {
  const left = await run(7, 'ZTEGC1086C70', 'left')
  const done = await run(7, 'ZTEGC1086C71', 'done')
  const theirs = await run(8, 'ZTEGC1086C72', 'unknown')
  const failed = await run(7, 'ZTEGC1086C71', 'failed')
  const { rows, meta } = await page('/registrations')
  assert.equal(
    rows.map(({ id, open }) => [id, open]),
    [
      [theirs, true],
      [left, true],
      [failed, false],
      [done, false],
    ],
  )
  assert.equal(meta, { total: 4, limit: 100, offset: 0 })
  assert.equal(await idsOf('/registrations', key), [left, failed, done])
  assert.equal(await idsOf('/registrations?limit=2&offset=1', key), [failed, done])
  assert.equal((await page('/registrations?limit=1', key)).meta, { total: 3, limit: 1, offset: 0 })
  assert.equal(await idsOf('/registrations?open=true'), [theirs, left])
  assert.equal(await idsOf('/registrations?open=false&state=done'), [done])
  assert.equal(await idsOf('/registrations?device_id=8'), [theirs])
  assert.equal(await idsOf('/registrations?device_id=8', key), [])
  assert.equal(await idsOf('/registrations?ident=5A544547C1086C71'), [failed, done])
  assert.equal(await idsOf('/registrations?batch_id=1'), [])
})

test('batches: the newest first, with their rows counted; by kind, state and device', async () => {
  const refused = { ident: 'b', task: null, error: { code: 'X', message: 'no' } }
  const waiting = { ident: 'a', task: null, error: null }
  const made = (deviceId: number, kind: 'batch' | 'cut_over') =>
    createBatch(world.parts, { kind, deviceId, caller: service, rows: [waiting, refused] })
  const [first, theirs, last] = [await made(7, 'batch'), await made(8, 'batch'), await made(7, 'cut_over')]
  const { rows, meta } = await page('/batches')
  assert.equal(
    rows.map(({ id, total, done, failed }) => [id, total, done, failed]),
    [last, theirs, first].map(id => [id, 2, 0, 1]),
  )
  assert.equal(meta, { total: 3, limit: 100, offset: 0 })
  assert.equal(await idsOf('/batches', key), [last, first])
  assert.equal(await idsOf('/batches?kind=batch'), [theirs, first])
  assert.equal(await idsOf('/batches?state=running'), [])
  assert.equal(await idsOf('/batches?device_id=7&state=planned&limit=1&offset=1'), [first])
})
